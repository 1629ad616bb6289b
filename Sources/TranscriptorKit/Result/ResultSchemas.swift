/// JSON Schemas (draft 2020-12) of the files that programs exchange with Transcriptor.
///
/// None closes an object: later versions may add members, and readers ignore what they do not know.
public enum ResultSchemas {
  /// The schema of a result, `outbox/NAME.json`.
  public static let result = schema(
    "A finished translation",
    required: [
      ("clientIdentifier", identifier),
      ("sourceText", text("The decoded text as it was sent, without white space at its ends.")),
      (
        "normalForm",
        text("The dictionary form, in the source language; may be empty for a sentence or longer.")
      ),
      ("synonyms", text("Synonyms in the source language, separated by commas; may be empty.")),
      ("translatedText", text("The full translation, plain text.")),
      (
        "sourceLanguage",
        text(
          "The source language's name in the target language, and its ISO 639-1 code (639-3 where there is none).",
          pattern: #"^\S.* \([a-z]{2,3}\)$"#)
      ),
      (
        "shortTranslation",
        text(
          "The leading meanings, separated by commas; of a longer text the translation or a summary in a sentence."
        )
      ),
      ("examples", examples),
      ("targetLanguage", language("The language that it was translated into.")),
      ("detailLevel", oneOf(DetailLevel.allCases.map(\.rawValue), "How much the translation says.")),
      ("engine", oneOf(EngineName.allCases.map(\.rawValue), "Who translated.")),
      ("model", text("What answered: the model's version, or the dictionary's or pair's name.")),
      ("translatedAt", time("When the answer came.")),
    ],
    optional: [
      ("usage", usage),
      ("originalName", text("The original's full name, where the result's had to be another.")),
      ("nameBytes", bytes("The path below the inbox, where its bytes are not UTF-8.")),
      ("encoding", text("The text's encoding, where it was not UTF-8.")),
      ("quality", oneOf(["good", "gist", "gloss"], "How far an on-device answer can be relied on.")),
      ("cached", ["type": "boolean", "description": "Whether an earlier answer was used again."]),
      (
        "warnings",
        ["type": "array", "items": ["type": "string"], "description": "What the reader should know."]
      ),
    ])

  /// The codes of trouble that is no text's own, which no file holds.
  private static let onStandardErrorOnly = ["usage", "set-up", "service", "unwritable", "program-fault"]

  /// The schema of an error, `failed/NAME.error.json`, of a batch's line that failed, and of trouble on standard error.
  public static let error = schema(
    "A text that can't be translated as it is",
    required: [
      ("clientIdentifier", identifier),
      (
        "code",
        oneOf(
          FailureCode.allCases.map(\.rawValue) + onStandardErrorOnly,
          "The kind of fault, for programs; the last \(onStandardErrorOnly.count) are on standard error only."
        )
      ),
      ("message", text("What is wrong.")),
      ("hint", text("What to do about it.")),
      ("attempts", count("How many requests were sent.")),
      ("failedAt", time("When the text was given up.")),
    ],
    optional: [
      ("line", ["type": "integer", "minimum": 1, "description": "The line of a batch, counted from 1."]),
      ("fingerprint", text("What text and settings were, where the original stays where it is.")),
    ])

  /// The schema of a request, `inbox/NAME.json` or one line of `inbox/NAME.jsonl`.
  public static let request = schema(
    "A text to translate",
    required: [("sourceText", text("The text.", pattern: #"\S"#))],
    optional: [
      (
        "clientIdentifier",
        text("By what the result is known; else the file's path below the inbox.")
      ),
      ("sourceLanguage", language("The text's language; else it is found out.")),
      ("targetLanguage", language("The language to translate into; else the folder's or the setting's.")),
      ("detailLevel", oneOf(DetailLevel.allCases.map(\.rawValue), "How much to say; else the setting's.")),
    ])
}

// The pieces that the schemas are made of.
extension ResultSchemas {
  private typealias Property = (name: String, schema: JSONValue)

  private static let identifier = text(
    "Which text this is: its path below the inbox, or the request's own identifier.")

  private static let examples: JSONValue = [
    "type": "array", "description": "Sentences that show the text in use; may be empty.",
    "items": object(
      required: [
        ("original", text("The sentence in the source language.")),
        ("translation", text("The sentence in the target language.")),
      ]),
  ]

  private static let usage = object(required: [
    ("promptTokens", count("Tokens of the request.")),
    ("outputTokens", count("Tokens of the visible answer.")),
    ("thoughtsTokens", count("Tokens that the model thought with.")),
  ])

  private static func schema(_ title: String, required: [Property], optional: [Property]) -> JSONValue {
    let head: [JSONValue.Member] = [
      .init("$schema", "https://json-schema.org/draft/2020-12/schema"), .init("title", .string(title)),
    ]
    guard case .object(let members) = object(required: required, optional: optional) else {
      return .object(head)
    }
    return .object(head + members)
  }

  private static func object(required: [Property], optional: [Property] = []) -> JSONValue {
    [
      "type": "object", "required": .array(required.map { .string($0.name) }),
      "properties": .object((required + optional).map { .init($0.name, $0.schema) }),
    ]
  }

  private static func text(_ description: String, pattern: String? = nil) -> JSONValue {
    guard let pattern else { return ["type": "string", "description": .string(description)] }
    return ["type": "string", "pattern": .string(pattern), "description": .string(description)]
  }

  private static func language(_ description: String) -> JSONValue {
    let pattern = "^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$"
    return text(description + " A BCP 47 tag: language, script, region.", pattern: pattern)
  }

  private static func time(_ description: String) -> JSONValue {
    let pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"
    return text(description + " UTC with whole seconds (RFC 3339).", pattern: pattern)
  }

  private static func bytes(_ description: String) -> JSONValue {
    ["type": "string", "contentEncoding": "base64", "description": .string(description)]
  }

  private static func oneOf(_ values: [String], _ description: String) -> JSONValue {
    ["enum": .array(values.map(JSONValue.string)), "description": .string(description)]
  }

  private static func count(_ description: String) -> JSONValue {
    ["type": "integer", "minimum": 0, "description": .string(description)]
  }
}
