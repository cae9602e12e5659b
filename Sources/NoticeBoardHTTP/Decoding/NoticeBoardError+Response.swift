import Foundation
public import NoticeBoardBase

extension NoticeBoardError {
    /// Creates the error for a response with a status that the call does not accept.
    init(refusedBy response: HTTPResponse) {
        let status = response.status.rawValue
        let code: Code =
            switch status {
            case 400, 422: .inputRefused
            case 401: .unauthorized
            case 403: .forbidden
            case 404, 410: .notFound
            case 405, 426: .unsupported
            case 407: .proxyRefused
            case 408: .timedOut
            case 409, 412: .conflict
            case 413: .inputTooLarge
            case 425: .tooEarly
            case 429: .tooManyRequests
            case 511: .networkSignIn
            case 500..<600: .serverFailure
            default: .unexpectedStatus
            }
        self.init(code, "The server answered \(status).", reply: Reply(response, message: ErrorBody.message(in: response.body)))
        suggestDelay(of: response)
        attempts = response.attempts
    }

    /// Adds the delay that the server asks for to a suggested retry.
    mutating func suggestDelay(of response: HTTPResponse) {
        guard isRemedySuggested, remedy == .retry(after: nil), let seconds = response.retryAfter() else { return }
        suggest(.retry(after: seconds))
    }

    /// Returns the error with the response that caused it.
    func answering(_ response: HTTPResponse) -> NoticeBoardError {
        var copy = self
        copy.reply = Reply(response, message: nil)
        return copy
    }

    /// A captive portal, as in a hotel, answers every request with a web page until the user signs in.
    static let webPage = NoticeBoardError(
        .networkSignIn, "The body is a web page and not JSON; the network may want a sign-in of its own.")
}

extension NoticeBoardError.Reply {
    init(_ response: HTTPResponse, message: String?) {
        self.init(
            status: response.status.rawValue, headers: response.headers.map { Header(name: $0.name.text, value: $0.value) },
            body: response.body, message: message)
    }

    /// Returns the value in the reply's JSON, or `nil` if it can't be decoded: a service's own error body, for example with the
    /// fields of a form.
    ///
    /// Decoded with `json`, or else with the JSON coding of the client that got the reply (`APIClient.Configuration.json`).
    public func value<Value: Decodable>(_ type: Value.Type, json: JSONCoding? = nil) -> Value? {
        try? (json ?? self.json?.value as? JSONCoding ?? JSONCoding()).value(type, in: body)
    }

    /// The first value of the reply's field `name`, case-insensitive.
    public subscript(name: HTTPHeaderName) -> String? {
        headers.lazy.first { HTTPHeaderName($0.name) == name }?.value
    }
}
