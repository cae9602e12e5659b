import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("What is alive learns and forgets", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkForgettingTests {
    private let service = ScriptedLink()
    private let post = LinkPost(id: "p", creator: LinkUser(id: "u", nick: "남"))
    private let other = LinkUser(id: "u", nick: "남")

    private func alive() throws -> (context: LinkContext, known: SeenItems) {
        let context = LinkContext(user: "me", service: service)
        return (context, try #require(Mirror(reflecting: context).descendant("known") as? SeenItems))
    }

    @Test("What a wish is about is known as long as it is wished, and oneself by the newest profile") func knows() async throws {
        let (context, known) = try alive()
        context.like(post, true)
        #expect(known.post("p") == post && context.isLiked(post))
        await context.likes.firstState { $0.isEmpty }
        #expect(known.post("p") == nil && !context.isLiked(post))
        service.answers.withLock { $0.failures["follow"] = NoticeBoardError(.forbidden) }
        context.follow(other, true, confirmed: false)
        #expect(known.account("u") == other)
        await context.follows.firstState { $0.isEmpty }
        #expect(known.account("u").nick.isEmpty)
        context.mine.open()
        await context.mine.firstState { $0.value != nil }
        #expect(known.me == ScriptedLink.me)
        context.changes.send(.profileEdited(LinkProfile(id: "me", nick: "또")))
        #expect(known.me.nick == "또" && context.mine.state.value?.nick == "또")
        #expect(service.lines == ["toggleLike p", "follow u", "myProfile"])
    }

    @Test("At the end it is over, forgotten and told once, and nothing is learned any more") func forgets() async throws {
        let (context, known) = try alive()
        var ends = 0
        let listening = context.observeEnd { ends += 1 }
        context.changes.send(.profileEdited(LinkProfile(id: "me", nick: "또")))
        context.hiding.block(other)
        await context.hiding.ready()
        context.mine.open()
        await context.mine.firstState { $0.value != nil }
        #expect(!context.isOver && !context.writes.isEnded && ends == 0)
        context.endNow()
        #expect(
            context.isOver && context.writes.isEnded && ends == 1 && context.hiding.state.isEmpty
                && context.mine.state.value == nil)
        #expect(known.me == LinkUser(id: "me", nick: ""))
        context.changes.send(.profileEdited(LinkProfile(id: "me", nick: "또")))
        context.end()
        context.endNow()
        #expect(ends == 1 && known.me.nick.isEmpty)
        withExtendedLifetime(listening) {}
    }

    @Test("What could not be done is told with what it was about; what is gone already is done") func failures() async throws {
        let (context, _) = try alive()
        var failures: [LinkFailure] = []
        var received: [LinkChange] = []
        let listening = [context.failures.observe { failures.append($0) }, context.changes.observe { received.append($0) }]
        func until(_ count: Int) async { while failures.count + received.count < count { await Task.yield() } }
        let all: [(String, NoticeBoardError.Code, () -> Void, LinkChange?, LinkFailure.Subject?)] = [
            ("deletePost", .postGone, { context.deletePost("p") }, .deleted("p"), nil),
            ("deletePost", .commentGone, { context.deletePost("p") }, nil, .post("p")),
            ("deleteComment", .commentGone, { context.deleteReply("c", on: "p") }, .replyDeleted("p", "c"), nil),
            ("deleteComment", .postGone, { context.deleteReply("c", on: "p") }, nil, .reply("c")),
            ("toggleLike", .forbidden, { context.like(post, true) }, nil, .like("p")),
            ("follow", .forbidden, { context.follow(other, true, confirmed: false) }, nil, .follow("u")),
        ]
        for (call, code, work, change, subject) in all {
            (failures, received) = ([], [])
            service.answers.withLock { $0.failures = [call: NoticeBoardError(code, "x")] }
            work()
            await until(1)
            #expect(
                received == [change].compactMap(\.self)
                    && failures == [subject].compactMap { $0 }.map { LinkFailure($0, NoticeBoardError(code, "x")) })
        }
        (failures, received) = ([], [])
        service.answers.withLock { $0.failures = ["toggleLike": NoticeBoardError(.postGone)] }
        context.like(post, true)
        await until(2)
        // It is the post that is gone, for everybody.
        #expect(received == [.deleted("p")] && failures.map(\.subject) == [.like("p")])
        withExtendedLifetime(listening) {}
    }
}
