import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
public import NoticeBoardOutbox
import NoticeBoardPaging

/// The drafts of the signed-in account: kept on the disk until the service has them, and sent in order, once.
///
/// ```swift
/// guard let outbox = session.outbox(in: folder) else { return }      // no account is signed in
/// let id = outbox.newDraft(.post)
/// outbox.change(id) { $0.content = "안녕 #봄" }
/// try await outbox.attach(try LinkFile(data: data), to: id)
/// outbox.send(id)
/// ```
///
/// The service knows no idempotency keys: after a lost response the user's posts are searched, down to those that existed
/// before, and if the draft is missing, the user is asked.
public typealias LinkOutbox = Outbox<LinkDraftForm>

extension Outbox where Draft == LinkDraftForm {
    /// Begins a draft, which is on the disk from its first change on.
    public func newDraft(_ target: LinkDraftTarget) -> LinkDraft.ID { newDraft(LinkDraftForm(target)) }

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
