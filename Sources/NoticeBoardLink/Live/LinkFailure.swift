public import NoticeBoardBase

/// A change that the user asked for and that failed.
public struct LinkFailure: Sendable, Hashable {
    /// The kinds of changes.
    public enum Subject: Sendable, Hashable {
        /// Liking a post or taking the like back; the post is shown as the service had it last.
        case like(LinkPost.ID)
        /// Following or unfollowing an account; the account is shown as the service had it last.
        case follow(LinkUser.ID)
        /// Deleting a post: it stays.
        case post(LinkPost.ID)
        /// Deleting a reply: it stays.
        case reply(LinkReply.ID)
        /// Storing what is hidden, or reading it; it stays hidden until the app ends.
        case hiding
    }

    /// The change that failed.
    public let subject: Subject
    /// Why it failed.
    public let error: NoticeBoardError

    init(_ subject: Subject, _ error: any Error) { (self.subject, self.error) = (subject, NoticeBoardError(wrapping: error)) }
}
