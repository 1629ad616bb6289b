extension Duration {
  /// The most that an end may take on the busiest machine; what a test has a program wait for takes far longer.
  public static let prompt = Duration.seconds(20)
}
