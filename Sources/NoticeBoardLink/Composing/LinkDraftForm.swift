public import NoticeBoardBase

/// What a person wrote into a draft; which fields count depends on what it is to become.
public struct LinkDraftForm: Sendable, Hashable, Codable {
    /// The title of a post.
    public var title = ""
    /// The text of a post or a reply.
    public var content = ""
    /// Hashtags beside those in the text, with or without `#`; they are put behind it.
    public var hashtags: [String] = []
    /// What the app itself keeps in a post.
    public var content1, content2, content3, content4, content5: String?

    /// What is there to begin with: what the post says now.
    init(_ target: LinkDraftTarget) {
        switch target {
        case .post, .reply: break
        case .edit(let post):
            (title, content) = (post.title ?? "", post.content ?? "")
            (content1, content2, content3) = (post.content1, post.content2, post.content3)
            (content4, content5) = (post.content4, post.content5)
        }
    }

    /// The text with the hashtags that it does not hold yet.
    public var text: String {
        let inText = Set(Self.hashtags(in: content))
        var tags: [String] = []
        for tag in hashtags.map(Self.bare) where !tag.isEmpty && !inText.contains(tag) && !tags.contains(tag) { tags.append(tag) }
        guard !tags.isEmpty else { return content }
        return (content.isBlank ? "" : content + "\n") + tags.map { "#" + $0 }.joined(separator: " ")
    }

    /// The hashtags in a text, as the service finds them: words that begin with `#`, each once, without it.
    public static func hashtags(in text: String) -> [String] {
        var tags: [String] = []
        for word in text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace) where word.first == "#" && word.count > 1
        {
            let tag = String(word.dropFirst())
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
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

extension LinkDraftForm: Redacted {
    /// Never what was written.
    public var description: String { "LinkDraftForm(…)" }
}
