public import Foundation
public import NoticeBoardBase

/// Something that happened to a call.
///
/// Nothing in it is secret.
public struct HTTPEvent: Sendable, Hashable {
    /// Tells this call from others; the same in every event of a call and in its error.
    public let requestID: String
    /// The call as a template: `GET boards/{}/posts`.
    public let call: String
    /// When it happened.
    public let date: Date
    /// What happened.
    public let kind: Kind

    /// An event, of now unless another date is given.
    public init(requestID: String, call: String, date: Date = Date(), kind: Kind) {
        self.requestID = requestID
        self.call = call
        self.date = date
        self.kind = kind
    }

    /// What happened.
    ///
    /// A later version may add to it: a switch does well to have a `default`.
    public enum Kind: Sendable, Hashable {
        /// The call set out.
        case started
        /// An answer came, whatever its status.
        case finished(status: HTTPStatus, bytes: Int, seconds: Double)
        /// No answer came.
        case failed(NoticeBoardError.Code, seconds: Double)
        /// Whoever wanted the answer wants it no longer.
        case cancelled(seconds: Double)
        /// The attempt failed; the next one, with this number, follows after so many seconds.
        case retried(NoticeBoardError.Attempt, number: Int, wait: Double)
        /// The server named another address.
        case redirected(status: HTTPStatus)
        /// The access token had expired, and there is a new one.
        case tokenRenewed
        /// The access token is still good, says the server that was asked for another.
        case tokenStillGood
        /// The server renews the access token no more: the session is over.
        case tokenRefused
        /// The access token could not be renewed, since the server could not be asked.
        case tokenNotRenewed(NoticeBoardError.Code)
        /// The session ended, another began or other tokens came while the access token was renewed: the new one was dropped.
        case tokenTooLate
        /// The call is sent once more, with the current token.
        case replayed
        /// The answer was read, without these elements.
        case decodedWithLoss([SkippedElement])
        /// The answer could not be read.
        case unreadable(reason: String)
    }
}

extension HTTPEvent: CustomStringConvertible {
    /// One line for logs, without the date: call, request ID and what happened.
    public var description: String { "\(call) [\(requestID)] \(kind)" }
}

extension HTTPEvent.Kind: CustomStringConvertible {
    /// What happened, in a few English words.
    public var description: String {
        switch self {
        case .started: "started"
        case .finished(let status, let bytes, let seconds): "finished with \(status), \(bytes) bytes, in \(Self.text(seconds))"
        case .failed(let code, let seconds): "failed with \(code.rawValue) in \(Self.text(seconds))"
        case .cancelled(let seconds): "cancelled after \(Self.text(seconds))"
        case .retried(let attempt, let number, let wait):
            "attempt \(number - 1) failed with \(attempt.status.map(String.init) ?? attempt.cause?.rawValue ?? "nothing"), "
                + "attempt \(number) in \(Self.text(wait))"
        case .redirected(let status): "redirected with \(status)"
        case .tokenRenewed: "token renewed"
        case .tokenStillGood: "token still good"
        case .tokenRefused: "token refused, session over"
        case .tokenNotRenewed(let code): "token not renewed: \(code.rawValue)"
        case .tokenTooLate: "token renewed too late, thrown away"
        case .replayed: "replayed"
        case .decodedWithLoss(let skipped):
            "read without \(skipped.count): " + skipped.prefix(3).map(Self.text).joined(separator: "; ")
                + (skipped.count > 3 ? "; …" : "")
        case .unreadable(let reason): "unreadable: \(reason)"
        }
    }

    private static func text(_ seconds: Double) -> String { "\((seconds * 1000).rounded() / 1000) s" }

    private static func text(_ skipped: SkippedElement) -> String {
        "[\(skipped.index)]\(skipped.path.isEmpty ? "" : "." + skipped.path) \(skipped.reason)"
    }
}
