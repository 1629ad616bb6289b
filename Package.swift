// swift-tools-version: 6.2
import PackageDescription

// Tests/fuzz sets it: libFuzzer brings a main of its own, which no other build wants.
let fuzzes = Context.environment["TRANSCRIPTOR_FUZZ"] != nil

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let package = Package(
  name: "Transcriptor",
  products: [
    .library(name: "TranscriptorKit", targets: ["TranscriptorKit"]),
    .executable(name: "transcriptor", targets: ["transcriptor"]),
    .executable(name: "transcriptor-action", targets: ["transcriptor-action"]),
  ],
  targets: [
    // System libraries: a module map and a header each; the packages to install are named here once.
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CLinux"),

    .target(
      name: "TranscriptorKit", dependencies: ["CCurl", "CSQLite", "CZlib", "CLinux"],
      swiftSettings: strict),
    // What the two programs share: words of the command line, standard streams, exit statuses.
    .target(
      name: "CommandLineSupport", dependencies: ["TranscriptorKit", "CLinux"], swiftSettings: strict),
    .executableTarget(
      name: "transcriptor", dependencies: ["TranscriptorKit", "CommandLineSupport"], swiftSettings: strict),
    .executableTarget(
      name: "transcriptor-action", dependencies: ["TranscriptorKit", "CommandLineSupport"],
      swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["TranscriptorKit", "CLinux"], path: "Tests/TestSupport",
      swiftSettings: strict),
    // What must hold of every reader of foreign bytes, for tests and for the fuzzer.
    .target(
      name: "Fuzzing", dependencies: ["TranscriptorKit"], path: "Tests/Fuzzing/Readers", swiftSettings: strict
    ),
    .testTarget(
      name: "TranscriptorKitTests", dependencies: ["TranscriptorKit", "TestSupport", "Fuzzing", "CSQLite"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "TranscriptorKit", "TestSupport", "CommandLineSupport", "transcriptor", "transcriptor-action",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

if fuzzes {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["Fuzzing"], path: "Tests/Fuzzing/Fuzzer", swiftSettings: strict))
}
