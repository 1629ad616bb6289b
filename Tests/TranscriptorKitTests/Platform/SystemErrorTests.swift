import Glibc
import Testing
import TranscriptorKit

@Suite("Failed system calls")
struct SystemErrorTests {
  @Test("A failure says what could not be done, to which file and why")
  func description() {
    let error = SystemError("open", "/a/b", code: ENOENT)
    #expect("\(error)" == "can't open /a/b: No such file or directory")
    #expect(error.reason == "No such file or directory")
  }

  @Test("A full or read-only disk is told from trouble with one file")
  func disk() {
    for code in [ENOSPC, EDQUOT, EROFS] {
      #expect(SystemError("write", "x", code: code).isFullOrReadOnly)
    }
    for code in [EIO, EACCES, ENOENT, EEXIST, EXDEV, ENAMETOOLONG, EPERM] {
      #expect(!SystemError("write", "x", code: code).isFullOrReadOnly)
    }
  }
}
