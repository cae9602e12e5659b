public import NoticeBoardSearch

/// A keyword, a target and a place.
///
/// No description shows the keyword.
public struct SearchQuery: Sendable, Hashable {
    /// The ID of the place; empty for the whole service.
    public let place: String
    /// The keyword, composed and without outer white space, and the target.
    public let key: SearchHistoryEntry.Key

    /// Creates a query; `nil` if the keyword is blank.
    public init?(_ keyword: String, target: SearchTarget = .all, in place: String = "") {
        key = SearchHistoryEntry.Key(keyword, target: target)
        self.place = place
        if key.keyword.isEmpty { return nil }
    }

    /// The keyword.
    public var keyword: String { key.keyword }
    /// The fields to search in.
    public var target: SearchTarget { key.target }

    /// Whether the keyword does not end in an unfinished syllable, as `공ㅈ` on the way to 공지.
    var isFinished: Bool {
        switch keyword.unicodeScalars.last?.value ?? 0 {
        case 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xFFA0...0xFFDC: false
        default: true
        }
    }
}
