public import Foundation
public import NoticeBoardBase

/// What somebody reports, for the app to send to whoever looks at it: the service has no call for it.
public struct LinkReport: Sendable, Hashable, Codable {
    /// What is reported, as the reporter saw it.
    public enum Subject: Sendable, Hashable, Codable {
        /// A post.
        case post(LinkPost)
        /// A reply below a post.
        case comment(LinkComment, on: LinkPost.ID)
        /// An account.
        case user(LinkUser)
    }

    /// Why.
    public struct Reason: Sendable, Hashable, Codable, RawRepresentable {
        /// What the reason is called where it is kept.
        public let rawValue: String
        /// A reason of the app's own.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Advertising, or the same again and again.
        public static let spam = Self(rawValue: "spam")
        /// Hate or abuse.
        public static let abuse = Self(rawValue: "abuse")
        /// Sexual or violent contents.
        public static let indecent = Self(rawValue: "indecent")
        /// Somebody who pretends to be somebody else.
        public static let impersonation = Self(rawValue: "impersonation")
        /// Something else, which the note tells.
        public static let other = Self(rawValue: "other")

        /// The reasons that are offered.
        public static let all: [Reason] = [.spam, .abuse, .indecent, .impersonation, .other]

        /// The reason as a person reads it; one of the app's own as it is called.
        public func text(in language: Language) -> String {
            switch self {
            case .spam: language.text("report.spam", korean: "스팸·광고", english: "Spam")
            case .abuse: language.text("report.abuse", korean: "욕설·혐오", english: "Hate or abuse")
            case .indecent: language.text("report.indecent", korean: "음란·폭력", english: "Sexual or violent contents")
            case .impersonation: language.text("report.impersonation", korean: "사칭", english: "Impersonation")
            case .other: language.text("report.other", korean: "기타", english: "Something else")
            default: language.text("report.\(rawValue)", korean: rawValue, english: rawValue)
            }
        }
    }

    /// What is reported.
    public let subject: Subject
    /// Who reports it.
    public let reporter: LinkUser.ID
    /// Why.
    public let reason: Reason
    /// What the reporter adds.
    public let note: String
    /// When.
    public let time: Date

    /// A report.
    public init(_ subject: Subject, by reporter: LinkUser.ID, because reason: Reason, note: String = "", time: Date = Date()) {
        (self.subject, self.reporter, self.reason) = (subject, reporter, reason)
        (self.note, self.time) = (note, time)
    }
}

extension LinkReport: Redacted {
    /// The reason alone: a report is about people.
    public var description: String { "LinkReport(\(reason.rawValue))" }
}
