public import NoticeBoardBase

extension LinkOutbox {
    /// The drafts of whoever is signed in, and how they stand.
    public struct State: Sendable, Equatable {
        /// The drafts, those that wait to be sent in the order of their turn behind those that are being written.
        public internal(set) var drafts: [LinkDraft] = []
        /// Whether the drafts of earlier launches were read.
        public internal(set) var isLoaded = false
        /// Why what waits does not go: there is no network, or the service wants it later; nothing while it goes.
        public internal(set) var holdup: NoticeBoardError?
        /// How much of the draft that is on its way has been sent, from 0 to 1.
        public internal(set) var progress = 0.0
        /// Why the disk could not be read or written; nothing once it could.
        public internal(set) var storeFailure: NoticeBoardError?
        /// The files of drafts that were damaged: they stay in the folder under these names.
        public internal(set) var unreadable: [String] = []
        /// Whether the account is not signed in any more.
        public internal(set) var isOver = false

        /// The draft with an ID.
        public subscript(_ id: LinkDraft.ID) -> LinkDraft? { drafts.first { $0.id == id } }

        /// How many drafts wait, are on their way, or are being looked for.
        public var outgoing: Int { drafts.count { [.waiting, .sending, .unsure].contains($0.status) } }
    }
}
