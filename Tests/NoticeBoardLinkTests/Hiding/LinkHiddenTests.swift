import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Hidden people, posts and comments", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkHiddenTests {
    nonisolated private static let users = ["a", "b", "c"].map { LinkUser(id: $0, nick: "\($0)!") }
    private let a = Self.users[0]
    private let b = Self.users[1]
    private let c = Self.users[2]

    /// A store that records each save and fails on demand.
    private final class Store: LinkHiddenStore {
        let kept = WatchedValue<[LinkHideList.Content?]>([])
        let loads = Locked(0)
        let failure = Locked<NoticeBoardError?>(nil)
        let content: Locked<LinkHideList.Content?>
        init(_ content: LinkHideList.Content? = nil) { self.content = Locked(content) }

        func load(_ account: LinkUser.ID) throws -> LinkHideList.Content? {
            loads.withLock { $0 += 1 }
            if let failure = failure.withLock({ $0 }) { throw failure }
            return content.withLock { $0 }
        }
        func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) throws {
            if let failure = failure.withLock({ $0 }) { throw failure }
            kept.update { $0.append(hidden) }
            content.withLock { $0 = hidden }
        }
    }

    private func post(_ id: String, by user: LinkUser) -> LinkPost { LinkPost(id: id, author: user) }
    private func reply(_ id: String, by user: LinkUser) -> LinkReply { LinkReply(id: id, content: "", author: user) }

    @Test("Hides blocked people everywhere and muted people outside their own page") func hides() {
        let hidden = LinkHideList.Content(blocked: [a], muted: [b], posts: ["p"], replies: ["c"])
        #expect(hidden.isBlocked("a"))
        #expect(!hidden.isBlocked("b"))
        #expect(hidden.isMuted("b"))
        #expect(!hidden.isMuted("a"))
        #expect(["a", "b", "c"].map { hidden.hides($0) } == [true, true, false])
        #expect(["a", "b", "c"].map { hidden.hides($0, on: $0) } == [true, false, false])
        #expect(hidden.hides("b", on: "a"))
        #expect([a, b, c].map { hidden.reason(for: post("q", by: $0)) } == [.blocked, .author, nil])
        #expect([a, b, c].map { hidden.reason(for: post("q", by: $0), on: $0.id) } == [.blocked, nil, nil])
        #expect([a, b, c].map { hidden.hides(reply("d", by: $0)) } == [true, true, false])
        #expect(hidden.reason(for: post("p", by: c), on: "c") == .reported)
        #expect(hidden.hides(reply("c", by: c)))
        #expect(!hidden.hides(reply("p", by: c)))
        let parts = [
            LinkHideList.Content(blocked: [a]), LinkHideList.Content(muted: [a]), LinkHideList.Content(posts: ["a"]),
            LinkHideList.Content(replies: ["a"]),
        ]
        #expect(parts.allSatisfy { !$0.isEmpty })
        #expect(LinkHideList.Content().isEmpty)
    }

    @Test("Stored hidden content reads back equal") func written() throws {
        let hidden = LinkHideList.Content(blocked: [a], muted: [c, b], posts: ["q", "p"], replies: ["e", "d", "c"])
        let folder = ScratchFolder.url("hidden texts")
        let store = LinkHiddenFiles(directory: folder)
        try store.save(hidden, for: "u")
        #expect(try store.load("u") == hidden)
        let file = folder.appendingPathComponent("hidden-\(HashedName.of("u")).json")
        let text =
            #"{"blocked":[{"_id":"a","nick":"a!"}],"comments":["c","d","e"],"muted":[{"_id":"c","nick":"c!"},{"_id":"b","nick":"b!"}],"#
            + #""posts":["p","q"]}"#
        try Data((#"{"format":1,"hidden":"# + text + "}").utf8).write(to: file)
        #expect(try store.load("u") == hidden)
        for (text, expected) in [
            ("{", NoticeBoardError(.storeDamaged, "What is hidden cannot be read.")),
            (#"{"format":2}"#, NoticeBoardError(.storeTooNew, "What is hidden: format 2.")),
        ] {
            try Data(text.utf8).write(to: file)
            let error = #expect(throws: NoticeBoardError.self) { try store.load("u") }
            #expect(error == expected)
        }
    }

    @Test("Blocking or muting puts a person first in exactly one of the two lists") func order() async throws {
        let store = Store()
        let hiding = LinkHideList("me", HiddenContentStorage(store))
        _ = try await hiding.whenRead()
        for user in [a, b, a] { hiding.mute(user) }
        #expect(hiding.state == LinkHideList.Content(muted: [a, b]))
        for user in [b, c, b] { hiding.block(user) }
        #expect(hiding.state == LinkHideList.Content(blocked: [b, c], muted: [a]))
        hiding.mute(c)
        hiding.block(LinkUser(id: "me", nick: ""))
        hiding.mute(LinkUser(id: "me", nick: ""))
        #expect(hiding.state == LinkHideList.Content(blocked: [b, c], muted: [a]))
        let renamed = LinkUser(id: "c", nick: "new")
        hiding.block(renamed)
        #expect(hiding.state.blocked == [renamed, b])
        hiding.unblock("b")
        hiding.unblock("nobody")
        hiding.unmute("a")
        #expect(hiding.state == LinkHideList.Content(blocked: [renamed]))
        let reports: [LinkReport.Subject] = [
            .post(post("p", by: a)), .post(post("mine", by: LinkUser(id: "me", nick: ""))), .user(a),
            .reply(reply("c1", by: a), on: "p"), .reply(reply("c2", by: LinkUser(id: "me", nick: "")), on: "p"),
        ]
        for subject in reports {
            let report = hiding.report(subject, because: .abuse, note: "x")
            #expect(report == LinkReport(subject: subject, reporter: "me", reason: .abuse, note: "x", time: report.time))
        }
        #expect(hiding.report(.user(a), because: .spam).note.isEmpty)
        #expect(hiding.state == LinkHideList.Content(blocked: [renamed], posts: ["p"], replies: ["c1"]))
        hiding.unhideItems()
        #expect(hiding.state == LinkHideList.Content(blocked: [renamed]))
        _ = try await hiding.whenRead()
        #expect(store.kept.value.last == hiding.state)
        // Each change is saved once, and calls that change nothing are not saved.
        #expect(store.kept.value.count == 12)
    }

    @Test("Applies changes made before loading to the stored content") func early() async throws {
        let store = Store(LinkHideList.Content(blocked: [a, b], posts: ["old"]))
        let hiding = LinkHideList("me", HiddenContentStorage(store))
        var received: [LinkHideList.Content] = []
        let listening = hiding.observe { received.append($0) }
        hiding.unblock("a")
        hiding.hide(post("new", by: a))
        #expect(hiding.state == LinkHideList.Content(posts: ["new"]))
        _ = try await hiding.whenRead()
        let both = LinkHideList.Content(blocked: [b], posts: ["old", "new"])
        #expect(received == [LinkHideList.Content(), LinkHideList.Content(posts: ["new"]), both])
        #expect(hiding.failure == nil)
        #expect(store.kept.value.last == both)
        hiding.end()
        #expect(hiding.state == LinkHideList.Content())
        #expect(received.last == LinkHideList.Content())
        hiding.block(c)
        _ = try await hiding.whenRead()
        #expect(hiding.state.isEmpty)
        #expect(store.content.withLock { $0 } == both)
        withExtendedLifetime(listening) {}
        let quiet = Store(LinkHideList.Content(blocked: [a]))
        let other = LinkHideList("me", HiddenContentStorage(quiet))
        _ = try await other.whenRead()
        other.end()
        #expect(quiet.kept.value.isEmpty)
    }

    @Test("Reports a storage failure until a save succeeds") func failures()
        async
    {
        let store = Store()
        let (damaged, full) = (NoticeBoardError(.storeDamaged, "d"), NoticeBoardError(.storageFull, "f"))
        store.failure.withLock { $0 = damaged }
        let storage = HiddenContentStorage(store)
        let hiding = LinkHideList("me", storage)
        hiding.block(a)
        _ = try? await hiding.whenRead()
        await storage.settled()
        #expect(hiding.failure == damaged)
        #expect(hiding.state == LinkHideList.Content(blocked: [a]))
        store.failure.withLock { $0 = full }
        hiding.block(b)
        await storage.settled()
        #expect(await eventually { hiding.failure == full })
        store.failure.withLock { $0 = nil }
        hiding.block(c)
        await storage.settled()
        #expect(await eventually { hiding.failure == nil })
        #expect(store.kept.value.last == LinkHideList.Content(blocked: [c, b, a]))
    }

    @Test("Screens wait for an unreadable block list and hide blocked people after a retry") func unreadable() async throws {
        let simulator = LinkSimulator()
        let author = try #require(simulator.posts.first { $0.author != simulator.accounts[0].id }?.author)
        let store = Store(LinkHideList.Content(blocked: [LinkUser(id: author, nick: "")]))
        store.failure.withLock { $0 = NoticeBoardError(.storeReadOnly) }
        let fixture = try await SignedInFixture(simulator, hidden: store)
        let list = LinkPostList(fixture.context)
        list.open()
        await list.firstState { $0.failure?.code == .storeReadOnly }
        #expect(list.state.rows.isEmpty)
        store.failure.withLock { $0 = nil }
        list.retry()
        await list.firstState { !$0.rows.isEmpty }
        #expect(!list.state.rows.contains { $0.author.id == author })
        #expect(fixture.context.hiding.failure == nil)
    }
}
