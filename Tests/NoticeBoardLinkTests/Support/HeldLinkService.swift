import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting

/// A service that holds its calls until a test answers them: likes, follows, pages of three posts.
final class HeldLinkService: LinkService {
    enum Asked: Hashable, Sendable {
        case toggle(LinkPost.ID), look(LinkPost.ID)
        case follow(LinkUser.ID, Bool), profile(LinkUser.ID)
        case page, liked
    }
    /// The result of a call; a lost call was executed or not.
    enum Fate: Sendable { case answered, refused, lostBefore, lostAfter }

    struct Truth: Sendable, Equatable {
        var likes: Set<LinkPost.ID> = []
        var following: Set<LinkUser.ID> = []
    }
    private struct Call: Sendable {
        let number: Int
        let asked: Asked
        let answer: @Sendable (Fate?) -> Void
    }
    private struct Content: Sendable {
        var truth = Truth()
        var calls: [Call] = []
        var count = 0
        var isOpen = false
    }

    static let me = LinkUser(id: "me", nick: "나")
    static let ids = ["p1", "p2", "p3"]
    static let users = [LinkUser(id: "u1", nick: "하나"), LinkUser(id: "u2", nick: "둘")]
    private let content = Locked(Content())
    /// Called after a call has arrived.
    let arrived = Locked<(@Sendable () -> Void)?>(nil)

    var truth: Truth {
        get { content.withLock { $0.truth } }
        set { content.withLock { $0.truth = newValue } }
    }
    /// The calls that wait for a response.
    var waiting: [Asked] { content.withLock { $0.calls.map(\.asked) } }
    /// The number of calls that have arrived.
    var count: Int { content.withLock { $0.count } }

    /// Answers the first call of this kind.
    func answer(_ asked: Asked, _ fate: Fate = .answered) {
        let call = content.withLock { content in
            content.calls.firstIndex { $0.asked == asked }.map { content.calls.remove(at: $0) }
        }
        call?.answer(fate)
    }
    /// Answers all waiting and all future calls.
    func answerAll() {
        let calls = content.withLock { content in
            content.isOpen = true
            defer { content.calls = [] }
            return content.calls
        }
        for call in calls { call.answer(.answered) }
    }

    private func fate(of asked: Asked) async throws -> Fate {
        try Task.checkCancellation()
        let number = content.withLock { content in
            content.count += 1
            return content.count
        }
        let fate = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Fate?, Never>) in
                let now: Fate?? = content.withLock { content in
                    if Task.isCancelled { return .some(nil) }
                    if content.isOpen { return .answered }
                    content.calls.append(Call(number: number, asked: asked) { continuation.resume(returning: $0) })
                    return nil
                }
                if let now { continuation.resume(returning: now) }
                arrived.withLock { $0 }?()
            }
        } onCancel: {
            let call = content.withLock { content in
                content.calls.firstIndex { $0.number == number }.map { content.calls.remove(at: $0) }
            }
            call?.answer(nil)
            arrived.withLock { $0 }?()
        }
        guard let fate else { throw CancellationError() }
        return fate
    }

    private func carryOut<Value>(_ asked: Asked, _ change: (inout Truth) throws -> Value) async throws -> Value {
        switch try await fate(of: asked) {
        case .answered: return try content.withLock { try change(&$0.truth) }
        case .refused: throw NoticeBoardError(.forbidden)
        case .lostBefore: throw NoticeBoardError(.timedOut)
        case .lostAfter:
            _ = try content.withLock { try change(&$0.truth) }
            throw NoticeBoardError(.connectionLost)
        }
    }

    // MARK: Calls

    private static func post(_ id: LinkPost.ID, _ truth: Truth) -> LinkPost {
        LinkPost(id: id, author: users[0], likes: ["u2"] + (truth.likes.contains(id) ? ["me"] : []))
    }

    func toggleLike(_ post: LinkPost.ID) async throws -> Bool {
        try await carryOut(.toggle(post)) { truth in
            if truth.likes.remove(post) == nil { truth.likes.insert(post) }
            return truth.likes.contains(post)
        }
    }
    func post(_ id: LinkPost.ID) async throws -> LinkPost { try await carryOut(.look(id)) { Self.post(id, $0) } }
    func follow(_ user: LinkUser.ID) async throws -> Bool {
        try await carryOut(.follow(user, true)) { truth in
            guard truth.following.insert(user).inserted else { throw NoticeBoardError(.alreadyFollowing) }
            return true
        }
    }
    func unfollow(_ user: LinkUser.ID) async throws -> Bool {
        try await carryOut(.follow(user, false)) { truth in
            truth.following.remove(user)
            return false
        }
    }
    func profile(of user: LinkUser.ID) async throws -> LinkProfile {
        try await carryOut(.profile(user)) { truth in
            LinkProfile(id: user, nick: "", followers: truth.following.contains(user) ? [Self.me] : [])
        }
    }
    func postPage(of source: LinkPostSource, at position: PagePosition?, limit: Int) async throws -> Page<LinkPost> {
        // Captured at the time of the request, so the page doesn't include later changes.
        let truth = truth
        switch source {
        case .timeline: return try await carryOut(.page) { _ in Page(items: Self.ids.map { Self.post($0, truth) }) }
        case .liked:
            return try await carryOut(.liked) { _ in
                Page(items: Self.ids.filter(truth.likes.contains).map { Self.post($0, truth) })
            }
        case .hashtag, .user: throw unused
        }
    }

    // MARK: Unsupported calls

    private var unused: NoticeBoardError { NoticeBoardError(.unsupported) }
    func publish(_ form: LinkPostForm) async throws -> LinkPost { throw unused }
    func edit(_ id: LinkPost.ID, _ form: LinkPostForm) async throws -> LinkPost { throw unused }
    func deletePost(_ id: LinkPost.ID) async throws { throw unused }
    func reply(_ content: String, to post: LinkPost.ID) async throws -> LinkReply { throw unused }
    func editReply(_ id: LinkReply.ID, on post: LinkPost.ID, to content: String) async throws -> LinkReply { throw unused }
    func deleteReply(_ id: LinkReply.ID, on post: LinkPost.ID) async throws { throw unused }
    func myProfile() async throws -> LinkProfile { throw unused }
    func editProfile(_ form: LinkProfileForm) async throws -> LinkProfile { throw unused }
    func picture(at path: String) async throws -> Data { throw unused }
}
