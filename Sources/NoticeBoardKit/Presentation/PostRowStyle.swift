public import NoticeBoardBase

/// How an app shows posts in a list.
public struct PostRowStyle: Sendable, Hashable {
    /// What makes a row show a clip.
    public enum Clip: String, Sendable, Hashable, Codable, CaseIterable {
        /// Files that are attached.
        case attachments
        /// A picture in the contents.
        case inlineImages
        /// One or the other.
        case both

        /// Whether the row of `post` shows a clip.
        func shows(_ post: Post) -> Bool {
            switch self {
            case .attachments: post.attachmentCount > 0
            case .inlineImages: post.hasInlineImage
            case .both: post.attachmentCount > 0 || post.hasInlineImage
            }
        }
    }

    /// The language of badges and of 익명.
    public var language: Language
    /// How dates are written.
    public var date: PostDateFormat
    /// What makes a row show a clip.
    public var clip: Clip
    /// How many characters of the contents a row has; with 0 the contents are not even looked at, unless they were searched.
    public var snippetLength: Int
    /// How many a row has that was found by its contents, where the style asks for none.
    static var usualSnippetLength: Int { 80 }

    /// A style; dates speak its language unless they are given one of their own.
    public init(
        language: Language = .preferred, date: PostDateFormat? = nil, clip: Clip = .attachments, snippetLength: Int = 0
    ) {
        self.language = language
        self.date = date ?? PostDateFormat(language: language)
        self.clip = clip
        self.snippetLength = snippetLength
    }
}
