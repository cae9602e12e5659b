import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@Suite("The parts of a session", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SessionPartsTests {
    private static func credentials(_ number: Int) -> Credentials {
        Credentials(accessToken: .raw("access-\(number)"), refreshToken: "refresh-\(number)", account: "u\(number)")
    }

    private final class Thing: Sendable {}
    private final class OtherThing: Sendable {}

    @Test("A shelf has one thing of each kind, of one generation alone") func shelf() {
        let tokens = TokenSession { $0 }
        let first = tokens.generation
        tokens.signIn(Self.credentials(1))
        let second = tokens.generation
        let (shelf, thing, other) = (AccountObjects(), Thing(), OtherThing())
        #expect(shelf.object(Thing.self, in: first) == nil)
        let put = shelf.keep(thing, in: first)
        #expect(put.0 === thing && put.isNew && shelf.object(Thing.self, in: first) === thing)
        #expect(shelf.object(OtherThing.self, in: first) == nil && shelf.object(Thing.self, in: second) == nil)
        let again = shelf.keep(Thing(), in: first)
        #expect(again.0 === thing && !again.isNew && shelf.keep(other, in: first).isNew)
        #expect(shelf.object(Thing.self, in: first) === thing && shelf.object(OtherThing.self, in: first) === other)
        let new = Thing()
        #expect(shelf.keep(new, in: second).0 === new && shelf.object(Thing.self, in: second) === new)
        #expect(shelf.object(OtherThing.self, in: second) == nil && shelf.object(Thing.self, in: first) == nil)
        shelf.clear()
        #expect(shelf.object(Thing.self, in: second) == nil && shelf.keep(Thing(), in: second).isNew)
    }

    @Test("A book tells each state once, and nothing but that it is restoring until it is settled") func book() async {
        let book = SessionStatusStore()
        var states = book.states(startingWith: .restoring).makeAsyncIterator()
        #expect(await states.next() == .restoring && !book.isSettled)
        book.note(.signedIn(Self.credentials(1)))
        #expect(!book.isSettled)
        book.settle()
        #expect(book.isSettled)
        #expect(await states.next() == .signedIn(user: "u1"))
        book.settle()
        book.note(.renewed(Self.credentials(1)))
        book.note(.signedIn(Credentials(accessToken: .raw("a"))))
        #expect(await states.next() == .signedIn(user: ""))
        let error = NoticeBoardError(.sessionOver, "over")
        book.note(.ended(error))
        #expect(await states.next() == .ended(error))
        book.note(.signedOut)
        #expect(await states.next() == .signedOut)
        let renewed = SessionStatusStore()
        renewed.note(.renewed(Self.credentials(2)))
        #expect(renewed.isSettled)
        let ended = SessionStatusStore()
        var later = ended.states(startingWith: .restoring).makeAsyncIterator()
        _ = await later.next()
        ended.note(.signedOut)
        ended.note(.ended(error))
        #expect(await later.next() == .ended(error) && !ended.isSettled)
    }

    @Test("While somebody takes its time to be told, the book can be read and goes on being written")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func busyReader() async throws {
        let (book, slow, done) = (SessionStatusStore(), SlowListener(), Gate())
        defer { slow.goOn() }
        let hearing = try await slow.hearing(book.states(startingWith: .restoring))
        Thread.detachNewThread { book.note(.signedIn(Self.credentials(1))) }
        Thread.detachNewThread { book.settle() }
        try await slow.isBeingTold.pass()
        Thread.detachNewThread {
            book.settle()
            book.note(.signedOut)
            if book.isSettled { done.open() }
        }
        try await done.pass()
        slow.goOn()
        hearing.cancel()
        #expect(await hearing.value.prefix(1) == [.restoring])
        #expect(await book.states(startingWith: .signedOut).first { _ in true } == .signedOut)
    }

    @Test("What a session is, of what its tokens are and whether that is certain") func states() {
        let error = NoticeBoardError(.sessionOver)
        let all: [(SessionStatus, LinkSession.State, LinkSession.State)] = [
            (.signedOut, .restoring, .signedOut), (.signedIn(account: "u"), .restoring, .signedIn(user: "u")),
            (.signedIn(account: nil), .restoring, .signedIn(user: "")), (.ended(error), .ended(error), .ended(error)),
        ]
        for (tokens, open, settled) in all {
            #expect(LinkSession.State(tokens, isSettled: false) == open && LinkSession.State(tokens, isSettled: true) == settled)
        }
        let book = SessionStatusStore()
        let details = SignInDetails(email: "e", password: "p")
        #expect(!book.mayHaveJoined(details))
        book.noteJoined(details)
        #expect(book.mayHaveJoined(details) && !book.mayHaveJoined(SignInDetails(email: "e", password: "q")))
        book.noteJoined(nil)
        #expect(!book.mayHaveJoined(details))
    }

    @Test("What an account hides is kept until it is erased, and it is told how that ended, once") func hidden() async throws {
        let received = Locked<[String]>([])
        final class Store: LinkHiddenStore {
            let memory = LinkHiddenMemory()
            let failure = Locked<NoticeBoardError?>(nil)
            func load(_ account: LinkUser.ID) throws -> LinkHidden? { memory.load(account) }
            func save(_ hidden: LinkHidden?, for account: LinkUser.ID) throws {
                if let failure = failure.withLock({ $0 }) { throw failure }
                memory.save(hidden, for: account)
            }
        }
        let store = Store()
        let (keeper, hidden) = (HiddenPeopleStorage(store), LinkHidden(posts: ["p"]))
        func save(_ account: String) async throws -> LinkHidden? {
            keeper.change(account, [{ $0 = hidden }]) { failure in
                // Told when it is so.
                received.withLock {
                    $0.append("\(account) \(failure?.code.rawValue ?? "-") \(store.memory.load(account) == hidden)")
                }
            }
            return try await keeper.load(account)
        }
        #expect(try await save("a") == hidden)
        store.failure.withLock { $0 = NoticeBoardError(.storageFull) }
        #expect(try await save("b") == hidden)
        #expect(received.withLock { $0 } == ["a - true", "b storageFull false"])
        let error = await #expect(throws: NoticeBoardError.self) { try await keeper.erase("a") }
        #expect(error?.code == .storageFull && store.memory.load("a") == hidden)
        store.failure.withLock { $0 = nil }
        try await keeper.erase("a")
        #expect(try await save("a") == nil)
        #expect(try await save("b") == hidden)
        #expect(received.withLock { $0.dropFirst(2) } == ["b - true"])
    }

    @Test("A file of tokens takes 65,536 bytes, and not one more; one of what is hidden 16 MiB") func longest() throws {
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
        let rooms = (65_536 - (try size("tokens.json")), 16_777_216 - (try size("hidden-u.json")))
        let texts = ("the file of the tokens may have 65536 bytes.", "the file of what is hidden may have 16777216 bytes.")
        #expect(refusal { try keep(1 + rooms.0) } == nil && refusal { try hide(1 + rooms.1) } == nil)
        #expect(refusal { try keep(2 + rooms.0) } == NoticeBoardError(.storageFull, texts.0))
        #expect(refusal { try hide(2 + rooms.1) } == NoticeBoardError(.storageFull, texts.1))
        #expect(try tokens.load()?.refreshToken?.count == 1 + rooms.0 && hidden.load("u")?.posts.first?.count == 1 + rooms.1)
    }
}
