import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Texts of empty Link screens", .inTurn, .timeLimit(.minutes(1))) struct LinkEmptyTextTests {
    private func builder(_ language: Language) -> LinkRowBuilder { LinkRowBuilder(me: "me", now: Date(), language: language) }

    private var loaded: FeedState<LinkPost> {
        var feed = FeedState<LinkPost>()
        (feed.wasRequested, feed.isLoaded, feed.end) = (true, true, .lastPage)
        return feed
    }

    @Test(
        "An empty list of posts has a text for its source",
        arguments: [
            (.timeline, "아직 게시글이 없습니다.", "There are no posts yet."),
            (.hashtag("#봄"), "#봄 게시글이 없습니다.", "There are no posts with #봄."),
            (.liked, "좋아요한 게시글이 없습니다.", "You have not liked any posts."),
            (.user("u"), "작성한 게시글이 없습니다.", "This account has no posts."),
        ] as [(LinkPostSource, String, String)])
    func posts(source: LinkPostSource, korean: String, english: String) {
        #expect(LinkPostList.State(feed: loaded, builder: builder(.korean), source: source).emptyText == korean)
        #expect(LinkPostList.State(feed: loaded, builder: builder(.english), source: source).emptyText == english)
        #expect(LinkPostList.State(feed: FeedState(), builder: builder(.korean), source: source).emptyText == nil)
    }

    @Test("An empty list of accounts has a text for its kind") func followers() {
        let profile = Loaded(LinkProfile(id: "u", nick: "새싹"))
        #expect(LinkFollowers.State(profile: profile, builder: builder(.korean)).emptyText == "아직 팔로워가 없습니다.")
        let following = LinkFollowers.State(profile: profile, builder: builder(.english), showsFollowing: true)
        #expect(following.emptyText == "This account follows nobody.")
        #expect(LinkFollowers.State(profile: Loaded(), builder: builder(.korean)).emptyText == nil)
        let popular = Loaded(LinkProfile(id: "u", nick: "새싹", followers: [LinkUser(id: "v", nick: "바다")]))
        var hidden = LinkHideList.Content(posts: [])
        hidden.blocked = [LinkUser(id: "v", nick: "바다")]
        let hiding = LinkRowBuilder(me: "me", now: Date(), language: .english, hidden: hidden)
        #expect(LinkFollowers.State(profile: popular, builder: hiding).emptyText == "You have hidden everyone here.")
    }

    @Test("A post's page shows the post, a placeholder, a failure or an empty text") func page() {
        let post = LinkPost(id: "p", author: LinkUser(id: "u", nick: "새싹"))
        let shown = LinkPostPage.State(post: Loaded(post), builder: builder(.korean))
        #expect(shown.display == .items)
        #expect(shown.noRepliesText == "아직 댓글이 없습니다.")
        #expect(LinkPostPage.State(post: Loaded(), builder: builder(.korean)).display == .placeholder)
        let failure = NoticeBoardError(.noNetwork)
        let failed = LinkPostPage.State(post: Loaded(phase: .failed(failure)), builder: builder(.korean))
        #expect(failed.display == .failure(failure))
        let gone = LinkPostPage.State(post: Loaded(post), builder: builder(.korean), isGone: true)
        #expect(gone.display == .failure(NoticeBoardError(.postGone)))
        let hidden = LinkRowBuilder(me: "me", now: Date(), language: .korean, hidden: LinkHideList.Content(posts: ["p"]))
        let away = LinkPostPage.State(post: Loaded(post), builder: hidden)
        #expect(away.display == .empty)
        #expect(away.emptyText == "숨긴 게시글입니다.")
        #expect(away.noRepliesText == nil)
    }

    @Test("The place of the replies is empty only below a post that was loaded without any") func replies() {
        let user = LinkUser(id: "u", nick: "새싹")
        let reply = LinkReply(id: "r", content: "답", author: user)
        let failure = NoticeBoardError(.noNetwork)
        let all: [(Loaded<LinkPost>, FeedDisplay)] = [
            (Loaded(LinkPost(id: "p", author: user)), .empty),
            (Loaded(LinkPost(id: "p", author: user, replies: [reply])), .items),
            (Loaded(), .placeholder), (Loaded(phase: .failed(failure)), .failure(failure)),
        ]
        for (post, display) in all {
            #expect(LinkPostPage.State(post: post, builder: builder(.korean)).display(of: .replies) == display)
        }
    }

    @Test("A composer says why a waiting draft is not sent yet", arguments: Language.builtIn) func paused(language: Language) {
        let draft = LinkDraft(id: "d", draft: LinkDraftForm(.post), status: .waiting)
        let outbox = LinkOutbox.State(items: [draft])
        #expect(LinkComposer.State(outbox, "d", language).bannerText == draft.statusText(in: language))
        let reason = NoticeBoardError(.noNetwork)
        let paused = LinkOutbox.State(items: [draft], pauseReason: reason)
        let notice = LinkComposer.State(paused, "d", language).bannerText
        #expect(notice?.hasPrefix(reason.text(in: language) + " ") == true)
        let written = LinkDraft(id: "d", draft: LinkDraftForm(.post))
        let other = LinkOutbox.State(items: [written], pauseReason: reason)
        #expect(LinkComposer.State(other, "d", language).bannerText == nil)
    }

    @Test("A failed refresh of a list is a notice beside its posts") func refreshFailed() {
        let failure = NoticeBoardError(.noNetwork)
        var feed = loaded
        feed.items = FeedItems([LinkPost(id: "p", author: LinkUser(id: "u", nick: "새싹"))])
        feed.refresh = .failed(failure)
        let state = LinkPostList.State(feed: feed, builder: builder(.korean), source: .timeline)
        #expect(state.display == .items)
        #expect(state.failure == failure)
        #expect(state.bannerText == failure.text(in: .korean))
        feed.refresh = .idle
        #expect(LinkPostList.State(feed: feed, builder: builder(.korean), source: .timeline).bannerText == nil)
    }

    @Test("A list that could not be loaded shows its failure and no notice") func failed() {
        let failure = NoticeBoardError(.noNetwork)
        var feed = FeedState<LinkPost>()
        feed.refresh = .failed(failure)
        let state = LinkPostList.State(feed: feed, builder: builder(.korean), source: .timeline)
        #expect(state.display == .failure(failure))
        #expect(state.failure == failure)
        #expect(state.bannerText == nil)
    }

    @Test("A failed refresh of a page is a notice beside its content") func pagesRefreshFailed() {
        let failure = NoticeBoardError(.noNetwork)
        let user = LinkUser(id: "u", nick: "새싹")
        let post = Loaded(LinkPost(id: "p", author: user), phase: .failed(failure))
        let profile = Loaded(LinkProfile(id: "u", nick: "새싹"), phase: .failed(failure))
        let look = builder(.english)
        let page = LinkPostPage.State(post: post, builder: look)
        #expect(page.display == .items)
        #expect(page.failure == failure)
        #expect(page.bannerText == failure.text(in: .english))
        let person = LinkProfilePage.State(
            profile: profile, list: .init(feed: loaded, builder: look, source: .user("u")), user: user, unconfirmedFollow: nil)
        #expect(person.display == .items)
        #expect(person.failure == failure)
        #expect(person.bannerText == failure.text(in: .english))
    }

    @Test("A failed refresh of a list of accounts is a notice beside its rows") func followersRefreshFailed() {
        let failure = NoticeBoardError(.noNetwork)
        let profile = LinkProfile(id: "u", nick: "새싹", followers: [LinkUser(id: "v", nick: "둘")])
        let state = LinkFollowers.State(profile: Loaded(profile, phase: .failed(failure)), builder: builder(.english))
        #expect(state.display == .items)
        #expect(state.bannerText == failure.text(in: .english))
    }

    @Test("A form has the failure's text in its language") func forms() {
        let failure = NoticeBoardError(.signInRefused)
        var signIn = LinkSignIn.State(language: .korean)
        #expect(signIn.bannerText == nil)
        signIn.failure = failure
        #expect(signIn.bannerText == failure.text(in: .korean))
        var signUp = LinkSignUp.State(language: .english)
        signUp.failure = failure
        #expect(signUp.bannerText == failure.text(in: .english))
    }

    @Test("A composer has a notice about replaced files or a draft that can't be stored") func composer() {
        let post = LinkPost(id: "p", author: LinkUser(id: "me", nick: "새싹"), pictures: ["a"])
        let file = OutboxFile(name: "d-1.png", kind: "png", bytes: 1)
        let draft = LinkDraft(id: "d", draft: LinkDraftForm(.edit(post)), files: [file])
        let outbox = LinkOutbox.State(items: [draft])
        #expect(LinkComposer.State(outbox, "d", .korean).bannerText == draft.notice(in: .korean))
        let failure = NoticeBoardError(.storageFull)
        let failing = LinkOutbox.State(items: [draft], failure: failure)
        #expect(LinkComposer.State(failing, "d", .korean).failure == failure)
        #expect(LinkComposer.State(failing, "d", .korean).bannerText == failure.text(in: .korean))
    }

    @Test("A reply or edit without a draft appears in every list at once") func online() async throws {
        let fixture = try await SignedInFixture()
        let list = await fixture.list()
        let post = try #require(list.state.rows.first)
        let reply = try await fixture.context.reply("답", to: post.id)
        #expect(list[post.id]?.replies.contains(reply) == true)
        try await fixture.context.editReply(reply.id, on: post.id, to: "새 답")
        #expect(list[post.id]?.replies.first { $0.id == reply.id }?.content == "새 답")
        fixture.context.profile.open()
        await fixture.context.profile.firstState { $0.value != nil }
        try await fixture.context.editProfile(LinkProfileForm(phone: "010"))
        #expect(fixture.context.profile.state.value?.phone == "010")
        fixture.context.end()
        let error = await #expect(throws: NoticeBoardError.self) { try await fixture.context.reply("답", to: post.id) }
        #expect(error?.code == .sessionOver)
    }
}
