public import NoticeBoardPaging

extension PostOrder {
    /// The same order for a feed of posts.
    public var feedOrder: FeedOrder<ListedPost> {
        switch self {
        case .server: .service
        case .noticesFirst: .by { PostRank($0.post) < PostRank($1.post) }
        }
    }
}
