public import NoticeBoardSearch

/// What is searched, where, and on which board.
///
/// The keyword is a secret to logs: no description shows it.
public struct SearchQuery: Sendable, Hashable {
    /// The board that is searched.
    public let board: Board.ID
    /// What is searched, composed and without outer white space, and in which fields.
    public let key: SearchHistoryEntry.Key

    /// A search; nothing where the keyword is blank.
    public init?(_ keyword: String, target: SearchTarget, in board: Board.ID) {
        key = SearchHistoryEntry.Key(keyword, target: target)
        self.board = board
        if key.keyword.isEmpty { return nil }
    }

    /// What is searched.
    public var keyword: String { key.keyword }
    /// The fields that are searched.
    public var target: SearchTarget { key.target }
}
