public import Foundation
import NoticeBoardBase

extension LinkOutbox {
    /// Attaches a file as it will be sent: checked, cleaned of metadata, and stored with the draft.
    ///
    /// A draft that is handed in meanwhile waits for the file. If the file cannot be attached, such a draft is being written
    /// again: it is never published without the file. Cancelling the task does not end it, since the draft may wait for the file.
    ///
    /// Throws what is wrong with the file, why it could not be stored, or why the draft takes no file: `replyWithFiles`,
    /// `tooManyFiles`, `draftBeingSent`, `draftGone`, or `sessionOver`.
    public func attach(_ file: LinkFile, to id: LinkDraft.ID) async throws {
        if let refusal = fileRefusal(of: id) { throw refusal }
        update(id, isTyping: true) { $0.filesOnTheWay += 1 }
        let attached: LinkDraft.File
        do { attached = try await store.keep(file, for: id) } catch {
            update(id) { $0.loseFile() }
            throw error
        }
        // Only now, since files may be attached concurrently, and the draft may be gone.
        guard let refusal = fileRefusal(of: id) else { return update(id) { $0.add(attached) } }
        update(id) { $0.loseFile() }
        await store.removeAttachment(attached.name)
        throw refusal
    }

    /// Returns why a draft takes no file now; `nil` if it does.
    private func fileRefusal(of id: LinkDraft.ID) -> NoticeBoardError? {
        if state.isOver { return NoticeBoardError(.sessionOver, "The account of the draft is signed out.") }
        guard let draft = state[id] else { return NoticeBoardError(.draftGone, "The draft was sent or discarded.") }
        return draft.fileRefusal
    }

    /// Removes an attached file.
    public func detach(_ file: LinkDraft.File, from id: LinkDraft.ID) {
        guard let draft = state[id], draft.isOpen, draft.files.contains(file) else { return }
        edit(id) { draft in draft.files.removeAll { $0 == file } }
        Task { [store] in await store.removeAttachment(file.name) }
    }

    /// Returns where an attached file is, to be shown.
    public func url(of file: LinkDraft.File) -> URL { URL(fileURLWithPath: store.path(file.name)) }
}
