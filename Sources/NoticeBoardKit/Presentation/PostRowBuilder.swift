public import Foundation
public import NoticeBoardBase
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
    public let marking: HighlightRules?
    /// The read marks.
    package let reading: PostReading?

    /// Creates a builder without read marks.
    public convenience init(style: PostRowStyle = PostRowStyle(), now: Date = Date(), marking: HighlightRules? = nil) {
        self.init(style: style, now: now, marking: marking, reading: nil)
    }

    package init(
        style: PostRowStyle = PostRowStyle(), now: Date = Date(), marking: HighlightRules? = nil, reading: PostReading?
    ) {
        (self.style, self.now, self.marking, self.reading) = (style, now, marking, reading)
    }

    /// Returns the builder with other matches to highlight, or none.
    public func marking(_ marking: HighlightRules?) -> PostRowBuilder {
        PostRowBuilder(style: style, now: now, marking: marking, reading: reading)
    }
    /// Returns the builder for another time.
    func at(_ now: Date) -> PostRowBuilder { PostRowBuilder(style: style, now: now, marking: marking, reading: reading) }

    /// Whether posts look the same with both.
    public static func == (left: PostRowBuilder, right: PostRowBuilder) -> Bool {
        left === right || left.draws(like: right) && left.reading == right.reading
    }

    /// Whether posts look the same with both, apart from read marks.
    func draws(like other: PostRowBuilder) -> Bool {
        style == other.style && marking == other.marking && !style.date.changes(between: now, and: other.now)
    }
}

/// The read marks for the rows of a list.
package struct PostReading: Sendable, Equatable {
    /// The marks.
    package let log: ReadLog
    /// The board of posts without a board ID.
    package let board: Board.ID?

    /// Creates read marks for the rows of a board.
    package init(_ log: ReadLog, board: Board.ID? = nil) { (self.log, self.board) = (log, board) }

    func isRead(_ post: Post) -> Bool { log.isRead(post, on: board) }
    func isNew(_ post: Post) -> Bool { log.isNew(post, on: board) }
}

/// How an app shows posts in a list.
public struct PostRowStyle: Sendable, Hashable {
    /// The language of badges and of 익명.
    public var language: Language
    /// How dates are written.
    public var date: PostDateFormat
    /// Whether a row shows a paper clip if files are attached.
    public var clipsAttachments: Bool
    /// Whether a row shows a paper clip if the contents have a picture.
    public var clipsPictures: Bool
    /// The number of characters of the contents in a row; with 0, only a search in the contents shows any.
    public var snippetLength: Int
    /// The number of characters for a match in the contents.
    var matchLength: Int { snippetLength > 0 ? snippetLength : 80 }

    /// Creates a style; dates use its language unless `date` says otherwise.
    public init(
        language: Language = .preferred, date: PostDateFormat? = nil, clipsAttachments: Bool = true, clipsPictures: Bool = false,
        snippetLength: Int = 0
    ) {
        self.language = language
        self.date = date ?? PostDateFormat(language: language)
        (self.clipsAttachments, self.clipsPictures, self.snippetLength) = (clipsAttachments, clipsPictures, snippetLength)
    }
    /// Returns the style in another language.
    func language(_ language: Language) -> PostRowStyle {
        var style = self
        (style.language, style.date.language) = (language, language)
        return style
    }
}
