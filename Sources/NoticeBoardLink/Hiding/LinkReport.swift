public import Foundation
public import NoticeBoardBase
import NoticeBoardPaging

/// A report of content or of an account, for the app to send: the service has no call for it.
public struct LinkReport: Sendable, Hashable, Codable, Redacted {
    /// The reported item, as the reporter saw it.
    public enum Subject: Sendable, Hashable, Codable {
        /// A post.
        case post(LinkPost)
        /// A reply below a post.
        case reply(LinkReply, on: LinkPost.ID)
        /// An account.
        case user(LinkUser)
    }

    /// A reason.
    public enum Reason: String, Sendable, Hashable, Codable, CaseIterable {
        /// Advertising or repeated content.
        case spam
        /// Hate or abuse.
        case abuse
        /// Sexual or violent content.
        case indecent
        /// Pretending to be someone else.
        case impersonation
        /// Another reason, given in the note.
        case other

        /// Returns the localized reason.
        public func text(in language: Language) -> String {
            switch self {
            case .spam: language.text("report.spam", korean: "스팸·광고", english: "Spam")
            case .abuse: language.text("report.abuse", korean: "욕설·혐오", english: "Hate or abuse")
            case .indecent: language.text("report.indecent", korean: "음란·폭력", english: "Sexual or violent contents")
            case .impersonation: language.text("report.impersonation", korean: "사칭", english: "Impersonation")
            case .other: language.text("report.other", korean: "기타", english: "Something else")
            }
        }
    }

    /// The reported item.
    public let subject: Subject
    /// The reporting account.
    public let reporter: LinkUser.ID
    /// A reason.
    public let reason: Reason
    /// The reporter's comment.
    public let note: String
    /// The date.
    public let time: Date
}
