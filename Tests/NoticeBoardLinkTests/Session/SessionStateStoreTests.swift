import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@Suite("Session state and file sizes", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SessionStateStoreTests {
    @Test("A slow subscriber of the state blocks neither readers nor writers")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func busyReader() async throws {
        let store = SessionStateStore { LinkSession.State($0, isConfirmed: $1) }
        let (slow, done) = (SlowListener(), Gate())
        defer { slow.resume() }
        let hearing = try await slow.hearing(store.states(startingWith: .restoring))
        Thread.detachNewThread { store.update(.signedIn(account: "u1")) }
        Thread.detachNewThread { store.confirm() }
        try await slow.isBeingTold.pass()
        Thread.detachNewThread {
            store.confirm()
            store.update(.signedOut)
            if store.isConfirmed { done.open() }
        }
        try await done.pass()
        slow.resume()
        hearing.cancel()
        #expect(await hearing.value.prefix(1) == [.restoring])
        #expect(await store.states(startingWith: .signedOut).first { _ in true } == .signedOut)
    }

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
        func hide(_ count: Int) throws { try hidden.save(LinkHidden(posts: [String(repeating: "p", count: count)]), for: "u") }
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
