public import NoticeBoardBase

extension LinkOutbox {
    /// The state of an outbox.
    public struct State: Sendable, Equatable {
        /// The drafts, the newest last: first those of earlier launches by their date, then those of this launch.
        public internal(set) var drafts: [LinkDraft] = []
        /// Whether the drafts of earlier launches are loaded.
        public internal(set) var isLoaded = false
        /// Why sending is paused: no network, or the service asks to retry later; `nil` while it is not.
        public internal(set) var pauseReason: NoticeBoardError?
        /// The upload progress of the draft being sent, from 0 to 1.
        public internal(set) var progress = 0.0
        /// Why the disk could not be read or written; `nil` after a success.
        public internal(set) var failure: NoticeBoardError?
        /// The file names of damaged drafts, which stay in the folder.
        public internal(set) var unreadable: [String] = []
        /// Whether the account is signed out.
        public internal(set) var isOver = false

        /// Whether drafts may be sent: they are loaded, or the folder can't be read, so that all drafts are from this launch.
        ///
        /// Nothing is sent if another outbox holds the folder, or if the folder is not allowed.
        var maySend: Bool { isLoaded || failure.map { ![.storeBusy, .invalidInput].contains($0.code) } ?? false }

        /// Returns a draft by its ID.
        public subscript(_ id: LinkDraft.ID) -> LinkDraft? { drafts.first { $0.id == id } }
    }
}
