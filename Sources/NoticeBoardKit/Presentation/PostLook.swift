public import Foundation
public import NoticeBoardSearch

/// How the posts of a list look: in which style, to a reader who looks at which moment, with what marked.
///
/// All rows of a list have one look, so that no two of them mean different days by 어제. Two looks are equal where posts look the
/// same by both: whatever the time, on the same day.
public struct PostLook: Sendable, Equatable {
    /// In one object, so that rows of one list compare theirs at once.
    private final class Parts: Sendable {
        let style: PostRowStyle
        let now: Date
        let marking: PostMarking?

        init(_ style: PostRowStyle, _ now: Date, _ marking: PostMarking?) {
            (self.style, self.now, self.marking) = (style, now, marking)
        }
    }

    private let parts: Parts

    /// A look; nothing is marked unless told otherwise.
    public init(style: PostRowStyle = PostRowStyle(), now: Date = Date(), marking: PostMarking? = nil) {
        parts = Parts(style, now, marking)
    }

    /// The style.
    public var style: PostRowStyle { parts.style }
    /// The moment.
    public var now: Date { parts.now }
    /// What is marked in the rows.
    public var marking: PostMarking? { parts.marking }

    /// The same look with something else marked, or nothing.
    public func marking(_ marking: PostMarking?) -> PostLook { PostLook(style: style, now: now, marking: marking) }

    /// In how many seconds the day is over, where rows look otherwise on the next.
    var secondsOfDayLeft: Double? { style.date.secondsOfDayLeft(at: now) }

    /// Whether posts look the same by both.
    public static func == (left: Self, right: Self) -> Bool {
        left.parts === right.parts
            || left.style == right.style && left.marking == right.marking
                && !left.style.date.changes(between: left.now, and: right.now)
    }
}

/// What a search marks in the rows of what it found.
public struct PostMarking: Sendable, Hashable {
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
