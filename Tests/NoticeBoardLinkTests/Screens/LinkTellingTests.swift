import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

/// Compares the calls of a service with the changes that a screen sends.
@MainActor @Suite("Requests and changes of a post page", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LinkTellingTests {
    private let log = Locked<[String]>([])
    private let service: ScriptedLink
    private let context: LinkAccount
    private let clock = ManualClock()

    /// A store that logs its loads in the same log.
    private struct Hidden: LinkHiddenStore {
        let log: Locked<[String]>
        func load(_ account: LinkUser.ID) -> LinkHideList.Content? {
            log.withLock { $0.append("hidden of \(account)") }
            return LinkHideList.Content(posts: ["h"])
        }
        func save(_ hidden: LinkHideList.Content?, for account: LinkUser.ID) {}
    }

    init() {
        service = ScriptedLink(log)
        let storage = HiddenContentStorage(Hidden(log: log))
        context = LinkAccount("me", service, storage, now: { Date() }, time: clock.time)
    }

    private static let other = LinkUser(id: "u", nick: "남")
    private static let post = LinkPost(
        id: "p", author: other,
        replies: [LinkReply(id: "c1", content: "1", author: other), LinkReply(id: "c2", content: "2", author: other)])

    @Test("A page sends its loaded post, or its deletion, as a change") func page()
        async throws
    {
        var received: [LinkChange] = []
        let listening = context.changes.observe { received.append($0) }
        service.answers.withLock { $0.post = Self.post }
        let page = LinkPostPage(context, id: "p", from: Self.post)
        #expect(page.state.post.value == nil)
        #expect(page.state.post.phase.isLoading)
        #expect(received.isEmpty)
        await page.firstState { $0.post.value == Self.post && $0.post.isStale }
        page.open()
        await page.firstState { $0.post.value != nil && !$0.post.isStale }
        #expect(service.lines == ["hidden of me", "post p"])
        #expect(received == [.reloaded(Self.post)])
        for code in [NoticeBoardError.Code.timedOut, .notFound] {
            service.answers.withLock { $0.failures["post"] = NoticeBoardError(code) }
            await page.refreshAndWait()
            #expect(page.state.post.failure?.code == code)
            #expect(received.count == 1)
            #expect(page.state.row != nil)
        }
        context.changes.send(.deleted("q"))
        #expect(!page.state.isGone)
        service.answers.withLock { $0.failures["post"] = NoticeBoardError(.postGone) }
        await page.refreshAndWait()
        #expect(received == [.reloaded(Self.post), .deleted("q"), .deleted("p")])
        #expect(page.state.isGone)
        #expect(page.state.row == nil)
        withExtendedLifetime(listening) {}
    }
}
