import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Changes that the service refuses", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkForgettingTests {
    private let service = ScriptedLink()
    private let post = LinkPost(id: "p", author: LinkUser(id: "u", nick: "남"))
    private let other = LinkUser(id: "u", nick: "남")

    /// The changes and failures that a context sent, in order.
    private struct Sent: Sendable {
        var changes: [LinkChange] = []
        var failures: [LinkFailure] = []
        var count: Int { changes.count + failures.count }
    }

    private func sent(
        _ count: Int, after work: (LinkAccount) -> Void, call: String, failingWith code: NoticeBoardError.Code
    ) async -> Sent {
        service.answers.withLock { $0.failures = [call: NoticeBoardError(code, "x")] }
        let (context, sent) = (LinkAccount(user: "me", service: service), WatchedValue(Sent()))
        let observations = [
            context.failures.observe { failure in sent.update { $0.failures.append(failure) } },
            context.changes.observe { change in sent.update { $0.changes.append(change) } },
        ]
        work(context)
        let all = await sent.firstValue { $0.count >= count }
        withExtendedLifetime((context, observations)) {}
        return all ?? Sent()
    }

    @Test("A refusal is reported with its subject") func refused() async {
        let all: [(String, NoticeBoardError.Code, (LinkAccount) -> Void, LinkFailure.Subject)] = [
            ("deletePost", .replyGone, { $0.deletePost("p") }, .deletePost("p")),
            ("deleteReply", .postGone, { $0.deleteReply("c", on: "p") }, .deleteReply("c")),
            ("toggleLike", .forbidden, { $0.like(post, true) }, .like("p")),
            ("follow", .forbidden, { $0.follow(other, true, confirmed: false) }, .follow("u")),
        ]
        for (call, code, work, subject) in all {
            let sent = await sent(1, after: work, call: call, failingWith: code)
            #expect(sent.failures == [LinkFailure(subject, NoticeBoardError(code, "x"))])
            #expect(sent.changes.isEmpty)
        }
    }

    @Test("Deleting a post or reply that is already gone succeeds") func gone() async {
        let post = await sent(1, after: { $0.deletePost("p") }, call: "deletePost", failingWith: .postGone)
        #expect(post.changes == [.deleted("p")])
        #expect(post.failures.isEmpty)
        let reply = await sent(1, after: { $0.deleteReply("c", on: "p") }, call: "deleteReply", failingWith: .replyGone)
        #expect(reply.changes == [.replyDeleted("p", "c")])
        #expect(reply.failures.isEmpty)
    }

    @Test("A like of a post that is gone removes the post") func likeOfGone() async {
        let sent = await sent(2, after: { $0.like(post, true) }, call: "toggleLike", failingWith: .postGone)
        #expect(sent.changes == [.deleted("p")])
        #expect(sent.failures.map(\.subject) == [.like("p")])
    }
}
