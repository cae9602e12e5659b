import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Blocking, muting and reporting", .inTurn, .timeLimit(.minutes(1))) struct LinkHidingTests {
    /// Returns an author with posts and with a reply below another author's post.
    private func setting(_ fixture: SignedInFixture) throws -> (author: LinkUser, below: LinkPost.ID) {
        let author = try fixture.other()
        let place = try #require(fixture.simulator.posts.firstIndex { $0.author != author.id && $0.author != fixture.me })
        fixture.simulator.posts[place].replies = [
            SimulatedLinkReply.made("c1", by: author.id), SimulatedLinkReply.made("c2", by: fixture.me),
        ]
        return (author, fixture.simulator.posts[place].id)
    }

    @Test("A blocked person disappears from every screen until unblocked")
    func blocked() async throws {
        let fixture = try await SignedInFixture()
        let (author, below) = try setting(fixture)
        let timeline = await fixture.list()
        let (page, profile) = (await fixture.page(try #require(timeline[below]?.post)), await fixture.profile(author))
        let count = timeline.state.rows.count
        #expect(timeline.state.rows.contains { $0.author.id == author.id })
        #expect(page.state.replies.count == 2)
        profile.block(true)
        #expect(!timeline.state.rows.contains { $0.author.id == author.id })
        #expect(page.state.replies.map(\.id) == ["c2"])
        #expect(timeline[below]?.counts.hasPrefix("1 답글") == true)
        #expect(profile.state.isBlocked)
        #expect(profile.state.rows.isEmpty)
        #expect(profile.state.sections == [.profile])
        timeline.loadAll()
        await timeline.firstState { $0.feed.end != nil }
        #expect(!timeline.state.rows.contains { $0.author.id == author.id })
        #expect(timeline.state.rows.count > 0)
        profile.block(false)
        await timeline.firstState { !$0.feed.isLoading && $0.feed.items.contains { $0.author.id == author.id } }
        #expect(timeline.state.rows.count >= count)
        #expect(page.state.replies.count == 2)
        await profile.firstState { !$0.feed.items.isEmpty }
    }

    @Test(
        "Requests no posts of a blocked person until unblocked",
        arguments: [false, true])
    func askedForNothing(isOnItsWay: Bool) async throws {
        let (fixture, gate) = (try await SignedInFixture(LinkSimulator(posts: 400)), Gate())
        let author = try fixture.other()
        let line = "GET /post/user/\(author.id)"
        for index in fixture.simulator.posts.indices { fixture.simulator.posts[index].author = author.id }
        func asked() -> Int { fixture.simulator.log.count { $0.line == line } }
        let page = await fixture.profile(author)
        if isOnItsWay {
            fixture.simulator.hold(line, at: gate)
            page.refresh()
            await gate.waitForArrivals(1)
        }
        let before = asked()
        page.block(true)
        gate.open()
        await page.firstState { !$0.feed.isLoading }
        #expect(asked() == before)
        #expect(page.state.sections == [.profile])
        let (another, list) = (await fixture.profile(author), await fixture.list(.user(author.id)))
        #expect(asked() == before)
        #expect(another.state.rows.isEmpty)
        #expect(list.state.display == .empty)
        page.block(false)
        await page.firstState { $0.rows.count == 20 }
        await another.firstState { $0.rows.count == 20 }
        await list.firstState { $0.rows.count == 20 }
        #expect(list.state.feed.end == nil)
    }

    @Test("A muted person is visible only on their own page") func muted() async throws {
        let fixture = try await SignedInFixture()
        let (author, below) = try setting(fixture)
        let (timeline, profile) = (await fixture.list(), await fixture.profile(author))
        profile.mute(true)
        #expect(!timeline.state.rows.contains { $0.author.id == author.id })
        #expect(timeline[below]?.replies.map(\.id) == ["c2"])
        #expect(profile.state.isMuted)
        #expect(!profile.state.rows.isEmpty)
        await profile.refreshAndWait()
        #expect(!profile.state.rows.isEmpty)
        fixture.context.hiding.block(LinkUser(id: fixture.me, nick: ""))
        fixture.context.hiding.mute(LinkUser(id: fixture.me, nick: ""))
        #expect(!fixture.context.hiding.state.isBlocked(fixture.me))
        #expect(!fixture.context.hiding.state.isMuted(fixture.me))
    }

    @Test("Blocked and muted people are not among the followers") func followers() async throws {
        let fixture = try await SignedInFixture()
        let users = try (1...3).map { try fixture.other($0) }
        for index in 1...2 { fixture.simulator.accounts[index].following = [users[2].id] }
        let list = LinkFollowers(fixture.context, of: users[2].id)
        list.open()
        await list.firstState { $0.profile.value != nil }
        #expect(Set(users[0...1].map(\.id)).isSubset(of: list.state.rows.map(\.id)))
        fixture.context.hiding.block(users[0])
        fixture.context.hiding.mute(users[1])
        #expect(Set(users[0...1].map(\.id)).isDisjoint(with: list.state.rows.map(\.id)))
    }

    @Test(
        "Hides a reported post until everything is shown again"
    )
    func reports() async throws {
        let fixture = try await SignedInFixture()
        let (author, below) = try setting(fixture)
        let timeline = await fixture.list()
        let (page, profile) = (await fixture.page(try #require(timeline[below]?.post)), await fixture.profile(author))
        var hidden: [LinkHideList.Content] = []
        let observation = fixture.context.hiding.observe { hidden.append($0) }
        defer { withExtendedLifetime(observation) {} }
        let first = try #require(profile.state.rows.first?.post)
        let report = fixture.context.hiding.report(.post(first), because: .spam, note: "x")
        #expect(report.subject == .post(first))
        #expect(report.reporter == fixture.me)
        #expect(report.reason == .spam)
        #expect(report.note == "x")
        #expect(!profile.state.rows.contains { $0.id == first.id })
        #expect(timeline[first.id] == nil)
        _ = fixture.context.hiding.report(.post(try #require(page.state.post.value)), because: .other)
        #expect(timeline[below] == nil)
        fixture.context.hiding.unhideItems()
        #expect(fixture.context.hiding.state.posts.isEmpty)
        await timeline.firstState { $0.rows.contains { $0.id == below } }
        #expect(hidden.first == LinkHideList.Content())
        #expect(hidden.last == fixture.context.hiding.state)
        #expect(hidden.count >= 4)
        for await state in fixture.context.hiding.states {
            #expect(state == fixture.context.hiding.state)
            break
        }
    }

    @Test("Change events bring no hidden post into a list")
    func changes() async throws {
        let fixture = try await SignedInFixture()
        let users = try (1...3).map { try fixture.other($0) }
        let (timeline, liked, page) = (await fixture.list(), await fixture.list(.liked), await fixture.profile(users[1]))
        fixture.context.hiding.block(users[0])
        fixture.context.hiding.mute(users[1])
        let posts = users.map { LinkPost(id: "new \($0.id)", author: $0, content: "새 글") }
        for post in posts {
            fixture.context.changes.send(.posted(post))
            fixture.context.changes.send(.liked(post.id, by: fixture.me, isLiked: true, post: post))
        }
        #expect(posts.map { timeline[$0.id] != nil } == [false, false, true])
        #expect(posts.map { liked[$0.id] != nil } == [false, false, true])
        #expect(page[posts[1].id] != nil)
    }

    @Test("Stores no block that is made during a withdrawal") func withdrawn()
        async throws
    {
        /// A store that runs a closure while an account is erased.
        final class Watched: LinkHiddenStore {
            let memory = LinkHiddenMemory()
            let meanwhile = Locked<(@Sendable () -> Void)?>(nil)
            func load(_ account: LinkUser.ID) -> LinkHideList.Content? { memory.load(account) }
            func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) {
                memory.save(hidden, for: account)
                if hidden == nil { meanwhile.withLock { $0 }?() }
            }
        }
        let store = Watched()
        let fixture = try await SignedInFixture(hidden: store)
        let (hiding, someone) = (fixture.context.hiding, try fixture.other())
        _ = await fixture.list()
        store.meanwhile.withLock { meanwhile in
            meanwhile = {
                let done = DispatchSemaphore(value: 0)
                Task { @MainActor in
                    hiding.block(someone)
                    done.signal()
                }
                done.wait()
            }
        }
        try await fixture.session.withdraw()
        // The next account's load runs after all pending saves.
        try await fixture.session.signIn(email: "user2@example.com", password: "password2")
        await LinkPostList(try #require(fixture.session.account)).refreshAndWait()
        #expect(store.memory.load(fixture.me) == nil)
    }

    @Test("A late response brings no blocked person back") func lateRefresh() async throws {
        let fixture = try await SignedInFixture()
        let (author, _) = try setting(fixture)
        let timeline = await fixture.list()
        let gate = Gate()
        fixture.simulator.hold("GET /post", at: gate)
        timeline.refresh()
        await gate.waitForArrivals(1)
        fixture.context.hiding.block(author)
        gate.open()
        await timeline.firstState { !$0.feed.isLoading }
        #expect(!timeline.state.rows.contains { $0.author.id == author.id })
        #expect(!timeline.state.rows.isEmpty)
    }

    @Test("A reported post or reply is hidden everywhere") func reported() async throws {
        let fixture = try await SignedInFixture()
        let (author, below) = try setting(fixture)
        let timeline = await fixture.list()
        let page = await fixture.page(try #require(timeline[below]?.post))
        let other = try #require(timeline.state.rows.first { $0.author.id == author.id }?.post)
        let report = fixture.context.hiding.report(.post(other), because: .spam, note: "광고")
        #expect(report.subject == .post(other))
        #expect(report.reporter == fixture.me)
        #expect(report.reason.text(in: .korean) == "스팸·광고")
        #expect(timeline[other.id] == nil)
        let reply = try #require(page.state.replies.first { $0.id == "c1" }?.reply)
        _ = fixture.context.hiding.report(.reply(reply, on: below), because: .abuse)
        #expect(page.state.replies.map(\.id) == ["c2"])
        #expect(timeline[below]?.replies.map(\.id) == ["c2"])
        #expect(!"\(report)".contains("광고"))
    }

    @Test("Only a withdrawal erases hidden content") func waitUntilSaved() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hidden-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let simulator = LinkSimulator()
        let fixture = try await SignedInFixture(simulator, hidden: LinkHiddenFiles(directory: folder))
        let author = try fixture.other(2)
        _ = await fixture.list()
        fixture.context.hiding.block(author)
        try await fixture.session.signOut()
        #expect(fixture.context.hiding.state.isEmpty)

        let session = try directSession(simulator, hidden: LinkHiddenFiles(directory: folder))
        try await session.signIn(email: "user2@example.com", password: "password2")
        let others = LinkPostList(try #require(session.account))
        await others.refreshAndWait()
        #expect(others.state.rows.contains { $0.author.id == author.id })
        try await session.signIn(email: "user1@example.com", password: "password1")
        let again = LinkPostList(try #require(session.account))
        await again.refreshAndWait()
        #expect(!again.state.rows.contains { $0.author.id == author.id })
        #expect(!again.state.rows.isEmpty)
        #expect(session.account?.hiding.state.blocked == [author])

        try await session.withdraw()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("Signing out waits until the last block is stored")
    func keptAtOnce() async throws {
        /// A store that blocks each call until a signal.
        final class Slow: LinkHiddenStore {
            let kept = LinkHiddenMemory()
            let may = DispatchSemaphore(value: 0)
            func load(_ account: LinkUser.ID) -> LinkHideList.Content? {
                may.wait()
                return kept.load(account)
            }
            func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) {
                may.wait()
                kept.save(hidden, for: account)
            }
        }
        for isRead in [true, false] {
            let store = Slow()
            let fixture = try await SignedInFixture(hidden: store)
            let (first, second) = (try fixture.other(1), try fixture.other(2))
            store.kept.save(LinkHideList.Content(blocked: [first]), for: fixture.me)
            if isRead {
                store.may.signal()
                _ = await fixture.list()
            }
            fixture.context.hiding.block(second)
            let tokens = fixture.session
            let over = Task { [me = fixture.me] in
                try await tokens.signOut()
                return store.kept.load(me)?.blocked
            }
            for await state in tokens.states where state == .signedOut { break }
            await letOtherTasksRun()
            for _ in 0..<9 { store.may.signal() }
            #expect(try await over.value == [second, first], "read: \(isRead)")
        }
    }

    @Test("A list restored from a snapshot shows no hidden post") func memory()
        async throws
    {
        let fixture = try await SignedInFixture()
        let list = await fixture.list()
        list.loadAll()
        await list.firstState { $0.feed.end != nil }
        let memory = try #require(list.snapshot)
        let (first, second, third) = (try fixture.other(1), try fixture.other(2), try fixture.other(3))
        let post = try #require(memory.items.first { $0.author.id == third.id })
        fixture.context.hiding.block(first)
        fixture.context.hiding.mute(second)
        fixture.context.hiding.hide(post)
        let seen = memory.items.filter { ![first.id, second.id].contains($0.author.id) && $0.id != post.id }.map(\.id)
        let again = LinkPostList(fixture.context, from: memory)
        #expect(again.state.rows.map(\.id) == seen)
        #expect(seen.count < memory.items.count - 2)
        await again.refreshAndWait()
        #expect(again.state.rows.map(\.id) == seen)
        // A launch that has loaded nothing yet and has no network.
        let kept = HiddenContentStorage(LinkHiddenMemory([fixture.me: fixture.context.hiding.state]))
        let context = LinkAccount(fixture.me, fixture.context.service, kept, now: { Date() }, time: .system)
        fixture.simulator.answer("GET /post", with: .status(500))
        let early = LinkPostList(context, from: memory)
        await early.refreshAndWait()
        #expect(early.state.feed.failure?.code == .serverFailure)
        #expect(early.state.rows.map(\.id) == seen)
    }

    @Test("Adds a block made before loading to the stored ones") func early() async throws {
        let fixture = try await SignedInFixture()
        let (first, second) = (try fixture.other(1), try fixture.other(2))
        let kept = WatchedHidden([fixture.me: LinkHideList.Content(blocked: [first])])
        let context = LinkAccount(
            fixture.me, fixture.context.service, HiddenContentStorage(kept), now: { Date() }, time: .system)
        context.hiding.block(second)
        let list = LinkPostList(context)
        await list.refreshAndWait()
        #expect(context.hiding.state.blocked == [second, first])
        context.hiding.unblock(first.id)
        await kept.kept.firstValue { [me = fixture.me] in $0[me]?.blocked == [second] }
    }

    @Test("Reports failures to load and to save hidden content") func failures()
        async throws
    {
        struct Broken: LinkHiddenStore {
            func load(_ account: LinkUser.ID) throws -> LinkHideList.Content? { throw NoticeBoardError(.storeDamaged) }
            func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) throws { throw NoticeBoardError(.storageFull) }
        }
        let fixture = try await SignedInFixture(hidden: Broken())
        let timeline = LinkPostList(fixture.context)
        timeline.open()
        await timeline.firstState { $0.failure?.code == .storeDamaged }
        #expect(fixture.context.hiding.failure?.code == .storeDamaged)
        #expect(timeline.state.rows.isEmpty)
        var announced: [LinkFailure] = []
        let observation = fixture.context.failures.observe { announced.append($0) }
        fixture.context.hiding.block(try fixture.other())
        #expect(await eventually { fixture.context.hiding.failure?.code == .storageFull })
        #expect(announced.map(\.subject) == [.saveHidden])
        observation.cancel()
        #expect(fixture.context.hiding.state.blocked.count == 1)
    }

    /// A store that fails on demand, with content that a test can wait for.
    private final class WatchedHidden: LinkHiddenStore {
        let kept: WatchedValue<[LinkUser.ID: LinkHideList.Content]>
        let failures = Locked<(load: NoticeBoardError.Code?, save: NoticeBoardError.Code?)>((nil, nil))

        init(_ kept: [LinkUser.ID: LinkHideList.Content] = [:]) { self.kept = WatchedValue(kept) }

        func load(_ account: LinkUser.ID) throws -> LinkHideList.Content? {
            if let code = failures.withLock(\.load) { throw NoticeBoardError(code) }
            return kept.value[account]
        }
        func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) throws {
            if let code = failures.withLock(\.save) { throw NoticeBoardError(code) }
            kept.update { $0[account] = hidden }
        }
    }

    @Test("Content that cannot be loaded is merged after the next load", arguments: [true, false])
    func unreadable(isOpenAgain: Bool) async throws {
        let store = WatchedHidden()
        store.failures.withLock { $0.load = .fileUnavailable }
        let fixture = try await SignedInFixture(hidden: store)
        let (first, second) = (try fixture.other(1), try fixture.other(2))
        store.kept.update { $0[fixture.me] = LinkHideList.Content(blocked: [first]) }
        let (timeline, hiding) = (LinkPostList(fixture.context), fixture.context.hiding)
        await timeline.refreshAndWait()
        #expect(timeline.state.failure?.code == .fileUnavailable)
        #expect(hiding.failure?.code == .fileUnavailable)
        #expect(hiding.state.isEmpty)
        hiding.block(second)
        await timeline.refreshAndWait()
        #expect(hiding.state.blocked == [second])
        #expect(store.kept.value[fixture.me]?.blocked == [first])
        store.failures.withLock { $0.load = nil }
        if isOpenAgain {
            await timeline.refreshAndWait()
            #expect(hiding.state.blocked == [second, first])
            #expect(hiding.failure == nil)
        }
        try await fixture.session.signOut()
        #expect(store.kept.value[fixture.me]?.blocked == [second, first])
    }

    @Test("Saves a failed change with the next one, merged with another process's changes") func later() async throws {
        let store = WatchedHidden()
        let fixture = try await SignedInFixture(hidden: store)
        let (others, hiding) = (try (1...3).map { try fixture.other($0) }, fixture.context.hiding)
        _ = await fixture.list()
        store.failures.withLock { $0.save = .storageFull }
        hiding.block(others[0])
        #expect(await eventually { hiding.failure?.code == .storageFull })
        store.failures.withLock { $0.save = nil }
        store.kept.update { $0[fixture.me] = LinkHideList.Content(muted: [others[2]]) }
        hiding.block(others[1])
        #expect(await eventually { hiding.failure == nil })
        #expect(store.kept.value[fixture.me] == LinkHideList.Content(blocked: [others[1], others[0]], muted: [others[2]]))
        hiding.unblock(others[0].id)
        hiding.unblock(others[1].id)
        await store.kept.firstValue { [me = fixture.me] in $0[me]?.blocked.isEmpty == true }
    }

    @Test("A file of a newer format keeps its content") func newer() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hidden-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let simulator = LinkSimulator()
        let account = try #require(simulator.accounts.first).id
        let (file, newer) = (folder.appendingPathComponent("hidden-\(account).json"), Data(#"{"format":2}"#.utf8))
        // Before the sign-in, which reads it.
        try newer.write(to: file)
        let fixture = try await SignedInFixture(simulator, hidden: LinkHiddenFiles(directory: folder))
        await LinkPostList(fixture.context).refreshAndWait()
        #expect(await eventually { fixture.context.hiding.failure?.code == .storeTooNew })
        fixture.context.hiding.block(try fixture.other())
        #expect(fixture.context.hiding.state.blocked.count == 1)
        try await fixture.session.signOut()
        #expect(try Data(contentsOf: file) == newer)
    }

    @Test("The file is private to its owner and account, written atomically and validated")
    func files() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hidden-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let faults = FaultyFiles()
        let store = LinkHiddenFiles(directory: folder, files: faults)
        let hidden = LinkHideList.Content(blocked: [LinkUser(id: "u2", nick: "둘")], posts: ["p1"], replies: ["c1", "c2"])
        #expect(try store.load("u1") == nil)
        try store.save(hidden, for: "u1")
        #expect(try store.load("u1") == hidden)
        #expect(try store.load("u3") == nil)
        let calls = faults.calls.count
        for number in 0..<calls {
            faults.fail(number, ENOSPC, failsAllLater: true)
            _ = try? store.save(LinkHideList.Content(), for: "u1")
            faults.plan()
            #expect(try [hidden, LinkHideList.Content()].contains(store.load("u1") ?? LinkHideList.Content(posts: ["nothing"])))
            try store.save(hidden, for: "u1")
        }
        let file = folder.appendingPathComponent("hidden-\(HashedName.of("u1")).json")
        let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        let bytes = try Data(contentsOf: file)
        for length in 0..<bytes.count {
            try bytes.prefix(length).write(to: file)
            #expect { try store.load("u1") } throws: { ($0 as? NoticeBoardError)?.code == .storeDamaged }
        }
        try Data(#"{"format":2}"#.utf8).write(to: file)
        #expect { try store.load("u1") } throws: { ($0 as? NoticeBoardError)?.code == .storeTooNew }
        #expect { try store.save(hidden, for: "../u1") } throws: { ($0 as? NoticeBoardError)?.code == .idInvalid }
        try store.save(nil, for: "u1")
        #expect(try store.load("u1") == nil)
    }
}
