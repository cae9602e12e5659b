import Foundation
public import NoticeBoardBase

/// What apps show of a post.
extension Post {
    /// The text of the badge before the title: 공지 or Re in Korean; `nil` for most posts.
    func badge(in language: Language) -> String? {
        switch type {
        case .notice: language.text("badge.notice", korean: "공지", english: "Notice")
        case .reply: language.text("badge.reply", korean: "Re", english: "Re")
        default: nil
        }
    }

    /// The title as it stands beside the badge: that of a reply without the `[Re]` that some data puts before it.
    ///
    /// Other titles are as the server has them, and so is one that would have nothing left.
    public var shownTitle: String {
        guard type == .reply else { return title }
        var rest = title[...]
        while let mark = rest.range(of: "[re]", options: [.caseInsensitive, .anchored]) {
            rest = rest[mark.upperBound...].drop { $0.isWhitespace }
        }
        return rest.isEmpty ? title : String(rest)
    }

    /// The name that stands for the writer: 익명 for an anonymous one, nothing where the server says none.
    public func writerName(in language: Language) -> String {
        guard isAnonymous else { return writer?.name ?? "" }
        return language.text("row.anonymous", korean: "익명", english: "Anonymous")
    }

    /// How many files are attached, in words; `nil` where there are none.
    func attachmentText(in language: Language) -> String? {
        language.counted(attachmentCount, "row.attachments", korean: "첨부 파일", english: "attachment")
    }

    /// What the contents say without their markup; see ``PlainText``.
    public var plainContents: String { PlainText.text(of: contents) }
}

extension Language {
    /// A number of things, such as `댓글 3개` or `1 comment`; `nil` where there are none.
    func counted(_ count: Int, _ key: String, korean: String, english: String) -> String? {
        guard count > 0 else { return nil }
        return text(key, [count], korean: "\(korean) \(count)개", english: "\(count) \(english)\(count == 1 ? "" : "s")")
    }
}
