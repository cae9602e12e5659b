import NoticeBoardOutbox

extension LinkDraftForm {
    /// Whether a user's post is the stored form of this draft with a number of files.
    func became(_ post: LinkPost, by user: LinkUser.ID, files: Int) -> Bool {
        guard post.isWritten(by: user) else { return false }
        // A field that was not sent may have any value.
        let sent = postForm([]).texts
        let stored = post.texts
        let hasSentFields = LinkTexts.Field.allCases.allSatisfy { field in
            sent[field] == nil || StoredText.isSame(sent[field], stored[field])
        }
        guard hasSentFields else { return false }
        if case .edit(let before) = target {
            // New files get new paths.
            return files == 0 || post.pictures.count == files && post.pictures != before.pictures
        }
        let hasTexts = StoredText.isSame(title, post.title) && StoredText.isSame(text, post.content)
        return hasTexts && post.pictures.count == files
    }

    /// Whether a reply is the stored form of this draft.
    func became(_ reply: LinkReply, by user: LinkUser.ID) -> Bool {
        reply.author.id == user && StoredText.isSame(content, reply.content)
    }
}
