public import NoticeBoardBase

extension Outbox {
    /// The state of an outbox.
    public struct State: Sendable, Equatable, FailingState {
        /// All drafts, also those in which nothing was written yet.
        var allItems: [Item]
        /// Whether the drafts of earlier launches are loaded.
        public internal(set) var isLoaded: Bool
        /// Why sending is paused: no network, or a service that is busy; `nil` while it is not.
        public internal(set) var pauseReason: NoticeBoardError?
        /// How much of the draft that is being sent has been sent, from 0 to 1.
        public internal(set) var progress: Double
        /// Why the disk could not be read or written; `nil` after a success.
        public internal(set) var failure: NoticeBoardError?
        /// The file names of drafts that cannot be read, and stay in the folder.
        public internal(set) var unreadable: [String]
        /// Whether the account is signed out.
        public internal(set) var isOver: Bool

        /// Creates a state by hand, for a preview or a test.
        public init(
            items: [Item] = [], isLoaded: Bool = true, pauseReason: NoticeBoardError? = nil, progress: Double = 0,
            failure: NoticeBoardError? = nil, unreadable: [String] = [], isOver: Bool = false
        ) {
            allItems = items
            self.isLoaded = isLoaded
            self.pauseReason = pauseReason
            self.progress = progress
            self.failure = failure
            self.unreadable = unreadable
            self.isOver = isOver
        }

        /// The drafts in which something was written, the newest last: those of earlier launches first, by their last change.
        public var items: [Item] { allItems.filter { !$0.isUntouched } }

        /// Returns a draft by its ID.
        public subscript(_ id: Item.ID) -> Item? { allItems.first { $0.id == id } }

        /// Whether drafts may be sent: they are loaded, or the folder can't be read, so that all drafts are from this launch.
        ///
        /// Nothing is sent if another outbox holds the folder, or if the folder is not allowed.
        var maySend: Bool {
            if isLoaded { return true }
            guard let failure else { return false }
            return failure.code != .storeBusy && failure.code != .invalidInput
        }

        package var restingFailure: NoticeBoardError? { maySend ? nil : failure }

        func index(of id: Item.ID) -> Int? { allItems.firstIndex { $0.id == id } }
    }
}
