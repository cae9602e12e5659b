import Foundation

/// The only error that the SDK throws, except for `CancellationError`.
///
/// Two errors are equal if everything except ``underlying`` is, so that tests can compare states that hold one. Descriptions,
/// dumps and logs contain no secrets: they leave out the reply's body and headers.
public struct NoticeBoardError: Error, Sendable, Hashable {
    /// The kind of failure, for programs to compare.
    ///
    /// A new code also sets its default remedy, unless ``remedy`` was set before.
    public var code: Code { didSet { if isRemedySuggested { suggest(code.usualRemedy) } } }
    /// A sentence for developers: which rule was broken, and where.
    ///
    /// Contains no secrets.
    public var detail: String
    /// What the user can do about it.
    public var remedy: Remedy { didSet { isSuggested = Uncompared(false) } }
    /// The call that failed, as a template that is safe to log: `GET boards/{}/posts`.
    public var endpoint: String?
    /// The server's response, if one arrived.
    public var reply: Reply?
    /// Identifies the call in logs.
    public var requestID: String?
    /// Every attempt to send the call, in order.
    ///
    /// An attempt that the call's timeout interrupted has the cause `timedOut`, or none if it got no connection.
    public var attempts: [Attempt]
    /// The language of ``errorDescription`` and ``recoverySuggestion``; `nil` uses ``Language/preferred``.
    public var language: Language?
    /// The error of another library that caused this one.
    public var underlying: (any Error)? {
        get { cause.value }
        set { cause = Uncompared(newValue) }
    }
    private var cause: Uncompared<(any Error)?>
    private var isSuggested: Uncompared<Bool>

    /// Creates an error; without a `remedy`, the code's default applies.
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
        cause = Uncompared(underlying)
        isSuggested = Uncompared(remedy == nil)
    }

    /// Whether ``remedy`` comes from the code or the response, and not from the caller: another code replaces it.
    package var isRemedySuggested: Bool { isSuggested.value }

    /// Sets the remedy that fits the code and the response; another code replaces it.
    package mutating func suggest(_ remedy: Remedy) {
        self.remedy = remedy
        isSuggested = Uncompared(true)
    }

    /// Creates the error for an input that breaks `rule`.
    package init(invalid input: Remedy.Input, _ rule: String) { self.init(.invalidInput, rule, remedy: .fixInput(input)) }

    /// Converts any error: one of the SDK's stays as it is, any other becomes `external` and keeps its type's name.
    ///
    /// ```swift
    /// do { boards = try await client.boards() } catch is CancellationError {} catch { failure = NoticeBoardError(wrapping: error) }
    /// ```
    ///
    /// The `userInfo` of other errors is dropped: systems store a call's complete URL in it.
    public init(wrapping error: any Error) {
        if let known = error as? NoticeBoardError {
            self = known
        } else {
            self.init(.external, "The app's own code threw \(type(of: error)).", underlying: Self.withoutAddress(error))
        }
    }

    /// Returns the error without its `userInfo`, which may hold a call's complete URL, keyword included.
    package static func withoutAddress(_ error: any Error) -> any Error {
        let general = error as NSError
        return general.userInfo.isEmpty ? error : NSError(domain: general.domain, code: general.code)
    }

    /// The status of the server's response; `nil` if none arrived.
    public var status: Int? { reply?.status }
    /// The server's message, in the server's language; `nil` if the reply has none.
    public var serverMessage: String? { reply?.message }
}
