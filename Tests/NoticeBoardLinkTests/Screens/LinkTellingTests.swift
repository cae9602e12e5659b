import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

/// Screens over a service that writes down what it is asked, beside what they tell all others.
@MainActor @Suite("What screens ask for, and what they tell", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LinkTellingTests {
    private let log = Locked<[String]>([])
    private let service: ScriptedLink
    private let context: LinkContext
    private let clock = ManualClock()

    /// What is hidden is read into the same log.
    private struct Hidden: LinkHiddenStore {
        let log: Locked<[String]>
        func load(_ account: LinkUser.ID) -> LinkHidden? {
            log.withLock { $0.append("hidden of \(account)") }
            return LinkHidden(posts: ["h"])
        }
        func save(_ hidden: LinkHidden?, for account: LinkUser.ID) {}
    }

    init() {
        service = ScriptedLink(log)
        context = LinkContext(user: "me", service: service, hidden: Hidden(log: log))
    }

    private static let other = LinkUser(id: "u", nick: "남")
    private static let post = LinkPost(
        id: "p", creator: other,
        comments: [LinkComment(id: "c1", content: "1", creator: other), LinkComment(id: "c2", content: "2", creator: other)])

    @Test("A page reads what is hidden first, and tells what it learned once it was asked; a failure tells nothing") func page()
        async throws
    {
        var received: [LinkChange] = []
        let listening = context.changes.observe { received.append($0) }
        service.answers.withLock { $0.post = Self.post }
        let page = LinkPostPage(context, id: "p", from: Self.post, time: clock.time)
        #expect(page.state.post.value == nil)
        #expect(page.state.post.phase.isLoading)
        #expect(received.isEmpty)
        await page.firstState { $0.post.value == Self.post && $0.post.isStale }
        page.open()
        await page.firstState { $0.post.value != nil && !$0.post.isStale }
        #expect(service.lines == ["hidden of me", "post p"] && received == [.reloaded(Self.post)])
        for code in [NoticeBoardError.Code.timedOut, .notFound] {
            service.answers.withLock { $0.failures["post"] = NoticeBoardError(code) }
            await page.refreshAndWait()
            #expect(page.state.post.failure?.code == code && received.count == 1 && page.state.row != nil)
        }
        context.changes.send(.deleted("q"))
        #expect(!page.state.isGone)
        service.answers.withLock { $0.failures["post"] = NoticeBoardError(.postGone) }
        await page.refreshAndWait()
        #expect(received == [.reloaded(Self.post), .deleted("q"), .deleted("p")] && page.state.isGone && page.state.row == nil)
        #expect(page.reportReply("c9", because: .spam) == nil)
        #expect(page.reportReply("c2", because: .spam, note: "n")?.subject == .comment(Self.post.comments[1], on: "p"))
        #expect(page.report(because: .abuse)?.subject == .post(Self.post))
        page.reset()
        #expect(page.report(because: .abuse) == nil && page.reportReply("c1", because: .spam) == nil)
        withExtendedLifetime(listening) {}
    }

    @Test("A list reads what is hidden first, and asks for as many posts as it is told") func list() async {
        service.answers.withLock { $0.posts = ["a", "h", "b"].map { LinkPost(id: $0, creator: Self.other) } }
        let list = LinkPostList(context, .hashtag("봄"), pageSize: 7, time: clock.time)
        await list.refreshAndWait()
        #expect(service.lines == ["hidden of me", "tagged 봄 first 7"] && list.state.rows.map(\.id) == ["a", "b"])
        #expect(list["a"]?.post.id == "a" && list["h"] == nil && list.source == .hashtag("봄"))
        list.like("nothing", true)
        #expect(context.likes.state.isEmpty && list.report("nothing", because: .spam) == nil)
        list.like("a", true)
        #expect(context.likes.state == ["a": true])
        await context.likes.firstState { $0.isEmpty }
        list.delete("b")
        await list.firstState { $0.feed.items.count == 1 }
        #expect(service.lines.dropFirst(2) == ["toggleLike a", "deletePost b"])
        #expect(list.report("a", because: .other, note: "n")?.note == "n" && list.state.rows.isEmpty)
        list.reset()
        #expect(list.state.feed == FeedState())
    }

    @Test("An account's page asks for both, tries again what failed, and follows by what is known") func profile() async {
        service.answers.withLock { answers in
            answers.profile = LinkProfile(id: "u", nick: "남", followers: [ScriptedLink.me])
            answers.posts = [LinkPost(id: "a", creator: Self.other)]
            answers.failures["profile"] = NoticeBoardError(.timedOut)
        }
        let page = LinkProfilePage(context, of: LinkUser(id: "u", nick: ""), pageSize: 9, time: clock.time)
        page.follow(true)
        #expect(context.follows.state.isEmpty)
        page.open()
        await page.firstState { $0.profile.failure != nil && $0.feed.isLoaded }
        #expect(Set(service.lines) == ["profile u", "hidden of me", "postsOf u first 9"])
        service.answers.withLock { $0.failures = [:] }
        page.retry()
        await page.firstState { $0.profile.value != nil }
        #expect(page.state.user == Self.other && page.state.isFollowed == true)
        log.withLock { $0 = [] }
        // What did not fail is not tried again.
        page.retry()
        page.follow(true)
        #expect(context.follows.state.isEmpty)
        page.follow(false)
        #expect(context.follows.state == ["u": false] && page.state.wish == false)
        await context.follows.firstState { $0.isEmpty }
        #expect(service.lines.first == "unfollow u" && !service.lines.contains("profile u"))
        #expect(page.state.profile.value?.followers.isEmpty == true && page.state.isFollowed == false)
        log.withLock { $0 = [] }
        page.refresh()
        await page.firstState { !$0.profile.phase.isLoading && !$0.feed.isLoading }
        #expect(Set(service.lines) == ["profile u", "postsOf u first 9"])
        #expect(page["a"]?.id == "a" && page["b"] == nil)
        page.reset()
        #expect(page.state.profile.value == nil && page.state.feed.items.isEmpty && page.state.user.id == "u")
    }

    @Test("A composer shows progress of what is on its way, and a holdup of what waits for it") func composer() {
        let holdup = NoticeBoardError(.noNetwork)
        let all: [(LinkDraft.Status, hasProgress: Bool, isHeld: Bool)] = [
            (.writing, false, false), (.waiting, false, true), (.sending, true, false), (.unsure, false, true),
            (.asking, false, false), (.refused(holdup), false, false),
        ]
        for (status, hasProgress, isHeld) in all {
            var draft = LinkDraft(id: "d", target: .post)
            draft.status = status
            var outbox = LinkOutbox.State()
            (outbox.drafts, outbox.progress, outbox.holdup) = ([draft], 0.5, holdup)
            let state = LinkComposer.State(outbox, "d")
            #expect(state.draft == draft && state.problem == .postEmpty)
            #expect(state.progress == (hasProgress ? 0.5 : nil) && state.holdup == (isHeld ? holdup : nil), "\(status)")
            let none = LinkComposer.State(outbox, "e")
            #expect(none.draft == nil && none.problem == nil && none.progress == nil && none.holdup == nil)
        }
    }
}
