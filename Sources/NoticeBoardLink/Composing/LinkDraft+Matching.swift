import Foundation
import NoticeBoardBase

extension LinkDraft {
    /// Whether a post is the stored form of this draft.
    func became(_ post: LinkPost, by user: LinkUser.ID) -> Bool {
        guard post.isWritten(by: user), idsBefore?.contains(post.id) != true else { return false }
        // A field that was not sent may have any value.
        let hasSentFields = zip(postForm([]).texts, post.texts).allSatisfy { sent, stored in
            sent == nil || Self.isSameText(sent, stored)
        }
        guard hasSentFields else { return false }
        if case .edit(let before) = target {
            // New files get new paths.
            return files.isEmpty || post.pictures.count == files.count && post.pictures != before.pictures
        }
        let hasTexts = Self.isSameText(form.title, post.title) && Self.isSameText(form.text, post.content)
        return hasTexts && post.pictures.count == files.count
    }

    /// Whether a reply is the stored form of this draft.
    func became(_ reply: LinkReply, by user: LinkUser.ID) -> Bool {
        guard reply.author.id == user, idsBefore?.contains(reply.id) != true else { return false }
        return Self.isSameText(form.content, reply.content)
    }

    /// Compares texts as services store them: they remove outer white space and change the ends of lines.
    private static func isSameText(_ text: String?, _ other: String?) -> Bool {
        withPlainLineEnds(text ?? "").withoutOuterWhiteSpace == withPlainLineEnds(other ?? "").withoutOuterWhiteSpace
    }

    /// Returns the text with a line feed for each `CR LF` and each `CR`.
    private static func withPlainLineEnds(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
        var scalars = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            let isReturn = scalar == "\r"
            if isReturn {
                scalars.append("\n")
            } else if scalar != "\n" || !isAfterReturn {
                scalars.append(scalar)
            }
            isAfterReturn = isReturn
        }
        return String(scalars)
    }
}
