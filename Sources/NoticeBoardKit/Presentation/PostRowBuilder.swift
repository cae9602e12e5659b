public import Foundation
public import NoticeBoardSearch

/// How the posts of a list look: in which style, to a reader who looks at which moment, with what marked.
///
/// All rows of a list have one look, so that no two of them mean different days by 어제. Two looks are equal where posts look the
/// same by both: whatever the time, on the same day.
public struct PostRowBuilder: Sendable, Equatable {
    /// In one object, so that rows of one list compare theirs at once.
    private final class Parts: Sendable {
        let style: PostRowStyle
        let now: Date
        let marking: HighlightRules?
        let reading: PostReading?

        init(_ style: PostRowStyle, _ now: Date, _ marking: HighlightRules?, _ reading: PostReading?) {
            (self.style, self.now, self.marking, self.reading) = (style, now, marking, reading)
        }
    }

    private let parts: Parts

    /// Creates a look of posts of which nothing is known to be read.
    public init(style: PostRowStyle = PostRowStyle(), now: Date = Date(), marking: HighlightRules? = nil) {
        self.init(style: style, now: now, marking: marking, reading: nil)
    }

    package init(
        style: PostRowStyle = PostRowStyle(), now: Date = Date(), marking: HighlightRules? = nil, reading: PostReading?
    ) {
        parts = Parts(style, now, marking, reading)
    }

    /// The style.
    public var style: PostRowStyle { parts.style }
    /// The moment.
    public var now: Date { parts.now }
    /// What is marked in the rows.
    public var marking: HighlightRules? { parts.marking }
    /// What was read on this device.
    package var reading: PostReading? { parts.reading }

    /// The same look with something else marked, or nothing.
    public func marking(_ marking: HighlightRules?) -> PostRowBuilder {
        PostRowBuilder(style: style, now: now, marking: marking, reading: reading)
    }
    /// The same look with something else marked, of posts that stand on `board` where they do not say.
    func marking(_ marking: HighlightRules?, on board: Board.ID?) -> PostRowBuilder {
        PostRowBuilder(style: style, now: now, marking: marking, reading: reading.map { PostReading($0.log, board: board) })
    }
    /// The same look at another moment.
    func at(_ now: Date) -> PostRowBuilder { PostRowBuilder(style: style, now: now, marking: marking, reading: reading) }

    /// Whether posts look the same by both.
    public static func == (left: Self, right: Self) -> Bool {
        left.isIdentical(to: right) || left.draws(like: right) && left.reading == right.reading
    }

    /// Whether it is the same look, and not only an equal one.
    func isIdentical(to other: PostRowBuilder) -> Bool { parts === other.parts }

    /// Whether posts look the same by both, whether they were read or not.
    func draws(like other: PostRowBuilder) -> Bool {
        style == other.style && marking == other.marking && !style.date.changes(between: now, and: other.now)
    }
}

/// What a search marks in the rows of what it found.
public struct HighlightRules: Sendable, Hashable {
    /// What is marked.
    public let highlighter: Highlighter
    /// The fields in which it is.
    public let target: SearchTarget

    /// The marking of a search.
    public init(_ highlighter: Highlighter, target: SearchTarget = .all) {
        (self.highlighter, self.target) = (highlighter, target)
    }

    /// What is marked in the fields that a target names; nothing for another field.
    func highlighter(of field: SearchTarget) -> Highlighter? { target == .all || target == field ? highlighter : nil }
}

/// What rows show of what was read on this device.
package struct PostReading: Sendable, Equatable {
    /// What was read.
    package let log: ReadLog
    /// The board of posts that do not say on which they stand.
    package let board: Board.ID?

    /// What was read, for rows of a board.
    package init(_ log: ReadLog, board: Board.ID? = nil) { (self.log, self.board) = (log, board) }

    func isRead(_ post: Post) -> Bool { log.isRead(post, on: board) }
    func isNew(_ post: Post) -> Bool { log.isNew(post, on: board) }
}
