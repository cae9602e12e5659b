import NoticeBoardBase

/// The matches of one search in the posts that were shown last.
///
/// It is bounded in posts and in bytes, and shrinks to one post when its search has ended: a page may still show that one.
final class MatchCache: Sendable {
    private struct Content {
        /// The posts that were asked for last, and those before them.
        var recent: [Post.ID: PostMatches] = [:]
        var older: [Post.ID: PostMatches] = [:]
        /// The bytes of the recent ones.
        var size = 0
        var isEnded = false

        /// Keeps the matches of a post, which is not among the recent ones.
        mutating func add(_ matches: PostMatches) {
            if isEnded || recent.count >= MatchCache.mostPosts / 2 || size + matches.size > MatchCache.mostBytes / 2 {
                older = isEnded ? [:] : recent
                recent = [:]
                size = 0
            }
            recent[matches.post.id] = matches
            size += matches.size
        }

        mutating func remove(_ id: Post.ID) {
            if let matches = recent.removeValue(forKey: id) { size -= matches.size }
            older[id] = nil
        }
    }

    /// The most posts.
    static let mostPosts = 2_000
    /// The most bytes, of posts' texts above all; a single post may have more.
    static let mostBytes = 8_000_000

    private let content = Locked(Content())

    /// Returns the matches that were kept for a post with these texts.
    func matches(in post: Post) -> PostMatches? {
        content.withLock { content in
            if let matches = content.recent[post.id] { return matches.concern(post) ? matches : nil }
            guard let matches = content.older[post.id], matches.concern(post) else { return nil }
            content.remove(post.id)
            content.add(matches)
            return matches
        }
    }

    /// Keeps the matches of a post instead of earlier ones.
    func keep(_ matches: PostMatches) {
        content.withLock { content in
            content.remove(matches.post.id)
            content.add(matches)
        }
    }

    /// Removes everything; from now on only one post is kept.
    func end() {
        content.withLock { content in
            content = Content()
            content.isEnded = true
        }
    }

    /// The posts and bytes that are kept.
    var extent: (posts: Int, bytes: Int) {
        content.withLock { content in
            let all = Array(content.recent.values) + Array(content.older.values)
            return (all.count, all.reduce(0) { $0 + $1.size })
        }
    }
}
