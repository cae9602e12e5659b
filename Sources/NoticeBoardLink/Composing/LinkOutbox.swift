public import Foundation
package import NoticeBoardBase
import NoticeBoardHTTP
public import NoticeBoardOutbox
import NoticeBoardPaging

/// The drafts of the signed-in account: kept on the disk until the service has them, and sent in order, once.
///
/// ```swift
/// guard let outbox = session.outbox(in: folder) else { return }      // no account is signed in
/// let id = outbox.begin(.post)
/// outbox.change(id) { $0.content = "안녕 #봄" }
/// try await outbox.attach(try LinkFile(content: data), to: id)
/// outbox.send(id)
/// ```
///
/// The service knows no idempotency keys: after a lost response the user's posts are searched, down to those that existed
/// before, and if the draft is missing, the user is asked.
public typealias LinkOutbox = Outbox<LinkDraftForm>

extension Outbox where Draft == LinkDraftForm {
    /// Begins a draft, which is on the disk from its first change on.
    public func begin(_ target: LinkDraftTarget) -> LinkDraft.ID { newDraft(LinkDraftForm(target)) }

    /// Attaches a file as it will be sent: checked, cleaned of metadata, and stored with the draft.
    ///
    /// A draft that is handed in meanwhile waits for the file. If the file cannot be attached, such a draft is being written
    /// again: it is never published without the file. Cancelling the task does not end it, since the draft may wait for the file.
    ///
    /// Throws what is wrong with the file, why it could not be stored, or why the draft takes no file: `replyWithFiles`,
    /// `tooManyFiles`, `draftBeingSent`, `draftGone`, or `sessionOver`.
    public func attach(_ file: LinkFile, to id: LinkDraft.ID) async throws {
        try await attach(to: id) { try await file.attachment() }
    }
}

extension Outbox.State where Draft == LinkDraftForm {
    /// The drafts in which something was written, the newest last.
    public var drafts: [LinkDraft] { items }
}

extension LinkFile {
    private static let reads = BlockingReads("NoticeBoard.LinkFile.attachment")

    /// Returns the bytes to send.
    func attachment() async throws -> OutboxAttachment {
        try await Self.reads.run {
            let ready = try readyForPost()
            return OutboxAttachment(data: try ready.bytes(), kind: ready.kind.rawValue)
        }
    }
}

extension LinkSession {
    /// The outbox of the signed-in account, the same object for every caller; `nil` if no account is signed in.
    ///
    /// `folder` is in the app's own container, and only this process and this account use it; the first caller's folder counts.
    /// It is not the caches folder, which the system empties, and not in an app group: the outbox holds a file lock as long as it
    /// lives, and iOS kills an app that it suspends while the app holds a lock there. iOS' app group folders are refused by
    /// `invalidInput` in the state's `failure`, and nothing is sent.
    @MainActor public func outbox(in folder: URL) -> LinkOutbox? { outbox(in: folder, files: POSIXFileSystem()) }

    @MainActor package func outbox(in folder: URL, files: any FolderSystem, time: TimeSource? = nil) -> LinkOutbox? {
        guard let context else { return nil }
        let time = time ?? self.time
        return accountObject { [scope] user, service, _ in
            let sender = LinkSender(service: service, user: user, keepUploaded: context.keepUploaded)
            return LinkOutbox(
                in: folder, account: user, files: files, scope: scope, languages: context.languages, time: time, sender: sender
            ) { [changes = context.changes] change in changes.send(change) }
        } register: { outbox, user in
            for registration in outbox.register(for: user) { objects.hold(registration) }
        } end: {
            $0.end()
        }
    }
}
