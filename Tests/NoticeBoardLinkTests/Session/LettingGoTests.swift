import NoticeBoardBase
import NoticeBoardLink
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
        let bench = OutboxBench()
        #expect(
            try await goes {
                let session = try await bench.session()
                let outbox = try bench.outbox(session)
                await outbox.firstState { $0.isLoaded }
                let id = outbox.begin(.post, "글")
                await outbox.waitUntilSaved()
                outbox.send(id)
                await outbox.sent(id)
                bench.network.down(NoticeBoardError(.unreachable))
                outbox.send(outbox.begin(.post, "또"))
                await bench.clock.waitForSleepers(1)
                try await session.signOut()
                return [outbox, session]
            })
    }

    @Test("Releasing a signed-in session releases everything of its account") func signedIn() async throws {
        let bench = OutboxBench()
        #expect(
            try await goes {
                let session = try await bench.session()
                let outbox = try bench.outbox(session)
                await outbox.firstState { $0.isLoaded }
                _ = outbox.begin(.post, "글")
                await outbox.waitUntilSaved()
                let pictures = try #require(session.pictures(in: bench.folder))
                return [try #require(session.context), outbox, pictures, session]
            })
        // The folder is free for the next session, which finds the draft.
        let next = try bench.outbox(try await bench.session())
        await next.firstState { $0.isLoaded || $0.failure != nil }
        #expect(next.state.drafts.map(\.form.content) == ["글"])
    }

    @Test("A context that outlives its session still ends with it") func heldByAScreen() async throws {
        let bench = OutboxBench()
        var session: LinkSession? = try await bench.session()
        let context = try #require(session?.context)
        session = nil
        bench.simulator.forgetTokens()
        await #expect(throws: NoticeBoardError.self) { try await context.service.myProfile() }
        #expect(context.isOver)
    }

    @Test("Screens are released when their session ends") func screens() async throws {
        #expect(
            try await goes {
                let bench = try await LiveBench()
                let list = await bench.list()
                let post = try #require(list.state.feed.items.first)
                let page = await bench.page(post)
                let profile = await bench.profile(try bench.other())
                page.like(true)
                await bench.settled()
                bench.context.hiding.block(try bench.other())
                try await bench.session.signOut()
                return [list, page, profile, bench.context, bench.context.hiding, bench.session, bench]
            })
    }
}

private struct Left {
    weak var thing: AnyObject?
    init(_ thing: AnyObject) { self.thing = thing }
}
