import NoticeBoardPaging

extension PostOrder {
    /// The same order for a feed of posts.
    var feedOrder: (@Sendable (ListedPost, ListedPost) -> Bool)? {
        switch self {
        case .server: nil
        case .noticesFirst: { PostRank($0.post) < PostRank($1.post) }
        }
    }
}
