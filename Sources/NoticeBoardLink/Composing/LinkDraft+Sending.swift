public import NoticeBoardBase
import NoticeBoardHTTP

extension LinkDraft {
    /// Why the draft can't be sent; `nil` if it can.
    ///
    /// Files are only counted here: they were checked when they were attached.
    public var problem: NoticeBoardError.Code? {
        if files.count > mostFiles { return .tooManyFiles }
        switch target {
        case .post: return !form.hasGoodHashtags ? .hashtagInvalid : files.isEmpty ? postForm([]).problem : nil
        case .edit(let post):
            if !form.hasGoodHashtags { return .hashtagInvalid }
            // The edited post must have visible content.
            let own = LinkPostForm.ownFields.compactMap { form[keyPath: $0.draft] }
            let isBlank = ([form.title, form.text] + own).allSatisfy(\.isBlank)
            if isBlank, files.isEmpty, post.pictures.isEmpty { return .postEmpty }
            return files.isEmpty && postForm([]) == LinkPostForm() ? .nothingToChange : nil
        case .reply: return form.content.isBlank ? .replyEmpty : nil
        }
    }

    /// The maximum number of attachments.
    var mostFiles: Int {
        switch target {
        case .post, .edit: 5
        case .reply: 0
        }
    }

    /// Returns the fields to send: all of a new post, only the changed ones of an edit.
    func postForm(_ files: [LinkFile], progress: HTTPProgress? = nil) -> LinkPostForm {
        let before: LinkPost? = if case .edit(let post) = target { post } else { nil }
        func sent(_ new: String, _ old: String?) -> String? {
            if before == nil { return new.isEmpty ? nil : new }
            return new == old ?? "" ? nil : new
        }
        var form = LinkPostForm(files: files, progress: progress)
        form.title = sent(self.form.title, before?.title)
        form.content = sent(self.form.text, before?.content)
        for field in LinkPostForm.ownFields {
            let new = self.form[keyPath: field.draft]
            form[keyPath: field.form] = before == nil ? new : sent(new ?? "", before?[keyPath: field.post])
        }
        return form
    }
}

extension LinkPostForm {
    /// The fields that the app itself uses, in a form, a draft and a post.
    static let ownFields: [OwnField] = [
        OwnField(form: \.content1, draft: \.content1, post: \.content1),
        OwnField(form: \.content2, draft: \.content2, post: \.content2),
        OwnField(form: \.content3, draft: \.content3, post: \.content3),
        OwnField(form: \.content4, draft: \.content4, post: \.content4),
        OwnField(form: \.content5, draft: \.content5, post: \.content5),
    ]

    struct OwnField: Sendable {
        let form: any WritableKeyPath<LinkPostForm, String?> & Sendable
        let draft: any WritableKeyPath<LinkDraftForm, String?> & Sendable
        let post: any WritableKeyPath<LinkPost, String?> & Sendable
    }
}

extension LinkDraft {
    /// Whether a post is the stored form of this draft.
    func became(_ post: LinkPost, by user: LinkUser.ID) -> Bool {
        guard post.isWritten(by: user), known?.contains(post.id) != true else { return false }
        let sent = postForm([])
        func isSo(_ new: String?, _ now: String?) -> Bool { new.map { $0 == now ?? "" } ?? true }
        let hasOwn = LinkPostForm.ownFields.allSatisfy { isSo(sent[keyPath: $0.form], post[keyPath: $0.post]) }
        guard hasOwn, isSo(sent.title, post.title), isSo(sent.content, post.content) else { return false }
        if case .edit(let before) = target {
            // New files get new paths.
            return files.isEmpty || post.pictures.count == files.count && post.pictures != before.pictures
        }
        return (sent.title ?? "") == post.title ?? "" && (sent.content ?? "") == post.content ?? ""
            && post.pictures.count == files.count
    }

    /// Whether a reply is the stored form of this draft.
    func became(_ reply: LinkReply, by user: LinkUser.ID) -> Bool {
        reply.author.id == user && reply.content == form.content && known?.contains(reply.id) != true
    }
}

extension NoticeBoardError.Code {
    /// A hashtag is more than one word.
    public static let hashtagInvalid = Self(
        "hashtagInvalid", korean: "해시태그에는 띄어쓰기와 #을 쓸 수 없습니다.", english: "A hashtag is one word, without # in it.",
        remedy: .fixInput(.hashtag))
}
