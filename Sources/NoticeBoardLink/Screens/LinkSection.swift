/// A section of the page of a post or of an account.
public enum LinkSection: Sendable, Hashable {
    /// The post and its replies, on the page of a post.
    case post, replies
    /// The profile and its posts, on the page of an account.
    case profile, posts
}
