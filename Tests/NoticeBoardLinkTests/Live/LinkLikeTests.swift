import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@MainActor @Suite("Likes on every screen", .inTurn, .timeLimit(.minutes(1))) struct LinkLikeTests {
    @Test("A like appears on every screen at once")
    func everywhere() async throws {
        let fixture = try await SignedInFixture()
        let (timeline, liked) = (await fixture.list(), await fixture.list(.liked))
        let id = try fixture.strange().id
        let post = try #require(timeline[id]?.post)
        let (page, profile) = (await fixture.page(post), await fixture.profile(post.author))
        let gate = Gate()
        fixture.simulator.hold("POST /post/like/\(id)", at: gate)
        page.like(true)
        #expect(timeline[id]?.isLiked == true)
        #expect(timeline[id]?.likeCount == post.likes.count + 1)
        #expect(timeline[id]?.post.isLiked(by: fixture.me) == false)
        #expect(timeline[id]?.isLikeUnconfirmed == true)
        #expect(profile[id]?.isLiked == true)
        #expect(page.state.row?.isLiked == true)
        #expect(liked[id] == nil)
        let reply = LinkReply(id: "r1", content: "답글", author: post.author)
        fixture.context.changes.send(.replied(id, reply))
        gate.open()
        await fixture.settled()
        #expect(timeline[id]?.post.isLiked(by: fixture.me) == true)
        #expect(profile[id]?.post.isLiked(by: fixture.me) == true)
        #expect(liked.state.rows.first?.id == id)
        #expect(page.state.row?.isLikeUnconfirmed == false)
        // The post enters the list with the changes that happened since the tap.
        #expect(liked[id]?.post.replies.first == reply)
        #expect(try fixture.simulated(id).likes.contains(fixture.me))
    }

    @Test("A pending like survives a refresh") func openedMeanwhile()
        async throws
    {
        let fixture = try await SignedInFixture()
        let timeline = await fixture.list()
        let id = try fixture.strange().id
        let gate = Gate()
        fixture.simulator.hold("POST /post/like/\(id)", at: gate)
        timeline.like(id, true)
        await timeline.refreshAndWait()
        let later = await fixture.list()
        #expect(timeline[id]?.isLiked == true)
        #expect(later[id]?.isLiked == true)
        gate.open()
        await fixture.settled()
        #expect(later[id]?.post.isLiked(by: fixture.me) == true)
    }

    @Test("Quick taps end with the last value after at most two requests", arguments: [19, 20]) func taps(count: Int)
        async throws
    {
        let fixture = try await SignedInFixture()
        let timeline = await fixture.list()
        let id = try fixture.strange().id
        let (gate, line) = (Gate(), "POST /post/like/\(id)")
        fixture.simulator.hold(line, at: gate)
        for tap in 1...count {
            timeline.like(id, tap % 2 == 1)
            #expect(timeline[id]?.isLiked == (tap % 2 == 1))
        }
        gate.open()
        await fixture.settled()
        #expect(try fixture.simulated(id).likes.contains(fixture.me) == (count % 2 == 1))
        #expect(fixture.simulator.count(line, 200) == (count % 2 == 1 ? 1 : 2))
        #expect(timeline[id]?.isLiked == (count % 2 == 1))
    }

    @Test(
        "After a lost or unreadable response one request reads the post's actual state",
        arguments: [true, false], [StubAnswer.status(503), .json("{")])
    func lostAnswer(wasCarriedOut: Bool, answer: StubAnswer) async throws {
        let fixture = try await SignedInFixture()
        let timeline = await fixture.list()
        let id = try fixture.strange().id
        let line = "POST /post/like/\(id)"
        if wasCarriedOut {
            let place = try #require(fixture.simulator.posts.firstIndex { $0.id == id })
            fixture.simulator.posts[place].likes.append(fixture.me)
        }
        fixture.simulator.answer(line, with: answer)
        let (look, looking) = ("GET /post/\(id)", Gate())
        fixture.simulator.hold(look, at: looking)
        timeline.like(id, true)
        await looking.waitForArrivals(1)
        #expect(timeline[id]?.isLiked == true)
        fixture.simulator.answer(line, with: nil)
        looking.open()
        await fixture.settled()
        #expect(try fixture.simulated(id).likes.contains(fixture.me))
        #expect(timeline[id]?.post.isLiked(by: fixture.me) == true)
        let toggles = fixture.simulator.log.count { $0.line == line }
        #expect(fixture.simulator.count(look, 200) == 1)
        #expect(toggles == (wasCarriedOut ? 1 : 2))
    }

    @Test("Reports a like if the post cannot be read after a lost response") func lostLook() async throws {
        let fixture = try await SignedInFixture()
        let timeline = await fixture.list()
        let ids = fixture.simulator.posts.filter { $0.author != fixture.me && !$0.likes.contains(fixture.me) }.prefix(2).map(\.id)
        let gate = Gate()
        fixture.simulator.hold("POST /post/like/\(ids[1])", at: gate)
        fixture.simulator.answer("POST /post/like/\(ids[0])", with: .status(500))
        fixture.simulator.answer("GET /post/\(ids[0])", with: .status(500))
        var failures: [LinkFailure] = []
        let observation = fixture.context.failures.observe { failures.append($0) }
        for id in ids { timeline.like(id, true) }
        await fixture.context.likes.firstState { $0[ids[0]] == nil }
        #expect(failures.map(\.subject) == [.like(ids[0])])
        #expect(failures[0].error.code == .serverFailure)
        #expect(timeline[ids[0]]?.isLiked == false)
        #expect(timeline[ids[1]]?.isLiked == true)
        gate.open()
        await fixture.settled()
        #expect(timeline[ids[1]]?.post.isLiked(by: fixture.me) == true)
        #expect(failures.count == 1)
        observation.cancel()
    }

    @Test("Liking a deleted post removes it from every list") func gone() async throws {
        let fixture = try await SignedInFixture()
        let (timeline, profilePost) = (await fixture.list(), try fixture.strange())
        let page = await fixture.page(try #require(timeline[profilePost.id]?.post))
        fixture.simulator.posts.removeAll { $0.id == profilePost.id }
        timeline.like(profilePost.id, true)
        await fixture.settled()
        #expect(timeline[profilePost.id] == nil)
        #expect(page.state.isGone)
        #expect(page.state.row == nil)
    }

    @Test("A like does not undo a like from another device") func elsewhere() async throws {
        let fixture = try await SignedInFixture()
        let timeline = await fixture.list()
        let id = try fixture.strange().id
        let place = try #require(fixture.simulator.posts.firstIndex { $0.id == id })
        fixture.simulator.posts[place].likes.append(fixture.me)
        timeline.like(id, true)
        await fixture.settled()
        #expect(try fixture.simulated(id).likes.contains(fixture.me))
        #expect(timeline[id]?.isLiked == true)
    }

    @Test("An unliked post stays in the list of likes until a refresh")
    func unliked() async throws {
        let fixture = try await SignedInFixture()
        let staying = await fixture.list(.liked)
        let id = try #require(staying.state.feed.items.last?.id)
        let gate = Gate()
        fixture.simulator.hold("POST /post/like/\(id)", at: gate)
        staying.like(id, false)
        #expect(staying[id]?.isLiked == false)
        gate.open()
        await fixture.settled()
        #expect(staying[id]?.isLiked == false)
        await staying.refreshAndWait()
        #expect(staying[id] == nil)
        #expect(!staying.state.feed.items.isEmpty)
    }

    /// Loads a long list of liked posts and unlikes the last one.
    private func deepUnlike() async throws -> (fixture: SignedInFixture, liked: LinkPostList, id: LinkPost.ID) {
        let fixture = try await SignedInFixture(LinkSimulator(seed: 3, posts: 200))
        let liked = await fixture.list(.liked)
        liked.loadAll()
        await liked.firstState { $0.feed.end != nil }
        let id = try #require(liked.state.feed.items.last?.id)
        liked.like(id, false)
        await fixture.settled()
        return (fixture, liked, id)
    }

    @Test("A post that is liked again stays in a long list of likes during a refresh")
    func wishedAgain() async throws {
        let (fixture, liked, id) = try await deepUnlike()
        let gate = Gate()
        fixture.simulator.hold("POST /post/like/\(id)", at: gate)
        liked.like(id, true)
        await liked.refreshAndWait()
        #expect(liked[id]?.isLiked == true)
        #expect(liked[id]?.isLikeUnconfirmed == true)
        gate.open()
        await fixture.settled()
        await liked.refreshAndWait()
        #expect(liked[id]?.post.isLiked(by: fixture.me) == true)
    }

    @Test("A refresh removes an unliked post deep in a list of likes") func unlikedDeep() async throws {
        let (_, liked, id) = try await deepUnlike()
        #expect(liked[id] != nil)
        await liked.refreshAndWait()
        #expect(liked[id] == nil)
        #expect(liked.state.feed.items.count > 20)
    }

    @Test("A list of likes from a snapshot keeps an unliked post until a refresh") func keptUnliked()
        async throws
    {
        let fixture = try await SignedInFixture()
        let first = await fixture.list(.liked)
        let id = try #require(first.state.feed.items.last?.id)
        first.like(id, false)
        await fixture.settled()
        let memory = try #require(first.snapshot)
        let second = LinkPostList(fixture.context, .liked, from: memory)
        #expect(second.state.feed.items.ids == first.state.feed.items.ids)
        #expect(second[id]?.isLiked == false)
        await second.refreshAndWait()
        #expect(second[id] == nil)
        #expect(!second.state.feed.items.isEmpty)
    }
}
