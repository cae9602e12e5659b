import Foundation

/// The one error that the SDK throws, cancellation aside: that is always `CancellationError`.
///
/// Two errors are equal when everything but ``underlying`` is, so that states that hold one can be compared in tests.
/// Nothing that a description, a dump or a log shows of it is secret: the reply's body and headers stay out.
public struct NoticeBoardError: Error, Sendable {
    /// What went wrong, as a name that programs can compare.
    ///
    /// A new code brings its own remedy, unless the error has a remedy that is not the former code's usual one.
    public var code: Code { didSet { if remedy == oldValue.usualRemedy { remedy = code.usualRemedy } } }
    /// What went wrong, as a sentence for developers: the rule that was broken and by what.
    ///
    /// Holds nothing secret.
    public var detail: String
    /// What a person can do about it.
    public var remedy: Remedy
    /// The call that failed, as a template that is safe to log: `GET boards/{}/posts`.
    public var endpoint: String?
    /// What the server answered, when it did.
    public var reply: Reply?
    /// Tells this call from others in logs.
    public var requestID: String?
    /// Every time that the call was sent, in order.
    ///
    /// An attempt that the call's deadline broke off has the cause `timedOut`.
    public var attempts: [Attempt]
    /// The language of ``errorDescription`` and ``recoverySuggestion``; `nil` uses ``Language/preferred``.
    public var language: Language?
    /// What another library threw, when that was the cause.
    public var underlying: (any Error)?

    /// An error of `code`; the remedy is the code's own unless another is given.
    public init(
        _ code: Code,
        _ detail: String = "",
        remedy: Remedy? = nil,
        endpoint: String? = nil,
        reply: Reply? = nil,
        requestID: String? = nil,
        attempts: [Attempt] = [],
        language: Language? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.detail = detail
        self.remedy = remedy ?? code.usualRemedy
        self.endpoint = endpoint
        self.reply = reply
        self.requestID = requestID
        self.attempts = attempts
        self.language = language
        self.underlying = underlying
    }

    /// Whatever `error` a closure threw, as the SDK's own: itself when it is one, else `external`, which keeps the other's name.
    ///
    /// ```swift
    /// do { boards = try await client.boards() } catch is CancellationError {} catch { failure = NoticeBoardError(wrapping: error) }
    /// ```
    ///
    /// Of an error that is not the SDK's, what systems put into `userInfo` is left out: it holds the whole address of a call.
    public init(wrapping error: any Error) {
        if let known = error as? NoticeBoardError {
            self = known
        } else {
            self.init(.external, "The app's own code threw \(type(of: error)).", underlying: Self.withoutAddress(error))
        }
    }

    /// The same error, without what systems put into `userInfo`: it holds the whole address of a call, keyword included.
    package static func withoutAddress(_ error: any Error) -> any Error {
        let general = error as NSError
        return general.userInfo.isEmpty ? error : NSError(domain: general.domain, code: general.code)
    }

    /// The status that the server answered with, when it answered.
    public var status: Int? { reply?.status }
    /// The server's own words about the failure, in the server's language; `nil` if its reply has none.
    public var serverMessage: String? { reply?.message }
}

extension NoticeBoardError: Hashable {
    /// Equal by everything but the underlying error.
    public static func == (left: Self, right: Self) -> Bool {
        left.code == right.code && left.detail == right.detail && left.remedy == right.remedy && left.endpoint == right.endpoint
            && left.reply == right.reply && left.requestID == right.requestID && left.attempts == right.attempts
            && left.language == right.language
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(detail)
        hasher.combine(endpoint)
        hasher.combine(reply?.status)
    }
}
