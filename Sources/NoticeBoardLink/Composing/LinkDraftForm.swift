public import NoticeBoardBase

/// What a draft says: its target, and the text fields that the target takes.
public struct LinkDraftForm: Sendable, Hashable, Codable, Redacted {
    /// The kind of draft.
    public let target: LinkDraftTarget
    /// The title of a post.
    public var title = ""
    /// The text of a post or a reply.
    public var content = ""
    /// Additional hashtags, with or without `#`; they are appended to the text.
    public var hashtags: [String] = []
    /// Free fields for the app's own use.
    public var content1, content2, content3, content4, content5: String?

    /// Creates the initial fields: an edit starts with the post's.
    public init(_ target: LinkDraftTarget) {
        self.target = target
        guard case .edit(let post) = target else { return }
        title = post.title ?? ""
        content = post.content ?? ""
        content1 = post.content1
        content2 = post.content2
        content3 = post.content3
        content4 = post.content4
        content5 = post.content5
    }

    /// The title, the text and the free fields, as they are sent.
    var texts: LinkTexts {
        LinkTexts(
            title: title, content: text, content1: content1, content2: content2, content3: content3, content4: content4,
            content5: content5)
    }

    /// The text with the additional hashtags appended.
    public var text: String {
        let words = Set(content.unicodeScalars.split(whereSeparator: \.properties.isWhitespace).map { String($0) })
        let tags = hashtags.map(Self.bare).filter { !$0.isEmpty && !words.contains("#" + $0) }.unique(by: \.self)
        guard !tags.isEmpty else { return content }
        return (content.isBlank ? "" : content + "\n") + tags.map { "#" + $0 }.joined(separator: " ")
    }

    /// Whether each hashtag is one word.
    var hasGoodHashtags: Bool {
        hashtags.allSatisfy { tag in
            let bare = Self.bare(tag)
            return !bare.isBlank && !bare.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "#" }
        }
    }

    private static func bare(_ tag: String) -> String { tag.withoutHash.composed }
}
