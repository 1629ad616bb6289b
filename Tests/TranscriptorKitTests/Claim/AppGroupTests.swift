import Glibc
import Testing
import TranscriptorKit

@Suite("Which group is meant")
struct AppGroupTests {
  private func path(_ option: String?, _ environment: [String: String]) -> String? {
    AppGroup.chosen(option: option, environment: environment)?.path
  }

  @Test("The option beats the variable, which beats the home folder; an empty variable is unset")
  func order() {
    let environment = ["TRANSCRIPTOR_GROUP": "/variable", "HOME": "/home/x"]
    #expect(path("/option", environment) == "/option")
    #expect(path(nil, environment) == "/variable")
    #expect(path(nil, ["TRANSCRIPTOR_GROUP": "", "HOME": "/home/x"]) == "/home/x/Transcriptor")
  }

  @Test("A relative path is below the working folder")
  func relative() throws {
    let current = try #require(getcwd(nil, 0))
    defer { free(current) }
    #expect(path("group", [:]) == String(cString: current) + "/group")
  }

  @Test("Without a home in the environment the password file's counts")
  func noHome() throws {
    let entry = try #require(getpwuid(geteuid()))
    #expect(path(nil, [:]) == String(cString: entry.pointee.pw_dir) + "/Transcriptor")
  }

  @Test("History and settings lie in the group")
  func paths() {
    #expect(AppGroup(path: "/g").historyPath == "/g/history.sqlite")
    #expect(AppGroup(path: "/g").settingsPath == "/g/settings.json")
  }
}
