import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// Sends drafts, and looks at the service for those whose answer was lost.
struct DraftSender: Sendable {
    let service: any LinkService
    let user: LinkUser.ID
    let store: DraftStore
    /// Hears what the service says of what it stored.
    let send: @Sendable (LinkChange) async -> Void
    /// Keeps what was uploaded, so that it need not be downloaded; called with the path that the service gave it.
    let keepUploaded: @Sendable (Data, String) -> Void
    /// How many of one's newest posts are looked at.
    private static let newest = 20

    /// Sends a draft; `leaving` has it written down as on its way, and tells whether it still is to be sent.
    func send(
        _ draft: LinkDraft, leaving: @Sendable ([String]) async -> Bool, progress: @escaping @Sendable (Double) -> Void
    ) async -> OutboxMachine.Outcome {
        do {
            guard await leaving(try await known(draft)) else { throw CancellationError() }
        } catch {
            return Self.heldOrRefused(error)
        }
        do {
            // On the disk before anything leaves: a launch after a kill looks for it before it sends it again.
            try await store.flush(draft.id)
        } catch {
            // What is not on the disk at all is not sent again by a later launch.
            guard await store.hasNo(draft.id + DraftStore.draftEnd) else { return .held(NoticeBoardError(wrapping: error)) }
        }
        do {
            try Task.checkCancellation()
            await send(try await answer(draft, HTTPProgress(percent: progress)))
            return .stored
        } catch {
            return NoticeBoardError(wrapping: error).mayHaveArrived ? .missing : Self.heldOrRefused(error)
        }
    }

    /// What there is of the kind, by which a new one will be told from an old one that says the same.
    private func known(_ draft: LinkDraft) async throws -> [String] {
        switch draft.target {
        case .post: try await service.postPage(of: user, at: nil, limit: Self.newest).items.map(\.id)
        case .reply(let post): try await service.post(post).comments.filter { $0.creator.id == user }.map(\.id)
        case .edit: []
        }
    }

    private func answer(_ draft: LinkDraft, _ progress: HTTPProgress) async throws -> LinkChange {
        let files = draft.files.map { LinkFile(prepared: URL(fileURLWithPath: store.folder + "/" + $0.name), $0.kind) }
        switch draft.target {
        case .post:
            let post = try await service.publish(draft.postForm(files, progress: progress))
            keepPictures(of: draft, in: post)
            return .posted(post)
        case .edit(let before):
            let post = try await service.edit(before.id, draft.postForm(files, progress: progress))
            keepPictures(of: draft, in: post)
            return .edited(post)
        case .reply(let post): return .replied(post, try await service.comment(draft.form.content, on: post))
        }
    }

    private func keepPictures(of draft: LinkDraft, in post: LinkPost) {
        guard !draft.files.isEmpty, post.images.count == draft.files.count else { return }
        for (file, path) in zip(draft.files, post.images) where file.kind != .pdf {
            if let data = try? Data(contentsOf: URL(fileURLWithPath: store.folder + "/" + file.name)) { keepUploaded(data, path) }
        }
    }

    /// Looks whether a draft was stored whose answer was lost.
    func look(_ draft: LinkDraft) async -> OutboxMachine.Outcome {
        do {
            guard let answer = try await found(draft) else { return .missing }
            await send(answer)
            return .stored
        } catch {
            return Self.heldOrRefused(error)
        }
    }

    private func found(_ draft: LinkDraft) async throws -> LinkChange? {
        switch draft.target {
        case .post:
            let posts = try await service.postPage(of: user, at: nil, limit: Self.newest).items
            return newer(posts, than: draft.known ?? []).first { draft.became($0, by: user) }.map { .posted($0) }
        case .edit(let before):
            let post = try await service.post(before.id)
            return draft.became(post, by: user) ? .edited(post) : nil
        case .reply(let id):
            return try await service.post(id).comments.first { draft.became($0, by: user) }.map { .replied(id, $0) }
        }
    }

    /// The posts before the first one that is known: a deletion brings old posts into sight that may say the same.
    private func newer(_ posts: [LinkPost], than known: [LinkPost.ID]) -> ArraySlice<LinkPost> {
        if let first = posts.firstIndex(where: { known.contains($0.id) }) { return posts[..<first] }
        // Where all of them were known, every other post is new; else nothing can be told.
        return known.count < Self.newest ? posts[...] : []
    }

    private static func heldOrRefused(_ error: any Error) -> OutboxMachine.Outcome {
        let error = NoticeBoardError(wrapping: error)
        return error.mayPass ? .held(error) : .refused(error)
    }
}

extension NoticeBoardError {
    /// Whether the same call may succeed later by itself.
    fileprivate var mayPass: Bool {
        NoticeBoardError(code).mayHaveArrived
            || [.noNetwork, .unreachable, .networkSignIn, .tooManyRequests, .tooEarly, .sessionOver, .accessTokenExpired]
                .contains(code)
    }
}

extension HTTPProgress {
    /// Tells of each hundredth of an upload.
    package convenience init(percent: @escaping @Sendable (Double) -> Void) {
        let last = Locked(-1)
        self.init { update in
            guard let all = update.toSend, all > 0 else { return }
            let part = min(1, Double(update.sent) / Double(all))
            let isNew = last.withLock { last in
                defer { last = Int(part * 100) }
                return last != Int(part * 100)
            }
            if isNew { percent(part) }
        }
    }
}
