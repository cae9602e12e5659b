public import NoticeBoardBase
import NoticeBoardHTTP
public import NoticeBoardOutbox

extension LinkDraftForm: OutboxDraft {
    /// The kind of draft and the post that it is about.
    public var subject: String { target.subject.joined(separator: " ") }

    /// Whether nothing was written: an empty post, or an edit that changes nothing.
    public var isUntouched: Bool { self == LinkDraftForm(target) }

    /// A post has at most five files, and a reply none.
    public func fileProblem(count: Int) -> NoticeBoardError.Code? {
        if case .reply = target { return count > 0 ? .replyWithFiles : nil }
        return count > 5 ? .tooManyFiles : nil
    }

    /// Returns why the draft can't be sent; `nil` if it can.
    ///
    /// Files are only counted here: they were checked when they were attached.
    public func problem(with files: [OutboxFile]) -> NoticeBoardError.Code? {
        if !hasGoodHashtags { return .hashtagInvalid }
        let isBlank = files.isEmpty && texts.isBlank
        switch target {
        case .post: return isBlank ? .postEmpty : nil
        case .edit(let post):
            // The edited post must have visible content.
            if isBlank, post.pictures.isEmpty { return .postEmpty }
            return files.isEmpty && postForm([]) == LinkPostForm() ? .nothingToChange : nil
        case .reply: return content.isBlank ? .replyEmpty : nil
        }
    }

    /// Returns a sentence to show before an edit is sent whose files replace all files of the post.
    public func notice(with files: [OutboxFile], in language: Language) -> String? {
        guard case .edit(let post) = target, !files.isEmpty, !post.pictures.isEmpty else { return nil }
        let count = post.pictures.count
        return language.text(
            "draft.replacesFiles", [count], korean: "첨부한 파일이 게시글의 기존 파일 \(count)개를 모두 대신합니다.",
            english: "The attached files replace \(count == 1 ? "the file" : "all \(count) files") of the post.")
    }

    /// Returns the fields to send: the filled ones of a new post, the changed ones of an edit.
    func postForm(_ files: [LinkFile], progress: HTTPProgress? = nil) -> LinkPostForm {
        var before = LinkTexts()
        if case .edit(let post) = target { before = post.texts }
        return LinkPostForm(texts: texts.changes(from: before), files: files, progress: progress)
    }
}
