import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TranscriptorKit

@Suite("The folders of a group")
struct GroupFoldersTests {
  private let stage = SpoolStage()

  @Test("The group is made for its user alone, with all its folders, but nothing above it")
  func makes() throws {
    let folders = try GroupFolders(stage.group)
    #expect(try folders.root.status().mode == 0o700)
    #expect(try folders.work.status().mode == 0o700)
    let made = Files.everything(below: stage.group.path).keys.sorted()
    #expect(made == [".work", "done", "failed", "inbox", "outbox"])
    let deeper = AppGroup(path: stage.group.path + "/no/group")
    #expect(try errorNumber { _ = try GroupFolders(deeper) } == ENOENT)
  }

  @Test("A group that is gone is not made anew where that is not wanted")
  func gone() throws {
    #expect(try errorNumber { _ = try GroupFolders(stage.group, mayMake: false) } == ENOENT)
    #expect(access(stage.group.path, F_OK) != 0)
  }

  @Test(
    "A folder that others can write to is set-up trouble that names it",
    arguments: ["", "/outbox", "/failed", "/done", "/.work"])
  func writable(folder: String) throws {
    _ = try GroupFolders(stage.group)
    for mode: mode_t in [0o770, 0o702] {
      chmod(stage.group.path + folder, mode)
      #expect {
        try GroupFolders(stage.group)
      } throws: { error in
        guard let trouble = error as? TranslationTrouble, trouble.isSetup else { return false }
        return trouble.message.contains(stage.group.path + folder) && trouble.hint.contains("chmod go-w")
      }
    }
  }

  @Test("The inbox may be open to others")
  func openInbox() throws {
    _ = try GroupFolders(stage.group)
    chmod(stage.group.path + "/inbox", 0o1777)
    _ = try GroupFolders(stage.group)
  }

  @Test("A link in a folder's place is refused", arguments: ["inbox", "outbox", "failed", "done", ".work"])
  func link(name: String) throws {
    mkdir(stage.group.path, 0o700)
    mkdir(stage.folder.path + "/elsewhere", 0o700)
    symlink("../elsewhere", stage.group.path + "/" + name)
    #expect(try [ENOTDIR, ELOOP].contains(errorNumber { _ = try GroupFolders(stage.group) }))
  }

  @Test("Another user's group is set-up trouble", .enabled(if: geteuid() == 0, "only root can give it away"))
  func otherOwner() throws {
    _ = try GroupFolders(stage.group)
    chown(stage.group.path + "/outbox", 65534, 65534)
    #expect(throws: TranslationTrouble.self) { try GroupFolders(stage.group) }
  }
}
