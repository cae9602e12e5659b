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

    private func alive() throws -> (live: LinkLive, known: LinkKnown) {
        let live = LinkLive(user: "me", service: service)
        return (live, try #require(Mirror(reflecting: live).descendant("known") as? LinkKnown))
    }

    @Test("What a wish is about is known as long as it is wished, and oneself by the newest profile") func knows() async throws {
        let (live, known) = try alive()
        live.like(post, true)
        #expect(known.post("p") == post && live.isLiked(post))
        await live.likes.firstState { $0.isEmpty }
        #expect(known.post("p") == nil && !live.isLiked(post))
        service.answers.withLock { $0.failures["follow"] = NoticeBoardError(.forbidden) }
        live.follow(other, true, confirmed: false)
        #expect(known.account("u") == other)
        await live.follows.firstState { $0.isEmpty }
        #expect(known.account("u").nick.isEmpty)
        live.mine.open()
        await live.mine.firstState { $0.value != nil }
        #expect(known.me == ScriptedLink.me)
        live.changes.send(.profileEdited(LinkProfile(id: "me", nick: "또")))
        #expect(known.me.nick == "또" && live.mine.state.value?.nick == "또")
        #expect(service.lines == ["toggleLike p", "follow u", "myProfile"])
    }

    @Test("At the end it is over, forgotten and told once, and nothing is learned any more") func forgets() async throws {
        let (live, known) = try alive()
        var ends = 0
        let listening = live.observeEnd { ends += 1 }
        live.changes.send(.profileEdited(LinkProfile(id: "me", nick: "또")))
        live.hiding.block(other)
        await live.hiding.ready()
        live.mine.open()
        await live.mine.firstState { $0.value != nil }
        #expect(!live.isOver && !live.writes.isEnded && ends == 0)
        await live.erase()
        #expect(live.isOver && live.writes.isEnded && ends == 1 && live.hiding.state.isEmpty && live.mine.state.value == nil)
        #expect(known.me == LinkUser(id: "me", nick: ""))
        live.changes.send(.profileEdited(LinkProfile(id: "me", nick: "또")))
        live.end()
        await live.erase()
        #expect(ends == 1 && known.me.nick.isEmpty)
        withExtendedLifetime(listening) {}
    }

    @Test("What could not be done is told with what it was about; what is gone already is done") func failures() async throws {
        let (live, _) = try alive()
        var failures: [LinkFailure] = []
        var received: [LinkChange] = []
        let listening = [live.failures.observe { failures.append($0) }, live.changes.observe { received.append($0) }]
        func until(_ count: Int) async { while failures.count + received.count < count { await Task.yield() } }
        let all: [(String, NoticeBoardError.Code, () -> Void, LinkChange?, LinkFailure.Subject?)] = [
            ("deletePost", .postGone, { live.deletePost("p") }, .deleted("p"), nil),
            ("deletePost", .commentGone, { live.deletePost("p") }, nil, .post("p")),
            ("deleteComment", .commentGone, { live.deleteReply("c", on: "p") }, .replyDeleted("p", "c"), nil),
            ("deleteComment", .postGone, { live.deleteReply("c", on: "p") }, nil, .reply("c")),
            ("toggleLike", .forbidden, { live.like(post, true) }, nil, .like("p")),
            ("follow", .forbidden, { live.follow(other, true, confirmed: false) }, nil, .follow("u")),
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
        live.like(post, true)
        await until(2)
        // It is the post that is gone, for everybody.
        #expect(received == [.deleted("p")] && failures.map(\.subject) == [.like("p")])
        withExtendedLifetime(listening) {}
    }
}
