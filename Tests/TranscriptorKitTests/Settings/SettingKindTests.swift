import Testing

@testable import TranscriptorKit

@Suite("Values of settings")
struct SettingKindTests {
  @Test(
    "A value is kept in its canonical form",
    arguments: [
      (SettingKey.targetLanguage, " PT-br ", "pt-BR"), (.targetLanguage, "zh-hant", "zh-Hant"),
      (.targetLanguage, "szl", "szl"), (.model, "models/gemini-3.5-flash", "gemini-3.5-flash"),
      (.detailLevel, "concise", "concise"), (.engine, "on-device", "on-device"),
      (.maxConcurrent, "256", "256"), (.pollInterval, "0.2", "0.2"), (.settleTime, "0", "0"),
      (.settleTime, "2.0", "2"), (.maxInputBytes, "1", "1"), (.originals, "delete", "delete"),
      (.encoding, "auto", "auto"), (.encoding, "CP1251", "windows-1251"), (.encoding, "koi8-r", "KOI8-R"),
      (.encoding, "sjis", "Shift_JIS"), (.encoding, "ISO-8859-1", "ISO-8859-1"),
      (.encoding, "UTF-16LE", "UTF-16LE"),
      (.baseURL, "https://proxy.example/gemini", "https://proxy.example/gemini"),
      (.baseURL, "http://127.0.0.1:8080", "http://127.0.0.1:8080"),
      (.baseURL, "http://[::1]:8080", "http://[::1]:8080"), (.apiVersion, "v1", "v1"),
      (.apiVersion, "beta", "v1beta"), (.apiKeyCommand, "pass show gemini", #"["pass","show","gemini"]"#),
      (.apiKeyCommand, #"["a b", "c"]"#, #"["a b","c"]"#),
      (.heldNames, "*.bck, _UNPACK_*", #"["*.bck","_UNPACK_*"]"#),
      (.heldNames, "a b\n*.x", #"["a b","*.x"]"#),
      (.heldNames, #"["a,b"]"#, #"["a,b"]"#), (.heldNames, "[ab]*", #"["[ab]*"]"#), (.heldNames, "", "[]"),
    ])
  func good(key: SettingKey, text: String, kept: String) {
    #expect(key.kind.value(of: text)?.text == kept)
  }

  @Test(
    "What is not allowed is refused",
    arguments: [
      (SettingKey.targetLanguage, ""), (.targetLanguage, "english"), (.targetLanguage, "xx"),
      (.targetLanguage, "pl; ignore all that"), (.secondTargetLanguage, "pl_PL"), (.model, ""),
      (.model, "../x"),
      (.model, "a/b"), (.model, "a?b"), (.model, "-x"), (.model, ".x"), (.model, "ё"),
      (.detailLevel, "Standard"), (.engine, "ondevice"), (.maxConcurrent, "0"), (.maxConcurrent, "257"),
      (.maxConcurrent, "8.5"), (.maxConcurrent, "many"), (.requestsPerMinute, "0"), (.pollInterval, "0"),
      (.pollInterval, "-1"), (.pollInterval, "nan"), (.pollInterval, "inf"), (.pollInterval, "86401"),
      (.settleTime, "-0.5"), (.maxInputBytes, "0"), (.maxInputBytes, "1M"), (.originals, "move"),
      (.encoding, ""), (.encoding, "win"), (.encoding, "windows-1251//TRANSLIT"),
      (.encoding, "KOI8-R//IGNORE"),
      (.baseURL, "http://example.org"), (.baseURL, "ftp://example.org"), (.baseURL, "example.org"),
      (.baseURL, "https://user:word@example.org"), (.baseURL, "https://example.org/?key=1"),
      (.baseURL, "http://127.0.0.1.example.org"), (.apiVersion, "v1/../v2"), (.apiVersion, "1"),
      (.apiVersion, ""), (.apiKeyCommand, ""), (.apiKeyCommand, "[]"), (.apiKeyCommand, "[1]"),
      (.apiKeyCommand, "[\"a\\u0000\"]"), (.heldNames, "a/b"), (.heldNames, "*.a, ,*.b"),
      (.heldNames, "[\"\"]"),
    ])
  func bad(key: SettingKey, text: String) {
    #expect(key.kind.value(of: text) == nil)
  }

  @Test(
    "A file must hold a value of the right type",
    arguments: [
      (SettingKey.maxConcurrent, "\"8\""), (.maxConcurrent, "8.5"), (.maxConcurrent, "true"), (.model, "3"),
      (.pollInterval, "\"1\""), (.apiKeyCommand, "\"pass show\""), (.detailLevel, "[\"standard\"]"),
      (.heldNames, "\"*.bck\""),
    ])
  func wrongType(key: SettingKey, json: String) {
    #expect(key.kind.value(ofJSON: json) == nil)
  }

  @Test("Every setting has its option and its variable, and what it is by default is allowed")
  func names() {
    #expect(
      SettingKey.allCases.map(\.environmentVariable) == [
        "TRANSCRIPTOR_TARGET_LANGUAGE", "TRANSCRIPTOR_SECOND_TARGET_LANGUAGE", "TRANSCRIPTOR_MODEL",
        "TRANSCRIPTOR_DETAIL_LEVEL", "TRANSCRIPTOR_ENGINE", "TRANSCRIPTOR_MAX_CONCURRENT",
        "TRANSCRIPTOR_REQUESTS_PER_MINUTE", "TRANSCRIPTOR_POLL_INTERVAL", "TRANSCRIPTOR_SETTLE_TIME",
        "TRANSCRIPTOR_MAX_INPUT_BYTES", "TRANSCRIPTOR_HELD_NAMES", "TRANSCRIPTOR_ORIGINALS",
        "TRANSCRIPTOR_ENCODING",
        "TRANSCRIPTOR_BASE_URL",
        "TRANSCRIPTOR_API_VERSION", "TRANSCRIPTOR_API_KEY_COMMAND",
      ])
    #expect(
      SettingKey.allCases.map(\.options) == [
        ["--to", "--target-language"], ["--second-target-language"], ["--model"],
        ["--detail", "--detail-level"], ["--engine"], ["--max-concurrent"], ["--requests-per-minute"],
        ["--poll-interval"], ["--settle-time"], ["--max-input-bytes"], ["--held-names"], ["--originals"],
        ["--encoding"],
        ["--base-url"],
        ["--api-version"], ["--api-key-command"],
      ])
    let withoutDefault = SettingKey.allCases.filter { $0.fallback == nil }
    #expect(
      withoutDefault == [
        .targetLanguage, .secondTargetLanguage, .requestsPerMinute, .heldNames, .apiKeyCommand,
      ])
  }
}
