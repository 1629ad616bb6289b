import Glibc
import TestSupport
import Testing
import TranscriptorKit

@Suite("The history among processes")
struct HistoryProcessesTests {
  let probe = HistoryProbe()

  @Test("Several processes and threads write at once: nothing is lost, and never more than fifty remain")
  func writers() async throws {
    let path = probe.path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...3 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String, writer = writer as Int] in
            let store = HistoryStore(path: path) { _ in exit(9) }
            for number in 1...20 {
              try await store.record([(Samples.result("\(writer)-\(number)"), claim: "\(writer)-\(number)")])
              guard try await store.latest(limit: 99).count <= 50 else { exit(8) }
            }
          }
        }
      }
      for writer in 4...5 {
        let store = probe.store()
        group.addTask {
          for number in 1...20 {
            try await store.record([(Samples.result("\(writer)-\(number)"), claim: nil)])
            #expect(try await store.latest(limit: 99).count <= 50)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await probe.store().latest().map(\.id) == (51...100).reversed())
    #expect(probe.warnings.isEmpty)
  }

  @Test("Processes that find the same damage at once set it aside once and share the new history")
  func damageFoundByMany() async throws {
    let start = try await ChildProcess.run("sh", ["-c", "echo nonsense > \(probe.path)"])
    #expect(start.status == .exit(0))
    let path = probe.path
    await withTaskGroup(of: Void.self) { group in
      for writer in 1...3 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String, writer = writer as Int] in
            let store = HistoryStore(path: path) { _ in }
            for number in 1...5 {
              try await store.record([(Samples.result("\(writer)-\(number)"), claim: nil)])
            }
          }
        }
      }
    }
    #expect(try probe.names().filter { $0.contains("damaged") && !$0.hasSuffix("-wal") }.count == 1)
    #expect(try await probe.store().latest().count == 15)
  }

  @Test("Stores of one program that find the same damage at once share the new history too")
  func damageFoundByThreads() async throws {
    try await probe.record((1...9).map { "text \($0) " + String(repeating: "x", count: 9000) })
    let stores = (1...4).map { _ in probe.store() }
    for store in stores { _ = try await store.entry(id: 1) }
    let harm = "dd if=/dev/urandom of=\(probe.path) bs=4096 seek=3 count=40 conv=notrunc status=none"
    _ = try await ChildProcess.run("sh", ["-c", harm])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for store in stores {
        group.addTask {
          _ = try await store.latest()
          try await store.record([(Samples.result("kot"), claim: nil)])
        }
      }
      try await group.waitForAll()
    }
    #expect(try await probe.store().latest().count { $0.result.sourceText == "kot" } == 4)
    #expect(probe.warnings.count == 1)
  }

  @Test("A process that is killed loses nothing that it has recorded")
  func killed() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = probe.path as String] in
      let store = HistoryStore(path: path) { _ in }
      for number in 1...5 { try await store.record([(Samples.result("\(number)"), claim: nil)]) }
      kill(getpid(), SIGKILL)
    }
    #expect(try await probe.store().latest().map(\.id) == [5, 4, 3, 2, 1])
    #expect(try probe.sql("PRAGMA integrity_check") == "ok")
  }

  @Test("A history that another process keeps locked is an error after two seconds")
  func locked() async throws {
    let store = probe.store()
    try await store.record([(Samples.result("kot"), claim: nil)])
    let other = try RawDatabase(path: probe.path)
    try other.run("BEGIN EXCLUSIVE")
    let start = ContinuousClock.now
    let error = await #expect(throws: SQLiteError.self) {
      try await store.record([(Samples.result("pies"), claim: nil)])
    }
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(error?.code == 5)
    #expect(try await store.latest().count == 1)
    try other.run("COMMIT")
    try await store.record([(Samples.result("pies"), claim: nil)])
    #expect(try await store.latest().count == 2)
  }

  @Test("Texts wait once for a history that stays locked, and both the loss and its end are said once")
  func keptWhileLocked() async throws {
    let store = probe.store()
    #expect(await store.keep([(Samples.result("one"), claim: nil)]) == nil)
    let other = try RawDatabase(path: probe.path)
    try other.run("BEGIN EXCLUSIVE")
    let news = await store.keep([(Samples.result("two"), claim: nil)])
    #expect(news?.contains("locked") == true)
    let start = ContinuousClock.now
    for _ in 1...20 { #expect(await store.keep([(Samples.result("more"), claim: nil)]) == nil) }
    // Twenty times the patience would be forty seconds.
    #expect(ContinuousClock.now - start < .seconds(20))
    try other.run("COMMIT")
    let end = await store.keep([(Samples.result("three"), claim: nil)])
    #expect(end?.contains("21 translations") == true)
    #expect(await store.keep([(Samples.result("four"), claim: nil)]) == nil)
    #expect(try await store.latest().map(\.result.sourceText) == ["four", "three", "one"])
  }

  @Test("A history that is closed leaves the database alone, and a later call opens it again")
  func closed() async throws {
    let store = probe.store()
    let other = probe.store()
    try await store.record([(Samples.result("one"), claim: nil)])
    try await other.record([(Samples.result("two"), claim: nil)])
    await store.close()
    try await other.record([(Samples.result("three"), claim: nil)])
    #expect(try await store.latest().count == 3)
    await store.close()
    await store.close()
    await other.close()
    #expect(try probe.names() == ["history.sqlite"])
    #expect(try await probe.store().latest().count == 3)
  }

  @Test("Closing a history whose name another has by now takes nothing of that one's")
  func closedLate() async throws {
    let old = probe.store()
    try await old.record([(Samples.result("old"), claim: nil)])
    let script = "cd '\(probe.folder.path)'; for name in history.sqlite*; do mv $name away$name; done"
    #expect(try await ChildProcess.run("sh", ["-c", script]).status == .exit(0))
    let new = probe.store()
    try await new.record([(Samples.result("new"), claim: nil)])
    let before = try probe.names()
    await old.close()
    #expect(try probe.names() == before)
    #expect(before.contains("history.sqlite-wal"))
    #expect(try await new.latest().map(\.result.sourceText) == ["new"])
  }

  @Test("Waiting for the lock on opening ends after two seconds, too")
  func lockedOnOpening() async throws {
    try await probe.record(["kot"])
    let lock = open(probe.folder.path + "/.history.sqlite.lock", O_RDWR)
    defer { close(lock) }
    flock(lock, LOCK_EX)
    let start = ContinuousClock.now
    let store = probe.store()
    await #expect(throws: SQLiteError.self) { try await store.latest() }
    #expect(ContinuousClock.now - start < .seconds(30))
    flock(lock, LOCK_UN)
    #expect(try await store.latest().count == 1)
  }

  @Test(
    "A disk that takes no new file is an error of each call, and no fault of the next",
    .enabled(if: SmallDisk.isAvailable, "this user may not mount"))
  func noInodes() async throws {
    let disk = try SmallDisk(at: probe.folder.path, in: probe.folder, options: "mode=0755,nr_inodes=12")
    try disk.fillWithFiles()
    let store = probe.store()
    #expect(await store.keep([(Samples.result("one"), claim: nil)])?.contains("No space left") == true)
    disk.makeSpace()
    // Room for the lock and the database, and none for its log.
    try disk.fillWithFiles(leaving: 2)
    #expect(await store.keep([(Samples.result("two"), claim: nil)]) == nil)
    await #expect(throws: (any Error).self) {
      try await store.record([(Samples.result("three"), claim: nil)])
    }
    disk.makeSpace()
    #expect(await store.keep([(Samples.result("four"), claim: nil)])?.contains("2 translations") == true)
    #expect(try await store.latest().map(\.result.sourceText) == ["four"])
    await store.close()
  }

  @Test(
    "A history that can only be read is shown, not written, and not taken for damaged",
    .enabled(if: SmallDisk.isAvailable, "this user may not mount"), arguments: [false, true])
  func readOnly(isWholeDisk: Bool) async throws {
    try await probe.withStore { store in
      try await store.record([(Samples.result("one"), claim: nil)])
      await store.close()
    }
    let place = isWholeDisk ? probe.folder.path : probe.path
    #expect(mount(place, place, nil, UInt(MS_BIND), nil) == 0)
    defer { umount2(place, Int32(MNT_DETACH)) }
    #expect(mount(nil, place, nil, UInt(MS_BIND | MS_REMOUNT | MS_RDONLY), nil) == 0)
    let store = probe.store()
    #expect(await store.keep([(Samples.result("two"), claim: nil)]) != nil)
    #expect(await store.keep([(Samples.result("three"), claim: nil)]) == nil)
    await #expect(throws: (any Error).self) { try await store.clear() }
    #expect(probe.warnings == [])
    if !isWholeDisk { #expect(try await store.latest().count == 1) }
    await store.close()
  }

  @Test("A disk that takes no more is an error; what was recorded stays, and later entries are taken again")
  func fullDisk() async throws {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let probe = HistoryProbe()
      let store = probe.store()
      try await store.record([(Samples.result("kot"), claim: nil)])
      var limit = rlimit(rlim_cur: 300_000, rlim_max: .max)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let large = Samples.result(String(repeating: "x", count: 400_000))
      do {
        try await store.record([(large, claim: nil)])
        exit(2)
      } catch is SQLiteError {}
      guard try await store.latest().map(\.id) == [1] else { exit(3) }
      try await store.record([(Samples.result("pies"), claim: nil)])
      guard try await store.latest().count == 2, probe.warnings.isEmpty else { exit(4) }
    }
  }
}
