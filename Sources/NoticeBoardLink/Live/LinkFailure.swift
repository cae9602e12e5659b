public import NoticeBoardBase

/// A change that the user asked for and that failed.
public struct LinkFailure: Sendable, Hashable {
    /// The change that failed.
    public enum Subject: Sendable, Hashable {
        /// Liking a post or taking the like back; the post is shown as the service had it last.
        case like(LinkPost.ID)
        /// Following or unfollowing an account; the account is shown as the service had it last.
        case follow(LinkUser.ID)
        /// Deleting a post. The post stays in every list.
        case deletePost(LinkPost.ID)
        /// Deleting a reply. The reply stays on every screen.
        case deleteReply(LinkReply.ID)
        /// Saving or loading the hidden content.
        ///
        /// A change that could not be saved applies until the app ends; until loading succeeds, screens show no rows.
        case saveHidden
    }

    /// The change that failed.
    public let subject: Subject
    /// Why it failed.
    public let error: NoticeBoardError

    /// Creates a failure by hand, for a preview or a test.
    public init(_ subject: Subject, _ error: any Error) {
        self.subject = subject
        self.error = NoticeBoardError(wrapping: error)
    }
}
