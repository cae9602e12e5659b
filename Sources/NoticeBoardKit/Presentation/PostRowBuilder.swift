public import Foundation
public import NoticeBoardBase
import NoticeBoardSearch

/// How the posts of a list look: style, time, highlighted matches and read marks.
///
/// All rows of a list share one builder. Two builders are equal if posts look the same with both, for example at two times of a
/// day.
public struct PostRowBuilder: Sendable, Equatable {
    private struct Parts: Sendable {
        let style: PostRowStyle
        let now: Date
        let marking: HighlightRules?
        let reading: PostReading?
    }

    private let parts: Shared<Parts>

    /// Creates a builder without read marks.
    public init(style: PostRowStyle = PostRowStyle(), now: Date = Date(), marking: HighlightRules? = nil) {
        self.init(style: style, now: now, marking: marking, reading: nil)
    }

    package init(
        style: PostRowStyle = PostRowStyle(), now: Date = Date(), marking: HighlightRules? = nil, reading: PostReading?
    ) {
        parts = Shared(Parts(style: style, now: now, marking: marking, reading: reading))
    }

    /// The style.
    public var style: PostRowStyle { parts.value.style }
    /// The time at which dates are shown.
    public var now: Date { parts.value.now }
    /// The matches to highlight.
    public var marking: HighlightRules? { parts.value.marking }
    /// The read marks.
    package var reading: PostReading? { parts.value.reading }

    /// Returns the builder with other matches to highlight, or none.
    public func marking(_ marking: HighlightRules?) -> PostRowBuilder {
        PostRowBuilder(style: style, now: now, marking: marking, reading: reading)
    }
    /// Returns the builder with other matches to highlight, for posts of `board` if they have no board ID.
    func marking(_ marking: HighlightRules?, on board: Board.ID?) -> PostRowBuilder {
        PostRowBuilder(style: style, now: now, marking: marking, reading: reading.map { PostReading($0.log, board: board) })
    }
    /// Returns the builder for another time.
    func at(_ now: Date) -> PostRowBuilder { PostRowBuilder(style: style, now: now, marking: marking, reading: reading) }

    /// Whether posts look the same with both.
    public static func == (left: Self, right: Self) -> Bool {
        left.isIdentical(to: right) || left.draws(like: right) && left.reading == right.reading
    }

    /// Whether both are copies of one builder; faster than `==`.
    func isIdentical(to other: PostRowBuilder) -> Bool { parts === other.parts }

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
        self.clipsAttachments = clipsAttachments
        self.clipsPictures = clipsPictures
        self.snippetLength = snippetLength
    }
    /// Returns the style in another language.
    func language(_ language: Language) -> PostRowStyle {
        var style = self
        (style.language, style.date.language) = (language, language)
        return style
    }
}
