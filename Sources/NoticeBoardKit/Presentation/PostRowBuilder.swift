public import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import NoticeBoardSearch

/// How the posts of a list look: style, time, highlighted matches and read marks.
///
/// All rows of a list share one builder. Two builders are equal if posts look the same with both, for example at two times of a
/// day.
public final class PostRowBuilder: Sendable, Equatable {
    /// The style.
    public let style: PostRowStyle
    /// The time at which dates are shown.
    public let now: Date
    /// The matches to highlight.
    public let highlighting: SearchHighlighting?
    /// The read marks.
    package let reading: PostReading?

    /// Creates a builder without read marks.
    public convenience init(style: PostRowStyle = PostRowStyle(), now: Date = Date(), highlighting: SearchHighlighting? = nil) {
        self.init(style: style, now: now, highlighting: highlighting, reading: nil)
    }

    package init(
        style: PostRowStyle = PostRowStyle(), now: Date = Date(), highlighting: SearchHighlighting? = nil, reading: PostReading?
    ) {
        self.style = style
        self.now = now
        self.highlighting = highlighting
        self.reading = reading
    }

    /// Returns the builder with other matches to highlight, or none.
    public func highlighting(_ highlighting: SearchHighlighting?) -> PostRowBuilder {
        PostRowBuilder(style: style, now: now, highlighting: highlighting, reading: reading)
    }

    /// Returns the builder for another time.
    func at(_ now: Date) -> PostRowBuilder {
        PostRowBuilder(style: style, now: now, highlighting: highlighting, reading: reading)
    }

    /// Whether posts look the same with both.
    public static func == (left: PostRowBuilder, right: PostRowBuilder) -> Bool {
        left === right || left.draws(like: right) && left.reading == right.reading
    }

    /// Whether posts look the same with both, apart from read marks.
    func draws(like other: PostRowBuilder) -> Bool {
        style == other.style && highlighting == other.highlighting && !style.date.changes(between: now, and: other.now)
    }
}
