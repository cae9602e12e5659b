import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import TestSupport
import Testing

@testable import NoticeBoardLink

@Suite("The file of hidden content", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HiddenFileTests {
    private let folder = ScratchFolder.url("hidden file")
    private let hidden = LinkHideList.Content(blocked: [LinkUser(id: "a", nick: "a")], posts: ["p"])
    private var store: LinkHiddenFiles { LinkHiddenFiles(directory: folder) }
    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".json") }
    }

    /// Stores the content as a former version did: under the account's ID.
    private func storeUnderFormerName(_ text: String? = nil) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let hidden = #"{"blocked":[{"_id":"a","nick":"a"}],"comments":[],"muted":[],"posts":["p"]}"#
        let content = text ?? #"{"format":1,"hidden":"# + hidden + "}"
        try Data(content.utf8).write(to: folder.appendingPathComponent("hidden-account7.json"))
    }

    @Test("Its name does not contain the account's ID") func name() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try store.save(hidden, for: "account7")
        #expect(names.count == 1)
        #expect(names.allSatisfy { $0.hasPrefix("hidden-") && !$0.contains("account7") })
        #expect(try store.load("account7") == hidden)
        #expect(try store.load("account8") == nil)
    }

    @Test("A file under the former name is read, and gets the new name") func former() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try storeUnderFormerName()
        #expect(try store.load("account7") == hidden)
        #expect(names.count == 1)
        #expect(names.allSatisfy { !$0.contains("account7") })
        #expect(try store.load("account7") == hidden)
    }

    @Test("A later file takes precedence over one with the former name") func both() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try store.save(hidden, for: "account7")
        try storeUnderFormerName(#"{"format":1,"hidden":{"blocked":[],"comments":[],"muted":[],"posts":[]}}"#)
        #expect(try store.load("account7") == hidden)
        #expect(names.count == 1)
    }

    @Test("Erasing removes a file under the former name") func erased() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try storeUnderFormerName()
        try store.save(nil, for: "account7")
        #expect(names.isEmpty)
    }

    @Test("A damaged file under the former name is reported, and replaced by the next save") func damaged() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try storeUnderFormerName("{")
        let error = #expect(throws: NoticeBoardError.self) { try store.load("account7") }
        #expect(error?.code == .storeDamaged)
        try store.save(hidden, for: "account7")
        #expect(try store.load("account7") == hidden)
        #expect(names.allSatisfy { !$0.contains("account7") })
    }
}
