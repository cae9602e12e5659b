import Dispatch
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@MainActor @Suite("Session contexts", .inTurn, .timeLimit(.minutes(1))) struct LinkEndTests {
    @Test("Each sign-in has one context, which ends on sign-out") func one() async throws {
        let session = try directSession(LinkSimulator())
        #expect(session.account == nil)
        try await session.signIn(email: "user1@example.com", password: "password1")
        let first = try #require(session.account)
        #expect(session.account === first)
        #expect(first.user == session.user)
        #expect(!first.isOver)
        try await session.signOut()
        #expect(session.account == nil)
        #expect(first.isOver)
        try await session.signIn(email: "user1@example.com", password: "password1")
        #expect(session.account != nil)
        #expect(session.account !== first)
    }

    @Test("A like completes after its screen is deallocated") func outlives() async throws {
        let fixture = try await SignedInFixture()
        var list: LinkPostList? = await fixture.list()
        let id = try fixture.strange().id
        let gate = Gate()
        fixture.simulator.hold("POST /post/like/\(id)", at: gate)
        list?.like(id, true)
        await gate.waitForArrivals(1)
        list = nil
        gate.open()
        await fixture.settled()
        #expect(try fixture.simulated(id).likes.contains(fixture.me))
    }

    @Test("Signing out empties every screen") func signedOut()
        async throws
    {
        let fixture = try await SignedInFixture()
        let timeline = await fixture.list()
        let shown = try #require(timeline[try fixture.strange().id]?.post)
        let (page, profile) = (await fixture.page(shown), await fixture.profile(shown.author))
        let gate = Gate()
        fixture.simulator.hold("POST /post/like/\(shown.id)", at: gate)
        timeline.like(shown.id, true)
        await gate.waitForArrivals(1)
        try await fixture.session.signOut()
        #expect(fixture.context.likes.state.isEmpty)
        #expect(timeline.state.feed.items.isEmpty)
        #expect(!timeline.state.feed.wasRequested)
        #expect(page.state.post.value == nil)
        #expect(profile.state.feed.items.isEmpty)
        #expect(profile.state.profile.value == nil)
        let count = fixture.simulator.log.count
        fixture.context.like(shown, true)
        fixture.context.deletePost(shown.id)
        gate.open()
        timeline.refresh()
        await timeline.firstState { !$0.feed.isLoading }
        #expect(timeline.state.feed.failure?.code == .sessionOver)
        #expect(fixture.simulator.log.count == count)
    }

    @Test("A context that ended on another thread starts no request")
    func endedElsewhere()
        async throws
    {
        let fixture = try await SignedInFixture()
        let list = await fixture.list()
        let post = try #require(list[try fixture.strange().id]?.post)
        let context = fixture.context
        var failures: [LinkFailure] = []
        let listening = context.failures.observe { failures.append($0) }
        defer { withExtendedLifetime(listening) {} }
        let count = fixture.simulator.log.count
        DispatchQueue.global().sync { context.end() }
        context.like(post, true)
        context.follow(post.author, true, confirmed: false)
        context.deletePost(post.id)
        context.deleteReply("x", on: post.id)
        #expect(context.likes.state.isEmpty)
        #expect(context.follows.state.isEmpty)
        // A request that had started would have arrived before these.
        for _ in 0..<3 { _ = try await fixture.session.client.myProfile() }
        #expect(fixture.simulator.log.count == count + 3)
        #expect(failures.isEmpty)
    }

    @Test("A screen of a former account sends no request for the next account") func nextOne() async throws {
        let fixture = try await SignedInFixture()
        let timeline = await fixture.list()
        let post = try #require(timeline[try fixture.strange().id]?.post)
        try await fixture.session.signIn(email: "user2@example.com", password: "password2")
        let next = try #require(fixture.session.account)
        #expect(next !== fixture.context)
        #expect(next.user != fixture.context.user)
        let count = fixture.simulator.log.count
        fixture.context.like(post, true)
        await #expect(throws: NoticeBoardError.self) { try await fixture.context.service.toggleLike(post.id) }
        timeline.refresh()
        await timeline.firstState { !$0.feed.isLoading }
        #expect(fixture.simulator.log.count == count)
        #expect(timeline.state.feed.items.isEmpty)
        #expect(try await next.service.toggleLike(post.id) == !post.isLiked(by: next.user))
    }

    @Test("A session that the service ends also ends its context") func ended() async throws {
        let fixture = try await SignedInFixture()
        let (timeline, ended) = (await fixture.list(), Gate())
        let observation = fixture.context.observeEnd { ended.open() }
        fixture.simulator.forgetTokens()
        _ = try? await Task.detached { [session = fixture.session] in try await session.client.myProfile() }.value
        await timeline.firstState { $0.feed.items.isEmpty }
        #expect(fixture.session.account == nil)
        try await ended.pass()
        #expect(fixture.context.isOver)
        observation.cancel()
    }

    @Test("Stored tokens give a context even if the service cannot be reached") func offline() async throws {
        let simulator = LinkSimulator()
        let store = MemoryTokenStore()
        try await directSession(simulator, store).signIn(email: "user1@example.com", password: "password1")
        simulator.answer("GET /refresh", with: .status(503))
        let session = try directSession(simulator, store)
        await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(session.account?.user == session.user)
        #expect(session.account != nil)
    }
}
