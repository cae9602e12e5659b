public import Foundation
public import NoticeBoardBase

/// An event in the course of a call.
///
/// It contains no secrets.
public struct HTTPEvent: Sendable, Hashable, CustomStringConvertible {
    /// Identifies the call; the same in all its events and in its error.
    public let requestID: String
    /// The call as a template: `GET boards/{}/posts`.
    public let call: String
    /// The time of the event.
    public let date: Date
    /// The kind of event.
    public let kind: Kind

    /// Creates an event, dated now by default.
    public init(requestID: String, call: String, date: Date = Date(), kind: Kind) {
        self.requestID = requestID
        self.call = call
        self.date = date
        self.kind = kind
    }

    /// The kind of an event.
    ///
    /// Later versions may add cases: give a switch a `default`.
    public enum Kind: Sendable, Hashable, CustomStringConvertible {
        /// The call was started.
        case started
        /// A response arrived, with any status.
        case finished(status: HTTPStatus, bytes: Int, seconds: Double)
        /// No usable response arrived.
        case failed(NoticeBoardError.Code, seconds: Double)
        /// The caller cancelled the call.
        case cancelled(seconds: Double)
        /// An attempt failed; the next one, with this number, follows after a wait in seconds.
        case retried(NoticeBoardError.Attempt, number: Int, wait: Double)
        /// An attempt failed without a network; the next one, with this number, follows when the network returns, within this time.
        case waitedForNetwork(NoticeBoardError.Attempt, number: Int, atMost: Double)
        /// A request has ended, at the transport: how long its phases took.
        case transferred(HTTPPhases)
        /// The server redirected the call.
        case redirected(status: HTTPStatus)
        /// The access token had expired and was renewed.
        case tokenRenewed
        /// The server did not renew the access token, which is still valid.
        case tokenStillGood
        /// The server refused to renew the access token: the session is over.
        case tokenRefused
        /// The renewal failed without ending the session, for example without a network.
        case tokenNotRenewed(NoticeBoardError.Code)
        /// The session or its tokens changed during a renewal: the new token was dropped.
        case tokenTooLate
        /// Another process that shares the session had renewed the access token.
        case tokenFromOtherProcess
        /// An earlier renewal of a shared session had no answer: its refresh token is sent again, and may be used.
        case tokenSentAgain
        /// The call is sent again with the current token.
        case replayed
        /// The response was decoded without these elements.
        case decodedWithLoss([SkippedElement])
        /// The response could not be decoded.
        case unreadable(reason: String)

        /// The event in a few English words.
        public var description: String {
            switch self {
            case .started: "started"
            case .finished(let status, let bytes, let seconds):
                "finished with \(status), \(bytes) bytes, in \(seconds.inSeconds)"
            case .failed(let code, let seconds): "failed with \(code.rawValue) in \(seconds.inSeconds)"
            case .cancelled(let seconds): "cancelled after \(seconds.inSeconds)"
            case .retried(let attempt, let number, let wait):
                "attempt \(number - 1) failed with \(attempt.status.map(String.init) ?? attempt.cause?.rawValue ?? "nothing"), "
                    + "attempt \(number) in \(wait.inSeconds)"
            case .waitedForNetwork(let attempt, let number, let seconds):
                "attempt \(number - 1) failed with \(attempt.cause?.rawValue ?? "nothing"), "
                    + "attempt \(number) when the network returns, within \(seconds.inSeconds)"
            case .transferred(let phases): "transferred: \(phases)"
            case .redirected(let status): "redirected with \(status)"
            case .tokenRenewed: "token renewed"
            case .tokenStillGood: "token still good"
            case .tokenRefused: "token refused, session over"
            case .tokenNotRenewed(let code): "token not renewed: \(code.rawValue)"
            case .tokenTooLate: "token renewed too late, thrown away"
            case .tokenFromOtherProcess: "token renewed by another process"
            case .tokenSentAgain: "refresh token sent again, may be used"
            case .replayed: "replayed"
            case .decodedWithLoss(let skipped):
                "read without \(skipped.count): " + skipped.prefix(3).map(Self.text).joined(separator: "; ")
                    + (skipped.count > 3 ? "; …" : "")
            case .unreadable(let reason): "unreadable: \(reason)"
            }
        }

        private static func text(_ skipped: SkippedElement) -> String {
            "[\(skipped.index)]\(skipped.path.isEmpty ? "" : "." + skipped.path) \(skipped.reason)"
        }
    }

    /// One line for logs, without the date: call, request ID and event.
    public var description: String { "\(call) [\(requestID)] \(kind)" }
}
