import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import Testing

@MainActor @Suite("A session over a real socket", .inTurn, .timeLimit(.minutes(2))) struct LinkSocketStoryTests {
    @Test("Two lists agree while the user likes, replies, follows, blocks and signs out")
    func story() async throws {
        let fixture = try LinkServerFixture(LinkSimulator(tokenLife: 7))
        let session = try await fixture.signedIn()
        let context = try #require(session.account)
        context.setLanguage(.korean)
        let (timeline, liked) = (LinkPostList(context), LinkPostList(context, .liked))
        await timeline.refreshAndWait()
        await liked.refreshAndWait()
        let shown = try #require(timeline.state.rows.first { !$0.isMine && !$0.isLiked }?.post)

        for tap in 1...21 { timeline.like(shown.id, tap % 2 == 1) }
        await context.likes.firstState { $0.isEmpty }
        #expect(liked.state.rows.first?.id == shown.id)
        #expect(timeline[shown.id]?.post.isLiked(by: context.user) == true)

        let page = LinkPostPage(context, id: shown.id, from: shown)
        page.open()
        let reply = try await context.service.reply("첫 답글", to: shown.id)
        context.changes.send(.replied(shown.id, reply))
        await page.firstState { !$0.post.phase.isLoading }
        #expect(page.state.replies.contains { $0.id == reply.id })
        #expect(timeline[shown.id]?.replies.contains(reply) == true)
        page.deleteReply(reply.id)
        await page.firstState { !$0.replies.contains { $0.id == reply.id } }
        #expect(liked[shown.id]?.replies.contains(reply) == false)

        let profile = LinkProfilePage(context, of: shown.author)
        profile.open()
        await profile.firstState { $0.profile.value != nil }
        profile.follow(profile.state.isFollowed == false)
        await context.follows.firstState { $0.isEmpty }
        let isFollowed = fixture.simulator.accounts.first { $0.id == context.user }?.following.contains(shown.author.id)
        #expect(profile.state.isFollowed == isFollowed)
        #expect(fixture.simulator.refreshes > 0)

        profile.block(true)
        #expect(!timeline.state.rows.contains { $0.author.id == shown.author.id })
        #expect(liked[shown.id] == nil)
        try await session.signOut()
        #expect(timeline.state.feed.items.isEmpty)
        #expect(profile.state.profile.value == nil)
        #expect(session.account == nil)
    }
}
