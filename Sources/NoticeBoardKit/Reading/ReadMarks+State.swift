public import NoticeBoardBase

extension ReadMarks {
    /// What was read on this device, and what is new on the boards since last time.
    public struct State: Sendable, Equatable {
        /// What was read.
        package var log = ReadLog()
        /// Why it could not be read from where it is kept, or kept there; it counts all the same.
        public var failure: NoticeBoardError?
        /// The newest posts that were seen on each board since it was opened.
        package var seen: [Board.ID: Set<Post.ID>] = [:]
        /// How often each board was looked at since the program began.
        var looks: [Board.ID: Int] = [:]

        /// Nothing was read.
        public init() {}

        package init(log: ReadLog, seen: [Board.ID: Set<Post.ID>] = [:]) { (self.log, self.seen) = (log, seen) }

        /// Whether a post was read on this device; `board` is where it stands in case that it does not say.
        public func isRead(_ post: Post, on board: Board.ID? = nil) -> Bool {
            log.isRead(post, on: board)
        }

        /// Whether a post came since its board was opened the last time before this, and was not read.
        public func isNew(_ post: Post, on board: Board.ID? = nil) -> Bool {
            log.isNew(post, on: board)
        }

        /// How many posts are known to have come on a board since last time and not to be read: as many of them as were seen in
        /// a list, up to a hundred.
        public func newCount(on board: Board.ID) -> Int {
            seen[board]?.count { log.isNew($0, on: board) } ?? 0
        }
    }
}
