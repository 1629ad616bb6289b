@main
struct TranscriptorAction {
  static func main() {}
}
