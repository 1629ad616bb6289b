/// Says what Gemini would refuse in a request, after its documentation
/// (https://ai.google.dev/api/generate-content).
enum GeminiRequestCheck {
  /// What is wrong; nil where nothing is.
  static func fault(in exchange: GeminiExchange) -> String? {
    guard exchange.method == "POST" else { return "method \(exchange.method)" }
    let parts = exchange.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty, ["v1", "v1beta"].contains(parts[1]), parts[2] == "models",
      parts[3].hasSuffix(":generateContent"), !exchange.path.contains("?"), let model = exchange.model,
      !model.isEmpty
    else { return "path \(exchange.path)" }
    guard exchange.headers["content-type"]?.hasPrefix("application/json") == true else {
      return "Content-Type"
    }
    guard exchange.headers["authorization"] == nil else { return "two credentials" }
    if let timeout = exchange.headers["x-server-timeout"], (Int(timeout) ?? 0) < 1 {
      return "X-Server-Timeout"
    }
    guard let body = exchange.json else { return "the body is not JSON" }
    return fault(inBody: body, model: model)
  }

  private static func fault(inBody body: GeminiReceivedJSON, model: String) -> String? {
    let known: Set = [
      "contents", "systemInstruction", "generationConfig", "safetySettings", "tools", "toolConfig",
      "cachedContent", "serviceTier", "store", "labels",
    ]
    if let name = unknown(in: body, known) { return "Unknown name \"\(name)\"" }
    guard let turns = body["contents"]?.array, !turns.isEmpty else { return "contents is not specified" }
    for turn in turns {
      guard ["user", "model"].contains(turn["role"]?.string) else { return "role" }
      if let fault = fault(inContent: turn) { return fault }
    }
    if turns.last?["role"]?.string == "model" { return "the last turn is the model's" }
    if let instruction = body["systemInstruction"], let fault = fault(inContent: instruction) { return fault }
    if let store = body["store"] { guard case .bool = store else { return "store" } }
    return fault(inSafety: body["safetySettings"])
      ?? body["generationConfig"].flatMap { fault(inGeneration: $0, model: model) }
  }

  private static func fault(inContent content: GeminiReceivedJSON) -> String? {
    if let name = unknown(in: content, ["role", "parts"]) { return "Unknown name \"\(name)\"" }
    guard let parts = content["parts"]?.array, !parts.isEmpty else { return "no parts" }
    for part in parts {
      if let name = unknown(in: part, ["text"]) { return "Unknown name \"\(name)\"" }
      guard part["text"]?.string != nil else { return "a part without text" }
    }
    return nil
  }

  private static func fault(inSafety settings: GeminiReceivedJSON?) -> String? {
    guard let settings else { return nil }
    guard let list = settings.array else { return "safetySettings" }
    let categories = list.compactMap { $0["category"]?.string }
    let known = ["HARASSMENT", "HATE_SPEECH", "SEXUALLY_EXPLICIT", "DANGEROUS_CONTENT"].map {
      "HARM_CATEGORY_" + $0
    }
    guard categories.count == list.count, Set(categories).count == list.count,
      Set(categories).isSubset(of: known)
    else { return "a category of safetySettings" }
    let thresholds = [
      "BLOCK_LOW_AND_ABOVE", "BLOCK_MEDIUM_AND_ABOVE", "BLOCK_ONLY_HIGH", "BLOCK_NONE", "OFF",
    ]
    for setting in list {
      if let name = unknown(in: setting, ["category", "threshold"]) { return "Unknown name \"\(name)\"" }
      guard thresholds.contains(setting["threshold"]?.string ?? "") else { return "a threshold" }
    }
    return nil
  }

  private static func fault(inGeneration config: GeminiReceivedJSON, model: String) -> String? {
    let known: Set = [
      "candidateCount", "maxOutputTokens", "stopSequences", "temperature", "topP", "topK", "seed",
      "responseMimeType", "responseJsonSchema", "thinkingConfig",
    ]
    if let name = unknown(in: config, known) { return "Unknown name \"\(name)\"" }
    if let tokens = config["maxOutputTokens"] {
      guard let number = tokens.number, number == number.rounded(), (1...65_536).contains(number) else {
        return "maxOutputTokens"
      }
    }
    guard config["responseMimeType"]?.string == "application/json" else { return "responseMimeType" }
    guard let schema = config["responseJsonSchema"] else { return "responseJsonSchema" }
    if let fault = fault(inSchema: schema) { return fault }
    return config["thinkingConfig"].flatMap { fault(inThinking: $0, model: model) }
  }

  private static func fault(inSchema schema: GeminiReceivedJSON) -> String? {
    let known: Set = [
      "$id", "$defs", "$ref", "$anchor", "type", "format", "title", "description", "enum", "items",
      "prefixItems",
      "minItems", "maxItems", "minimum", "maximum", "anyOf", "oneOf", "properties", "additionalProperties",
      "required", "propertyOrdering",
    ]
    if let name = unknown(in: schema, known) { return "schema keyword \(name)" }
    guard let type = schema["type"]?.string,
      ["object", "array", "string", "number", "integer", "boolean", "null"].contains(type)
    else { return "a schema's type" }
    let properties = schema["properties"]?.object ?? [:]
    for key in ["required", "propertyOrdering"] {
      for name in schema[key]?.array ?? [] where properties[name.string ?? ""] == nil {
        return "\(key) names an unknown property"
      }
    }
    return (properties.values + [schema["items"]].compactMap(\.self)).lazy.compactMap(fault(inSchema:)).first
  }

  private static func fault(inThinking thinking: GeminiReceivedJSON, model: String) -> String? {
    if let name = unknown(in: thinking, ["includeThoughts", "thinkingBudget", "thinkingLevel"]) {
      return "Unknown name \"\(name)\""
    }
    let level = thinking["thinkingLevel"]?.string
    if level != nil, thinking["thinkingBudget"] != nil { return "a thinking level and a thinking budget" }
    guard let level else { return nil }
    let levels: Set =
      switch model {
      case "gemini-3.5-flash-lite", "gemini-3.1-flash-lite", "gemini-3.6-flash", "gemini-3-flash-preview":
        ["MINIMAL", "LOW", "MEDIUM", "HIGH"]
      case "gemini-3.8-flash", "gemini-3.1-pro-preview", "gemini-4-argon", "gemini-4-carbon":
        ["LOW", "MEDIUM", "HIGH"]
      case "gemini-4-hydrogen": ["LOW", "MEDIUM", "HIGH", "XHIGH"]
      default: []
      }
    return levels.contains(level) ? nil : "Thinking level \(level) is not supported for this model."
  }

  /// A member that is not known; an unexpected type counts as one.
  private static func unknown(in value: GeminiReceivedJSON, _ known: Set<String>) -> String? {
    guard let object = value.object else { return "(not an object)" }
    return object.keys.sorted().first { !known.contains($0) }
  }
}
