public import Foundation
import NoticeBoardBase

extension Outbox {
    // MARK: Writing

    /// Begins a draft, which is on the disk once something was written; returns its ID.
    public func newDraft(_ draft: Draft) -> Item.ID {
        let item = Item(id: UUID().uuidString.lowercased(), draft: draft, begun: now())
        running.begun.insert(item.id)
        update(isTyping: true) { $0.allItems.append(item) }
        return item.id
    }

    /// Changes what is written; a draft that waits to be sent is being written again, and one that is being sent stays as it is.
    public func change(_ id: Item.ID, _ change: (inout Draft) -> Void) {
        edit(id) { change(&$0.draft) }
    }

    func edit(_ id: Item.ID, _ change: (inout Item) -> Void) {
        update(id, isTyping: true) { item in
            guard item.isEditable else { return }
            var new = item
            change(&new)
            // A text field may report the same text again, after the draft was sent.
            guard new != item else { return }
            new.changed = now()
            new.delivery.stopWaiting()
            new.delivery.recordChange()
            item = new
        }
    }

    /// Removes a draft with its files.
    public func discard(_ id: Item.ID) {
        if running.current == id { stopSending() }
        update { state in state.allItems.removeAll { $0.id == id } }
    }

    /// Saves what was typed in the last half second at once; call it when a screen closes.
    public func saveNow() { running.typing?.cancel() }

    /// Waits until all drafts are on the disk; returns whether they could be written.
    ///
    /// Drafts are written half a second after a change anyway; this is for an app that is about to end.
    @discardableResult public func waitUntilSaved() async -> Bool { (try? await folder.save()) != nil }

    // MARK: Files

    /// Attaches a file that is ready to be sent.
    public func attach(_ attachment: OutboxAttachment, to id: Item.ID) async throws {
        try await attach(to: id) { attachment }
    }

    /// Attaches a file that `prepare` makes, such as a picture without its metadata.
    ///
    /// A draft that is handed in meanwhile waits for the file. If the file cannot be attached, such a draft is being written
    /// again: it is never sent without a file that the user chose for it.
    ///
    /// Throws what `prepare` throws, why the file could not be stored, or why the draft takes no file: the draft's own
    /// ``OutboxDraft/fileProblem(count:)``, `draftBeingSent`, `draftGone`, or `sessionOver`.
    public func attach(
        to id: Item.ID, prepare: @escaping @Sendable () async throws -> OutboxAttachment
    ) async throws {
        if let refusal = fileRefusal(of: id) { throw refusal }
        update(id, isTyping: true) { $0.delivery.filesOnTheWay += 1 }
        let file: OutboxFile
        do { file = try await stored(try await prepare(), for: id) } catch {
            update(id) { $0.delivery.loseFile() }
            throw error
        }
        // Only now, since files may be attached concurrently, and the draft may be gone.
        if let refusal = fileRefusal(of: id) {
            update(id) { $0.delivery.loseFile() }
            await folder.removeAttachment(file.name)
            throw refusal
        }
        update(id) { item in
            item.files.append(file)
            item.changed = now()
            item.delivery.addFile()
        }
    }

    private func stored(_ attachment: OutboxAttachment, for id: Item.ID) async throws -> OutboxFile {
        guard attachment.hasGoodKind else {
            throw NoticeBoardError(.invalidInput, "The kind of a file has at most eight small letters and digits.")
        }
        let name = "\(id)-\(UUID().uuidString.prefix(8).lowercased()).\(attachment.kind)"
        try await folder.keep(attachment.data, name)
        return OutboxFile(name: name, kind: attachment.kind, bytes: attachment.data.count)
    }

    /// Returns why a draft takes no file now; `nil` if it does.
    private func fileRefusal(of id: Item.ID) -> NoticeBoardError? {
        if state.isOver { return NoticeBoardError(.sessionOver, "The account of the draft is signed out.") }
        guard let item = state[id] else { return NoticeBoardError(.draftGone, "The draft was sent or discarded.") }
        return item.fileRefusal
    }

    /// Removes an attached file.
    public func detach(_ file: OutboxFile, from id: Item.ID) {
        guard let item = state[id], item.isEditable, item.files.contains(file) else { return }
        edit(id) { item in item.files.removeAll { $0 == file } }
        Task { [folder] in await folder.removeAttachment(file.name) }
    }

    /// Returns where an attached file is, to be shown.
    public func url(of file: OutboxFile) -> URL { URL(fileURLWithPath: folder.path(file.name)) }
}
