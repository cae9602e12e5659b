import Dispatch
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@MainActor @Suite("Session contexts", .inTurn, .timeLimit(.minutes(1))) struct LinkEndTests {
    @Test("Each sign-in has one context, which ends on sign-out") func one() async throws {
        let session = try directSession(LinkSimulator())
        #expect(session.context == nil)
        try await session.signIn(email: "user1@example.com", password: "password1")
        let first = try #require(session.context)
        #expect(session.context === first)
        #expect(first.user == session.user)
        #expect(!first.isOver)
        try await session.signOut()
        #expect(session.context == nil)
        #expect(first.isOver)
        try await session.signIn(email: "user1@example.com", password: "password1")
        #expect(session.context != nil)
        #expect(session.context !== first)
    }

    @Test("A like completes after its screen is deallocated") func outlives() async throws {
        let bench = try await LiveBench()
        var list: LinkPostList? = await bench.list()
        let id = try bench.strange().id
        let gate = Gate()
        bench.simulator.hold("POST /post/like/\(id)", at: gate)
        list?.like(id, true)
        await gate.waitForArrivals(1)
        list = nil
        gate.open()
        await bench.settled()
        #expect(try bench.simulated(id).likes.contains(bench.me))
    }

    @Test("Signing out empties every screen") func signedOut()
        async throws
    {
        let bench = try await LiveBench()
        let timeline = await bench.list()
        let shown = try #require(timeline[try bench.strange().id]?.post)
        let (page, profile) = (await bench.page(shown), await bench.profile(shown.author))
        let gate = Gate()
        bench.simulator.hold("POST /post/like/\(shown.id)", at: gate)
        timeline.like(shown.id, true)
        await gate.waitForArrivals(1)
        try await bench.session.signOut()
        #expect(bench.context.likes.state.isEmpty)
        #expect(timeline.state.feed.items.isEmpty)
        #expect(!timeline.state.feed.wasRequested)
        #expect(page.state.post.value == nil)
        #expect(profile.state.feed.items.isEmpty)
        #expect(profile.state.profile.value == nil)
        let count = bench.simulator.log.count
        bench.context.like(shown, true)
        bench.context.deletePost(shown.id)
        gate.open()
        timeline.refresh()
        await timeline.firstState { !$0.feed.isLoading }
        #expect(timeline.state.feed.failure?.code == .sessionOver)
        #expect(bench.simulator.log.count == count)
    }

    @Test("A context that ended on another thread starts no request")
    func endedElsewhere()
        async throws
    {
        let bench = try await LiveBench()
        let list = await bench.list()
        let post = try #require(list[try bench.strange().id]?.post)
        let context = bench.context
        var failures: [LinkFailure] = []
        let listening = context.failures.observe { failures.append($0) }
        defer { withExtendedLifetime(listening) {} }
        let count = bench.simulator.log.count
        DispatchQueue.global().sync { context.end() }
        context.like(post, true)
        context.follow(post.author, true, confirmed: false)
        context.deletePost(post.id)
        context.deleteReply("x", on: post.id)
        #expect(context.likes.state.isEmpty)
        #expect(context.follows.state.isEmpty)
        // A request that had started would have arrived before these.
        for _ in 0..<3 { _ = try await bench.session.client.myProfile() }
        #expect(bench.simulator.log.count == count + 3)
        #expect(failures.isEmpty)
    }

    @Test("A screen of a former account sends no request for the next account") func nextOne() async throws {
        let bench = try await LiveBench()
        let timeline = await bench.list()
        let post = try #require(timeline[try bench.strange().id]?.post)
        try await bench.session.signIn(email: "user2@example.com", password: "password2")
        let next = try #require(bench.session.context)
        #expect(next !== bench.context)
        #expect(next.user != bench.context.user)
        let count = bench.simulator.log.count
        bench.context.like(post, true)
        await #expect(throws: NoticeBoardError.self) { try await bench.context.service.toggleLike(post.id) }
        timeline.refresh()
        await timeline.firstState { !$0.feed.isLoading }
        #expect(bench.simulator.log.count == count)
        #expect(timeline.state.feed.items.isEmpty)
        #expect(try await next.service.toggleLike(post.id) == !post.isLiked(by: next.user))
    }

    @Test("A session that the service ends also ends its context") func ended() async throws {
        let bench = try await LiveBench()
        let (timeline, ended) = (await bench.list(), Gate())
        let observation = bench.context.observeEnd { ended.open() }
        bench.simulator.forgetTokens()
        _ = try? await Task.detached { [session = bench.session] in try await session.client.myProfile() }.value
        await timeline.firstState { $0.feed.items.isEmpty }
        #expect(bench.session.context == nil)
        try await ended.pass()
        #expect(bench.context.isOver)
        observation.cancel()
    }

    @Test("Stored tokens give a context even if the service cannot be reached") func offline() async throws {
        let simulator = LinkSimulator()
        let store = MemoryTokenStore()
        try await directSession(simulator, store).signIn(email: "user1@example.com", password: "password1")
        simulator.answer("GET /refresh", with: .status(503))
        let session = try directSession(simulator, store)
        await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(session.context?.user == session.user)
        #expect(session.context != nil)
    }
}
