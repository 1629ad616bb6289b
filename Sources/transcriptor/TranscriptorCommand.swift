@main
struct TranscriptorCommand {
  static func main() {}
}
