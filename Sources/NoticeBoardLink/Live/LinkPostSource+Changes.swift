import NoticeBoardPaging

extension LinkPostSource {
    /// Whether a new or edited post belongs to the list of an account.
    private func has(_ post: LinkPost, for me: LinkUser.ID) -> Bool {
        switch self {
        case .timeline: true
        case .hashtag(let tag): post.hashtags.contains(tag.withoutHash)
        case .liked: post.isLiked(by: me)
        case .user(let user): post.author.id == user
        }
    }

    /// Returns the list's edits for a change; a patch has no effect if the list does not show the post.
    func edits(_ change: LinkChange, in shown: FeedItems<LinkPost>, for me: LinkUser.ID) -> [FeedEdit<LinkPost>] {
        func patch(_ id: LinkPost.ID) -> FeedEdit<LinkPost> { .patch(id) { change.patch(&$0) } }
        return switch (change, self) {
        case (.posted(let post), _): has(post, for: me) ? [.insert(post)] : []
        // The edit may have added or removed the hashtag.
        case (.edited(let post), .hashtag) where !has(post, for: me): [.remove(post.id)]
        case (.edited(let post), .hashtag) where !shown.contains(id: post.id): [.insert(post)]
        case (.edited(let post), _), (.reloaded(let post), _): [patch(post.id)]
        case (.deleted(let id), _): [.remove(id)]
        case (.liked(let id, me, true, let post?), .liked) where !shown.contains(id: id): [.insert(post), patch(id)]
        case (.liked(let id, _, _, _), _), (.replied(let id, _), _), (.replyDeleted(let id, _), _): [patch(id)]
        case (.profileEdited, _): [.patchAll { change.patch(&$0) }]
        case (.followed, _): []
        }
    }
}
