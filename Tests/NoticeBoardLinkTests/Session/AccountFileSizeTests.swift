import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@Suite("Sizes of an account's files", .inTurn, .timeLimit(.minutes(1))) struct AccountFileSizeTests {
    @Test("A token file holds up to 65,536 bytes, a file of hidden people 16 MiB") func longest() throws {
        let folder = ScratchFolder.url("longest")
        let (tokens, hidden) = (FileTokenStore(directory: folder), LinkHiddenFiles(directory: folder, files: WatchedFiles()))
        func size(_ name: String) throws -> Int { try Data(contentsOf: folder.appendingPathComponent(name)).count }
        func refusal(_ work: () throws -> Void) -> NoticeBoardError? {
            do { try work() } catch { return error as? NoticeBoardError }
            return nil
        }
        func keep(_ count: Int) throws {
            try tokens.save(Credentials(accessToken: .raw("a"), refreshToken: String(repeating: "r", count: count), account: "u"))
        }
        func hide(_ count: Int) throws {
            try hidden.save(LinkHideList.Content(posts: [String(repeating: "p", count: count)]), for: "u")
        }
        try keep(1)
        try hide(1)
        let rooms = (65_536 - (try size("tokens.json")), 16_777_216 - (try size("hidden-\(HashedName.of("u")).json")))
        let texts = ("the file of the tokens may have 65536 bytes.", "the file of what is hidden may have 16777216 bytes.")
        #expect(refusal { try keep(1 + rooms.0) } == nil)
        #expect(refusal { try hide(1 + rooms.1) } == nil)
        #expect(refusal { try keep(2 + rooms.0) } == NoticeBoardError(.storageFull, texts.0))
        #expect(refusal { try hide(2 + rooms.1) } == NoticeBoardError(.storageFull, texts.1))
        #expect(try tokens.load()?.refreshToken?.count == 1 + rooms.0)
        #expect(try hidden.load("u")?.posts.first?.count == 1 + rooms.1)
    }
}
