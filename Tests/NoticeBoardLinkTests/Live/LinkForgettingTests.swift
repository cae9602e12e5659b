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
