import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardOutbox
import NoticeBoardPaging

/// Sends the drafts of an account to the Link service, which knows no idempotency keys: the user's posts are searched.
struct LinkSender: OutboxSender {
    let service: any LinkService
    let user: LinkUser.ID
    /// Caches what was uploaded.
    let uploads: UploadedPictures

    // MARK: Sending

    func send(_ parcel: OutboxParcel<LinkDraftForm>) async throws -> LinkChange {
        let files = try parcel.files.map { file in
            // A later version of the app may have attached it.
            guard let kind = file.file.linkKind else {
                throw NoticeBoardError(.fileKindUnknown, "A file of the draft has a kind that this version does not know.")
            }
            return LinkFile(prepared: file.url, kind)
        }
        let progress = HTTPProgress { update in
            if let all = update.toSend, all > 0 { parcel.progress(min(1, Double(update.sent) / Double(all))) }
        }
        let form = parcel.draft
        switch form.target {
        case .post:
            let post = try await service.publish(form.postForm(files, progress: progress))
            await keepPictures(files, of: post)
            return .posted(post)
        case .edit(let before):
            let post = try await service.edit(before.id, form.postForm(files, progress: progress))
            await keepPictures(files, of: post)
            return .edited(post)
        case .reply(let post): return .replied(post, try await service.reply(form.content, to: post))
        }
    }

    private func keepPictures(_ files: [LinkFile], of post: LinkPost) async {
        guard post.pictures.count == files.count else { return }
        await uploads.keep(zip(files, post.pictures).filter { file, _ in file.kind != .pdf })
    }

    func mayPass(_ error: NoticeBoardError) -> Bool { error.code == .accessTokenExpired }

    // MARK: Searching

    func existing(for draft: LinkDraftForm, at position: PagePosition?, limit: Int) async throws -> Page<LinkChange>? {
        switch draft.target {
        case .post:
            let page = try await service.postPage(of: .user(user), at: position, limit: limit)
            return Page(items: page.items.map { LinkChange.posted($0) }, next: page.next)
        case .edit(let before): return Page(items: [LinkChange.edited(try await service.post(before.id))])
        case .reply(let post):
            let replies = try await service.post(post).replies.filter { $0.author.id == user }
            return Page(items: replies.map { LinkChange.replied(post, $0) })
        }
    }

    /// An edited post has the ID of the post before, so only its contents tell.
    func id(of change: LinkChange) -> String? {
        switch change {
        case .posted(let post): post.id
        case .replied(_, let reply): reply.id
        default: nil
        }
    }

    func isStored(_ parcel: OutboxParcel<LinkDraftForm>, as change: LinkChange) -> Bool {
        switch change {
        case .posted(let post), .edited(let post): parcel.draft.became(post, by: user, files: parcel.files.count)
        case .replied(_, let reply): parcel.draft.became(reply, by: user)
        default: false
        }
    }
}
