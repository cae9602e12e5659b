import NoticeBoardPaging

/// A change of a post, for every list, search and page that may show it.
///
/// A board service has one bus of changes, `ChangeBus<PostChange>`; an app that writes posts sends them there.
public enum PostChange: Sendable, Hashable {
    /// The post is new, at the head of its board or where the list's order puts it.
    case written(Post)
    /// The post was edited or reloaded.
    case edited(Post)
    /// The post was deleted.
    case deleted(Post.ID)

    /// The new version of the post; `nil` if it was deleted.
    var post: Post? {
        switch self {
        case .written(let post), .edited(let post): post
        case .deleted: nil
        }
    }

    /// Returns what the change does to a list of the posts for which `belongs` is true; nothing for a post that the list never
    /// had.
    func edits(in shown: FeedItems<Post>, _ belongs: (Post) -> Bool) -> [FeedEdit<Post>] {
        switch self {
        case .deleted(let id): shown.contains(id: id) ? [.remove(id)] : []
        case .written(let post) where belongs(post): [.insert(post)]
        case .written(let post), .edited(let post):
            if !shown.contains(id: post.id) { [] } else { belongs(post) ? [.patch(post.id) { $0 = post }] : [.remove(post.id)] }
        }
    }
}
