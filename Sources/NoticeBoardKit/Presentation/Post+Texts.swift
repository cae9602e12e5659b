public import NoticeBoardBase

/// The texts of a post.
extension Post {
    /// The text of the badge before the title: 공지 or Re in Korean; `nil` for most posts.
    func badge(in language: Language) -> String? {
        switch type {
        case .notice: language.text("badge.notice", korean: "공지", english: "Notice")
        case .reply: language.text("badge.reply", korean: "Re", english: "Re")
        default: nil
        }
    }

    /// The title beside the badge: a reply's title loses the `[Re]` that some servers put before it, unless nothing else is left.
    public var shownTitle: String {
        guard type == .reply else { return title }
        var rest = title[...]
        while rest.prefix(4).lowercased() == "[re]" { rest = rest.dropFirst(4).drop { $0.isWhitespace } }
        return rest.isEmpty ? title : String(rest)
    }

    /// Returns the writer's name, or 익명 for an anonymous post; empty if the server sends none.
    public func writerName(in language: Language) -> String {
        guard isAnonymous else { return writer?.name ?? "" }
        return language.text("row.anonymous", korean: "익명", english: "Anonymous")
    }

    /// Returns the number of attached files in words; `nil` without any.
    func attachmentText(in language: Language) -> String? {
        language.counted(attachmentCount, "row.attachments", korean: "첨부 파일", english: "attachment")
    }

    /// The contents without markup, line by line.
    public var plainContents: String { PlainText.text(of: contents) }
}
