import NoticeBoardPaging

/// What became of a post, for every list, search and page that may show it.
///
/// One bus of these belongs to a board service: `ChangeBus<PostChange>`. Whoever writes tells of it there.
public enum PostChange: Sendable, Hashable {
    /// It was written: it stands at the head of its board, or where the list's order puts it.
    case written(Post)
    /// It is another now, or was read again.
    case edited(Post)
    /// It is no more.
    case deleted(Post.ID)

    /// The post as it is now; nothing where it is no more.
    var post: Post? {
        switch self {
        case .written(let post), .edited(let post): post
        case .deleted: nil
        }
    }

    /// What it means to a list of the posts that `belongs` tells, among which others may be shown whose board is not known.
    ///
    /// What never was a post of the list, and is not shown, means nothing to it.
    func edits(in shown: FeedItems<Post>, _ belongs: (Post) -> Bool) -> [FeedEdit<Post>] {
        switch self {
        case .deleted(let id): shown.contains(id: id) ? [.remove(id)] : []
        case .written(let post) where belongs(post): [.insert(post)]
        case .written(let post), .edited(let post):
            if !shown.contains(id: post.id) { [] } else { belongs(post) ? [.patch(post.id) { $0 = post }] : [.remove(post.id)] }
        }
    }
}
