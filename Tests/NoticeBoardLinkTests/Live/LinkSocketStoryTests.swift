import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@MainActor @Suite("A day on a real socket", .inTurn, .timeLimit(.minutes(2))) struct LinkSocketStoryTests {
    @Test("Somebody reads, likes, replies, follows, blocks, lets a token expire, and signs out; two lists agree all the while")
    func story() async throws {
        let bench = try LinkBench(LinkSimulator(tokenLife: 7))
        let session = try await bench.signedIn()
        let live = try #require(session.live)
        let (timeline, liked) = (LinkPostList(live, language: .korean), LinkPostList(live, .liked, language: .korean))
        await timeline.refreshAndWait()
        await liked.refreshAndWait()
        let shown = try #require(timeline.state.rows.first { !$0.isMine && !$0.isLiked }?.post)

        for tap in 1...21 { timeline.like(shown.id, tap % 2 == 1) }
        await live.likes.firstState { $0.isEmpty }
        #expect(liked.state.rows.first?.id == shown.id && timeline[shown.id]?.post.isLiked(by: live.user) == true)

        let page = LinkPostPage(live, id: shown.id, from: shown, language: .korean)
        page.open()
        let reply = try await live.service.comment("첫 답글", on: shown.id)
        live.changes.send(.replied(shown.id, reply))
        await page.firstState { !$0.post.phase.isLoading }
        #expect(page.state.replies.contains { $0.id == reply.id } && timeline[shown.id]?.replies.contains(reply) == true)
        page.deleteReply(reply.id)
        await page.firstState { !$0.replies.contains { $0.id == reply.id } }
        #expect(liked[shown.id]?.replies.contains(reply) == false)

        let profile = LinkProfilePage(live, of: shown.creator, language: .korean)
        profile.open()
        await profile.firstState { $0.profile.value != nil }
        profile.follow(profile.state.isFollowed == false)
        await live.follows.firstState { $0.isEmpty }
        let isFollowed = bench.simulator.accounts.first { $0.id == live.user }?.following.contains(shown.creator.id)
        #expect(profile.state.isFollowed == isFollowed && bench.simulator.refreshes > 0)

        profile.block(true)
        #expect(!timeline.state.rows.contains { $0.author.id == shown.creator.id } && liked[shown.id] == nil)
        try await session.signOut()
        #expect(timeline.state.feed.items.isEmpty && profile.state.profile.value == nil && session.live == nil)
    }
}
