public import NoticeBoardBase

/// Something that whoever is signed in wanted and that could not be done.
public struct LinkFailure: Sendable, Hashable {
    /// What it was about.
    public enum Subject: Sendable, Hashable {
        /// Liking a post, or liking it no longer: it is shown as the service had it last.
        case like(LinkPost.ID)
        /// Following an account, or following it no longer, likewise.
        case follow(LinkUser.ID)
        /// Deleting a post: it stays.
        case post(LinkPost.ID)
        /// Deleting a reply: it stays.
        case reply(LinkComment.ID)
        /// Keeping who and what is hidden, or reading it: it is hidden until the app ends.
        case hiding
    }

    /// What it was about.
    public let subject: Subject
    /// Why.
    public let error: NoticeBoardError

    /// A failure.
    public init(_ subject: Subject, _ error: NoticeBoardError) { (self.subject, self.error) = (subject, error) }
}
