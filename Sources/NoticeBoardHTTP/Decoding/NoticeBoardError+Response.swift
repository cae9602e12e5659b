public import NoticeBoardBase

extension NoticeBoardError {
    /// The error that a response means whose status the call does not accept.
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
        let detail =
            switch status {
            case 304: "The server answered 304: the copy that the call named is still good; let the call accept it."
            case 300..<400: "The server answered \(status), and named no address to go to."
            default: "The server answered \(status)."
            }
        self.init(code, detail, reply: Reply(response, message: ErrorBody.message(in: response.body)))
        if case .retry = remedy, let seconds = response.retryAfter() { remedy = .retry(after: seconds) }
        attempts = response.attempts
    }

    /// The same error, with the answer that caused it.
    func answering(_ response: HTTPResponse) -> NoticeBoardError {
        var copy = self
        copy.reply = Reply(response, message: nil)
        return copy
    }
}

extension NoticeBoardError {
    /// A hotel's network answers every request with a page until the user has signed in to it.
    static let webPage = NoticeBoardError(
        .networkSignIn, "The body is a web page and not JSON; the network may want a sign-in of its own.")
}

extension NoticeBoardError.Reply {
    init(_ response: HTTPResponse, message: String?) {
        self.init(
            status: response.status.rawValue, headers: response.headers.map { Header(name: $0.name.text, value: $0.value) },
            body: response.body, message: message)
    }
}

extension NoticeBoardError.Reply {
    /// Returns the value in the reply's JSON, or `nil` if it cannot be read: an error body of the service's own, with the fields
    /// of a form for example.
    ///
    /// It is read as the client that got the reply reads JSON (`APIClient.Configuration.json`), unless `json` is given.
    public func value<Value: Decodable>(_ type: Value.Type, json: JSONCoding? = nil) -> Value? {
        try? (json ?? self.json?.value as? JSONCoding ?? JSONCoding()).value(type, in: body)
    }

    /// The first value of the reply's field `name`, compared without case.
    public subscript(name: HTTPHeaderName) -> String? {
        headers.lazy.first { HTTPHeaderName($0.name) == name }?.value
    }
}
