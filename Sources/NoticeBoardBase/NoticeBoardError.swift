import Foundation

/// The one error that the SDK throws, cancellation aside: that is always `CancellationError`.
///
/// Two errors are equal when everything but ``underlying`` is, so that states that hold one can be compared in tests.
/// Nothing that a description, a dump or a log shows of it is secret: the reply's body and headers stay out.
public struct NoticeBoardError: Error, Sendable {
    private var fields: Boxed<Fields>

    private struct Fields: Sendable {
        var code: Code
        var detail: String
        var remedy: Remedy
        var endpoint: String?
        var reply: Reply?
        var requestID: String?
        var attempts: [Attempt]
        var language: Language?
        var underlying: (any Error)?
    }

    /// What went wrong, as a name that programs can compare.
    ///
    /// A new code brings its own remedy, unless the error has a remedy that is not the former code's usual one.
    public var code: Code {
        get { fields.value.code }
        set {
            fields.change {
                if $0.remedy == $0.code.usualRemedy { $0.remedy = newValue.usualRemedy }
                $0.code = newValue
            }
        }
    }
    /// What went wrong, as a sentence for developers: the rule that was broken and by what.
    ///
    /// Holds nothing secret.
    public var detail: String {
        get { fields.value.detail }
        set { fields.change { $0.detail = newValue } }
    }
    /// What a person can do about it.
    public var remedy: Remedy {
        get { fields.value.remedy }
        set { fields.change { $0.remedy = newValue } }
    }
    /// The call that failed, as a template that is safe to log: `GET boards/{}/posts`.
    public var endpoint: String? {
        get { fields.value.endpoint }
        set { fields.change { $0.endpoint = newValue } }
    }
    /// What the server answered, when it did.
    public var reply: Reply? {
        get { fields.value.reply }
        set { fields.change { $0.reply = newValue } }
    }
    /// Tells this call from others in logs.
    public var requestID: String? {
        get { fields.value.requestID }
        set { fields.change { $0.requestID = newValue } }
    }
    /// Every time that the call was sent, in order.
    ///
    /// An attempt that the call's deadline broke off has the cause `timedOut`.
    public var attempts: [Attempt] {
        get { fields.value.attempts }
        set { fields.change { $0.attempts = newValue } }
    }
    /// The language of ``errorDescription`` and ``recoverySuggestion``; `nil` uses ``Language/preferred``.
    public var language: Language? {
        get { fields.value.language }
        set { fields.change { $0.language = newValue } }
    }
    /// What another library threw, when that was the cause.
    public var underlying: (any Error)? {
        get { fields.value.underlying }
        set { fields.change { $0.underlying = newValue } }
    }

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
        fields = Boxed(
            Fields(
                code: code, detail: detail, remedy: remedy ?? code.usualRemedy, endpoint: endpoint, reply: reply,
                requestID: requestID, attempts: attempts, language: language, underlying: underlying))
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
