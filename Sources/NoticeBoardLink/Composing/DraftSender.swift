import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// Sends drafts, and searches the service for those whose response was lost.
struct DraftSender: Sendable {
    let service: any LinkService
    let user: LinkUser.ID
    let store: DraftStore
    /// Caches an uploaded picture under its path, which avoids a download.
    let keepUploaded: @Sendable (Data, String) -> Void
    /// The number of the user's newest posts to search.
    private static let newest = 20

    /// The outcome of sending a draft, or of looking for it at the service.
    enum Outcome: Sendable {
        /// The service has it, as this change says.
        case stored(LinkChange)
        /// The answer was lost, or the service does not have it.
        case missing
        /// The call did not reach the service, and may later.
        case held(NoticeBoardError)
        case refused(NoticeBoardError)

        init(_ error: any Error) {
            let error = NoticeBoardError(wrapping: error)
            let mayPass = NoticeBoardError(error.code).mayHaveArrived || DraftSender.passing.contains(error.code)
            self = mayPass ? .held(error) : .refused(error)
        }
    }

    /// The failures after which the same call may succeed by itself, beside those of calls that may have arrived.
    private static let passing: [NoticeBoardError.Code] = [
        .noNetwork, .unreachable, .networkSignIn, .proxyRefused, .tooManyRequests, .tooEarly, .sessionOver, .accessTokenExpired,
    ]

    /// Sends a draft; `leaving` marks it as sending and returns whether to go on.
    func send(
        _ draft: LinkDraft, leaving: @Sendable ([String]) async -> Bool, progress: @escaping @Sendable (Double) -> Void
    ) async -> Outcome {
        do {
            guard await leaving(try await known(draft)) else { throw CancellationError() }
        } catch { return Outcome(error) }
        do {
            // Saved before anything is sent: after a crash, the next launch searches before it sends again.
            try await store.save()
        } catch {
            // A draft without a file can't be sent twice by a later launch.
            guard await store.hasNoFile(of: draft) else { return .held(NoticeBoardError(wrapping: error)) }
        }
        do {
            try Task.checkCancellation()
            let uploading = HTTPProgress { update in
                if let all = update.toSend, all > 0 { progress(min(1, Double(update.sent) / Double(all))) }
            }
            return .stored(try await answer(draft, uploading))
        } catch { return NoticeBoardError(wrapping: error).mayHaveArrived ? .missing : Outcome(error) }
    }

    /// Returns the IDs of existing posts or replies, to tell a new one from an older equal one.
    ///
    /// They are twice as many as are searched later, since older posts move up after a deletion.
    private func known(_ draft: LinkDraft) async throws -> [String] {
        switch draft.target {
        case .post: try await service.postPage(of: .user(user), at: nil, limit: 2 * Self.newest).items.map(\.id)
        case .reply(let post): try await service.post(post).replies.filter { $0.author.id == user }.map(\.id)
        case .edit: []
        }
    }

    private func answer(_ draft: LinkDraft, _ progress: HTTPProgress) async throws -> LinkChange {
        let files = draft.files.map { LinkFile(prepared: URL(fileURLWithPath: store.path($0.name)), $0.kind) }
        switch draft.target {
        case .post:
            let post = try await service.publish(draft.postForm(files, progress: progress))
            keepPictures(files, of: post)
            return .posted(post)
        case .edit(let before):
            let post = try await service.edit(before.id, draft.postForm(files, progress: progress))
            keepPictures(files, of: post)
            return .edited(post)
        case .reply(let post): return .replied(post, try await service.reply(draft.form.content, to: post))
        }
    }

    private func keepPictures(_ files: [LinkFile], of post: LinkPost) {
        guard post.pictures.count == files.count else { return }
        for (file, path) in zip(files, post.pictures) where file.kind != .pdf {
            if let data = try? file.bytes() { keepUploaded(data, path) }
        }
    }

    /// Searches the service for a draft whose response was lost.
    func look(_ draft: LinkDraft) async -> Outcome {
        do { return try await found(draft).map { .stored($0) } ?? .missing } catch { return Outcome(error) }
    }

    private func found(_ draft: LinkDraft) async throws -> LinkChange? {
        switch draft.target {
        case .post:
            let posts = try await service.postPage(of: .user(user), at: nil, limit: Self.newest).items
            return posts.first { draft.became($0, by: user) }.map { .posted($0) }
        case .edit(let before):
            let post = try await service.post(before.id)
            return draft.became(post, by: user) ? .edited(post) : nil
        case .reply(let id):
            return try await service.post(id).replies.first { draft.became($0, by: user) }.map { .replied(id, $0) }
        }
    }
}
