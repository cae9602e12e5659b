import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

/// Objects of an account stay alive until its session ends.
@MainActor @Suite("Releasing sessions and screens", .inTurn, .timeLimit(.minutes(1))) struct LettingGoTests {
    /// Returns whether all objects from `make` are deallocated when the test releases them.
    private func goes(_ make: @MainActor () async throws -> [AnyObject]) async rethrows -> Bool {
        var made: [AnyObject] = try await make()
        let left = made.map { Left($0) }
        made = []
        return await eventually { left.allSatisfy { $0.thing == nil } }
    }

    @Test("An outbox is released when its session ends") func outbox() async throws {
        let fixture = OutboxFixture()
        #expect(
            try await goes {
                let session = try await fixture.session()
                let outbox = try fixture.outbox(session)
                await outbox.firstState { $0.isLoaded }
                let id = outbox.newDraft(.post, "글")
                await outbox.waitUntilSaved()
                outbox.send(id)
                await outbox.sent(id)
                fixture.network.down(NoticeBoardError(.unreachable))
                outbox.send(outbox.newDraft(.post, "또"))
                await fixture.clock.waitForSleepers(1)
                try await session.signOut()
                return [outbox, session]
            })
    }

    @Test("Releasing a signed-in session releases everything of its account") func signedIn() async throws {
        let fixture = OutboxFixture()
        #expect(
            try await goes {
                let session = try await fixture.session()
                let outbox = try fixture.outbox(session)
                await outbox.firstState { $0.isLoaded }
                _ = outbox.newDraft(.post, "글")
                await outbox.waitUntilSaved()
                let pictures = try #require(session.pictures(in: fixture.folder))
                return [try #require(session.account), outbox, pictures, session]
            })
        // The folder is free for the next session, which finds the draft.
        let next = try fixture.outbox(try await fixture.session())
        await next.firstState { $0.isLoaded || $0.failure != nil }
        #expect(next.state.drafts.map(\.form.content) == ["글"])
    }

    @Test("A context that outlives its session still ends with it") func heldByAScreen() async throws {
        let fixture = OutboxFixture()
        var session: LinkSession? = try await fixture.session()
        let context = try #require(session?.account)
        session = nil
        fixture.simulator.forgetTokens()
        await #expect(throws: NoticeBoardError.self) { try await context.service.myProfile() }
        #expect(context.isOver)
    }

    @Test("Screens are released when their session ends") func screens() async throws {
        #expect(
            try await goes {
                let fixture = try await SignedInFixture()
                let list = await fixture.list()
                let post = try #require(list.state.feed.items.first)
                let page = await fixture.page(post)
                let profile = await fixture.profile(try fixture.other())
                page.like(true)
                await fixture.settled()
                fixture.context.hiding.block(try fixture.other())
                try await fixture.session.signOut()
                return [list, page, profile, fixture.context, fixture.context.hiding, fixture.session, fixture]
            })
    }
}

private struct Left {
    weak var thing: AnyObject?
    init(_ thing: AnyObject) { self.thing = thing }
}
