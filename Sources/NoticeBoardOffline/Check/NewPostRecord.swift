import NoticeBoardKit

/// A record of a board's delivered posts.
struct NewPostRecord: Sendable, Hashable, Codable {
    /// A range of posts that no check reached, between two delivered posts.
    struct Gap: Sendable, Hashable, Codable {
        var upper: Post.ID
        var lower: Post.ID
        /// The number of posts above the gap when it was recorded.
        var above: Int
    }

    /// The highest delivered post number.
    var top: Post.ID
    /// The gaps, newest first.
    var gaps: [Gap] = []

    /// Whether a post was delivered, or is older than the first check.
    func covers(_ id: Post.ID) -> Bool { id <= top && !gaps.contains { $0.lower < id && id < $0.upper } }
}
