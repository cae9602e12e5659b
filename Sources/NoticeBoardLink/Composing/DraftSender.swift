import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging

/// Sends drafts, and searches the service for those whose response was lost.
struct DraftSender: Sendable {
    let service: any LinkService
    let user: LinkUser.ID
    let store: DraftStore
    /// Caches an uploaded picture under its path, which avoids a download.
    let keepUploaded: @Sendable (Data, String) -> Void
    /// The number of posts in a page of a search.
    private static let pageSize = 20
    /// A search reads at most this many pages: 500 posts.
    private static let mostPages = 25

    /// The outcome of an attempt to send a draft, or of a search for it.
    enum Outcome: Sendable {
        /// The service has it, as this change says.
        case stored(LinkChange)
        /// The response to the attempt was lost, for this reason: the service may have it.
        case lost(NoticeBoardError)
        /// The service was searched and does not have it.
        case missing
        /// The call did not reach the service, and may later.
        case held(NoticeBoardError)
        case refused(NoticeBoardError)

        init(_ error: any Error) {
            let error = NoticeBoardError(wrapping: error)
            self = DraftSender.mayPass(error.code) ? .held(error) : .refused(error)
        }
    }

    /// The failures after which the same call may succeed by itself, beside those of calls that may have arrived.
    ///
    /// They include what a network in between does: a portal, a proxy, or a firewall with a certificate of its own.
    private static let passing: Set<NoticeBoardError.Code> = [
        .noNetwork, .unreachable, .networkSignIn, .proxyRefused, .proxyUnreachable, .untrustedServer, .tooManyRequests, .tooEarly,
        .sessionOver, .accessTokenExpired,
    ]

    private static func mayPass(_ code: NoticeBoardError.Code) -> Bool {
        passing.contains(code) || NoticeBoardError(code).mayHaveArrived
    }

    // MARK: Sending

    /// Sends a draft; `willSend` records what existed before, marks the draft as sending, and returns whether to go on.
    ///
    /// If an earlier attempt may have arrived, the service is searched first, by what existed before that attempt.
    func send(
        _ draft: LinkDraft, willSend: @Sendable (_ idsBefore: [String]) async -> Bool,
        progress: @escaping @Sendable (Double) -> Void
    ) async -> Outcome {
        do {
            let idsBefore: [String]
            if let recorded = draft.idsBefore {
                if let change = try await findSent(draft) { return .stored(change) }
                idsBefore = recorded
            } else {
                idsBefore = try await existingIDs(for: draft)
            }
            guard await willSend(idsBefore) else { throw CancellationError() }
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
            return .stored(try await publish(draft, uploading))
        } catch {
            let error = NoticeBoardError(wrapping: error)
            return error.mayHaveArrived ? .lost(error) : Outcome(error)
        }
    }

    /// Returns the IDs of existing posts or replies, to tell a new one from an older equal one.
    ///
    /// They are twice as many as a page of the search, since older posts move up after a deletion.
    private func existingIDs(for draft: LinkDraft) async throws -> [String] {
        switch draft.target {
        case .post: try await service.postPage(of: .user(user), at: nil, limit: 2 * Self.pageSize).items.map(\.id)
        case .reply(let post): try await service.post(post).replies.filter { $0.author.id == user }.map(\.id)
        case .edit: []
        }
    }

    private func publish(_ draft: LinkDraft, _ progress: HTTPProgress) async throws -> LinkChange {
        let files = draft.files.map { LinkFile(prepared: URL(fileURLWithPath: store.path($0.name)), $0.kind) }
        switch draft.target {
        case .post:
            let post = try await service.publish(draft.postForm(files, progress: progress))
            await keepPictures(files, of: post)
            return .posted(post)
        case .edit(let before):
            let post = try await service.edit(before.id, draft.postForm(files, progress: progress))
            await keepPictures(files, of: post)
            return .edited(post)
        case .reply(let post): return .replied(post, try await service.reply(draft.form.content, to: post))
        }
    }

    private func keepPictures(_ files: [LinkFile], of post: LinkPost) async {
        guard post.pictures.count == files.count else { return }
        let pictures = zip(files, post.pictures).filter { file, _ in file.kind != .pdf }
        // The picture can be downloaded instead.
        try? await store.reads.run { [keepUploaded] in
            for (file, path) in pictures {
                if let data = try? file.bytes() { keepUploaded(data, path) }
            }
        }
    }

    // MARK: Searching

    /// Searches the service for a draft whose response was lost.
    func search(for draft: LinkDraft) async -> Outcome {
        do {
            guard let change = try await findSent(draft) else { return .missing }
            return .stored(change)
        } catch { return Outcome(error) }
    }

    private func findSent(_ draft: LinkDraft) async throws -> LinkChange? {
        switch draft.target {
        case .post: return try await findPost(draft).map { .posted($0) }
        case .edit(let before):
            let post = try await service.post(before.id)
            return draft.became(post, by: user) ? .edited(post) : nil
        case .reply(let id):
            return try await service.post(id).replies.first { draft.became($0, by: user) }.map { .replied(id, $0) }
        }
    }

    /// Reads the user's posts, newest first, down to the page with the first one that existed before.
    private func findPost(_ draft: LinkDraft) async throws -> LinkPost? {
        let idsBefore = Set(draft.idsBefore ?? [])
        var position: PagePosition?
        for _ in 0..<Self.mostPages {
            let page = try await service.postPage(of: .user(user), at: position, limit: Self.pageSize)
            if let post = page.items.first(where: { draft.became($0, by: user) }) { return post }
            guard let next = page.next, !page.items.contains(where: { idsBefore.contains($0.id) }) else { return nil }
            position = next
        }
        return nil
    }
}
