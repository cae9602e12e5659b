public import NoticeBoardSearch

/// A keyword, a target and a board.
///
/// No description shows the keyword.
public struct SearchQuery: Sendable, Hashable {
    /// The board.
    public let board: Board.ID
    /// The keyword, composed and without outer white space, and the target.
    public let key: SearchHistoryEntry.Key

    /// Creates a query; `nil` if the keyword is blank.
    public init?(_ keyword: String, target: SearchTarget, in board: Board.ID) {
        key = SearchHistoryEntry.Key(keyword, target: target)
        self.board = board
        if key.keyword.isEmpty { return nil }
    }

    /// The keyword.
    public var keyword: String { key.keyword }
    /// The fields to search in.
    public var target: SearchTarget { key.target }
}

extension SearchQuery {
    /// Whether the keyword does not end in an unfinished syllable, as `공ㅈ` on the way to 공지.
    var isFinished: Bool {
        switch keyword.unicodeScalars.last?.value ?? 0 {
        case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xFFA0...0xFFDC: false
        default: true
        }
    }
}
