public import NoticeBoardBase

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
        style.language = language
        style.date.language = language
        return style
    }
}
