import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@MainActor @Suite("Post and profile pages", .inTurn, .timeLimit(.minutes(1))) struct LinkPageTests {
    @Test("A post page notifies its observers") func page() async throws {
        let fixture = try await SignedInFixture()
        let id = try fixture.strange().id
        let page = await fixture.page(try #require(await fixture.list()[id]?.post))
        var received: [LinkPostPage.State] = []
        let observation = page.observe { received.append($0) }
        defer { withExtendedLifetime(observation) {} }
        let line = "GET /post/\(id)"
        fixture.simulator.answer(line, with: .status(500))
        page.refresh()
        await page.firstState { $0.post.failure != nil }
        fixture.simulator.answer(line, with: nil)
        let place = try #require(fixture.simulator.posts.firstIndex { $0.id == id })
        fixture.simulator.posts[place].replies = [SimulatedLinkReply.made("c1", by: fixture.me)]
        page.retry()
        await page.firstState { $0.post.failure == nil && $0.replies.map(\.id) == ["c1"] }
        #expect(received.count >= 3)
        #expect(received.last == page.state)
    }

    @Test("The page of a post that was deleted before says so") func deletedBefore() {
        let context = LinkAccount(user: "me", service: ScriptedLink())
        context.changes.send(.deleted("p0"))
        let page = LinkPostPage(context, id: "p0", from: ScriptedLink().answers.withLock { $0.post })
        #expect(page.state.isGone)
        #expect(page.state.row == nil)
        #expect(!LinkPostPage(context, id: "p1").state.isGone)
    }

    @Test("A late answer to a post page does not replace a newer copy") func lateAnswer() async throws {
        let fixture = try await SignedInFixture()
        let id = try fixture.strange().id
        let list = await fixture.list()
        let page = await fixture.page(try #require(list[id]?.post))
        let gate = Gate()
        fixture.network.holdAnswers("GET /post/\(id)", at: gate)
        page.refresh()
        await gate.waitForArrivals(1)
        let index = try #require(fixture.simulator.posts.firstIndex { $0.id == id })
        fixture.simulator.posts[index].replies = [SimulatedLinkReply.made("c1", by: fixture.me)]
        list.refresh()
        await list.firstState { !$0.feed.isLoading }
        #expect(list[id]?.post.replies.map(\.id) == ["c1"])
        gate.open()
        await page.firstState { !$0.post.phase.isLoading }
        #expect(list[id]?.post.replies.map(\.id) == ["c1"])
        #expect(page.state.replies.map(\.id) == ["c1"])
    }

    @Test("A reload of a post page replaces a request that hangs") func reload() async throws {
        let fixture = try await SignedInFixture()
        let id = try fixture.strange().id
        let page = await fixture.page(try #require(await fixture.list()[id]?.post))
        let line = "GET /post/\(id)"
        let gate = Gate()
        fixture.simulator.hold(line, at: gate)
        page.refresh()
        await gate.waitForArrivals(1)
        fixture.simulator.hold(line, at: nil)
        page.reload()
        await page.firstState { !$0.post.phase.isLoading }
        #expect(page.state.post.failure == nil)
        gate.open()
    }

    @Test("A profile page notifies its observers") func profile() async throws {
        let fixture = try await SignedInFixture()
        let profile = await fixture.profile(try fixture.other())
        var received: [LinkProfilePage.State] = []
        let observation = profile.observe { received.append($0) }
        defer { withExtendedLifetime(observation) {} }
        let row = try #require(profile.state.rows.first { !$0.post.isLiked(by: fixture.me) })
        profile.like(row.id, true)
        #expect(profile.state.rows.first { $0.id == row.id }?.isLiked == true)
        await fixture.settled()
        #expect(try fixture.simulated(row.id).likes.contains(fixture.me))
        // The service refuses to delete another user's post.
        profile.delete(row.id)
        await fixture.simulator.answered("DELETE /post/\(row.id)", 445)
        #expect(received.last == profile.state)
        #expect(received.count >= 2)
        let own = await fixture.profile(LinkUser(id: fixture.me, nick: ""))
        let mine = try #require(own.state.rows.first)
        own.delete(mine.id)
        await own.firstState { !$0.rows.contains { $0.id == mine.id } }
        #expect(!fixture.simulator.posts.contains { $0.id == mine.id })
    }

    @Test("Resetting a list of followers keeps the user's own profile")
    func followers() async throws {
        let fixture = try await SignedInFixture()
        for user in [try fixture.other().id, fixture.me] {
            let list = LinkFollowers(fixture.context, of: user)
            var received: [LinkFollowers.State] = []
            let observation = list.observe { received.append($0) }
            list.open()
            await list.firstState { $0.profile.value != nil && $0.mine != nil }
            list.reset()
            #expect((list.state.profile.value == nil) == (user != fixture.me))
            #expect(received.last == list.state)
            withExtendedLifetime(observation) {}
        }
    }

    @Test("A probe ends when a screen rests in a failure") func restingFailure() async throws {
        let service = ScriptedLink()
        service.answers.withLock { answers in
            for call in ["page", "post", "profile"] { answers.failures[call] = NoticeBoardError(.noNetwork) }
        }
        let context = LinkAccount(user: "me", service: service)
        let list = LinkPostList(context)
        list.open()
        #expect(try await failure(of: list) { $0.display == .items }.contains("It rests in a failure: noNetwork"))
        let page = LinkPostPage(context, id: "p0")
        page.open()
        #expect(try await failure(of: page) { $0.display == .items }.contains("It rests in a failure: noNetwork"))
        let profile = LinkProfilePage(context, of: LinkUser(id: "other", nick: ""))
        profile.open()
        #expect(try await failure(of: profile) { $0.display == .items }.contains("It rests in a failure: noNetwork"))
        let followers = LinkFollowers(context, of: "other")
        followers.open()
        #expect(try await failure(of: followers) { $0.display == .items }.contains("It rests in a failure: noNetwork"))
    }

    /// Returns the description of the error with which a probe ends.
    private func failure<Source: StateSource>(
        of source: Source, waitingFor condition: @escaping @Sendable (Source.State) -> Bool
    ) async throws -> String {
        let probe = StateProbe(source)
        let error = await #expect(throws: (any Error).self) { try await probe.firstState(within: 60, where: condition) }
        return error.map { "\($0)" } ?? ""
    }
}
