public import NoticeBoardBase
import NoticeBoardHTTP

extension LinkDraft {
    /// Why it cannot be sent, in words; nothing when it can.
    ///
    /// Files are not among the reasons, but for their number: they were looked at when they were attached.
    public var problem: NoticeBoardError.Code? {
        if files.count > mostFiles { return .tooManyFiles }
        switch target {
        case .post: return !form.hasGoodHashtags ? .hashtagInvalid : files.isEmpty ? postForm([]).problem : nil
        case .edit(let post):
            if !form.hasGoodHashtags { return .hashtagInvalid }
            // What is left of it must be something to be read or seen.
            let own = [form.content1, form.content2, form.content3, form.content4, form.content5].compactMap(\.self)
            let isBlank = ([form.title, form.text] + own).allSatisfy(\.isBlank)
            if isBlank, files.isEmpty, post.images.isEmpty { return .postEmpty }
            return files.isEmpty && postForm([]) == LinkPostForm() ? .nothingToChange : nil
        case .reply: return form.content.isBlank ? .commentEmpty : nil
        }
    }

    /// How many files may be attached.
    var mostFiles: Int {
        switch target {
        case .post, .edit: 5
        case .reply: 0
        }
    }

    /// What is sent of a post: all of a new one, of one that is there the fields that differ.
    func postForm(_ files: [LinkFile], progress: HTTPProgress? = nil) -> LinkPostForm {
        var form = LinkPostForm(files: files, progress: progress)
        guard case .edit(let post) = target else {
            (form.title, form.content) = (self.form.title.nonEmpty, self.form.text.nonEmpty)
            (form.content1, form.content2, form.content3) = (self.form.content1, self.form.content2, self.form.content3)
            (form.content4, form.content5) = (self.form.content4, self.form.content5)
            return form
        }
        func changed(_ new: String?, _ old: String?) -> String? { (new ?? "") == (old ?? "") ? nil : new ?? "" }
        form.title = changed(self.form.title, post.title)
        form.content = changed(self.form.text, post.content)
        form.content1 = changed(self.form.content1, post.content1)
        form.content2 = changed(self.form.content2, post.content2)
        form.content3 = changed(self.form.content3, post.content3)
        form.content4 = changed(self.form.content4, post.content4)
        form.content5 = changed(self.form.content5, post.content5)
        return form
    }
}

extension LinkDraft {
    /// Whether a post is what was sent of this one.
    func became(_ post: LinkPost, by user: LinkUser.ID) -> Bool {
        guard post.isWritten(by: user), known?.contains(post.id) != true else { return false }
        let sent = postForm([])
        func isSo(_ new: String?, _ now: String?) -> Bool { new.map { $0 == now ?? "" } ?? true }
        var isSame =
            isSo(sent.title, post.title) && isSo(sent.content, post.content) && isSo(sent.content1, post.content1)
            && isSo(sent.content2, post.content2) && isSo(sent.content3, post.content3)
        isSame = isSame && isSo(sent.content4, post.content4) && isSo(sent.content5, post.content5)
        switch target {
        case .edit(let before):
            // New files have new paths.
            return isSame && (files.isEmpty || post.images.count == files.count && post.images != before.images)
        default:
            return isSame && sent.title == post.title?.nonEmpty && sent.content == post.content?.nonEmpty
                && post.images.count == files.count
        }
    }

    /// Whether a comment is what was sent of this one.
    func became(_ comment: LinkComment, by user: LinkUser.ID) -> Bool {
        comment.creator.id == user && comment.content == form.content && known?.contains(comment.id) != true
    }
}

extension String {
    /// Itself, unless it is empty.
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension NoticeBoardError.Code {
    /// A hashtag is no single word.
    public static let hashtagInvalid = Self(
        "hashtagInvalid", korean: "해시태그에는 띄어쓰기와 #을 쓸 수 없습니다.", english: "A hashtag is one word, without # in it.",
        remedy: .fixInput(.hashtag))
}
