package import Foundation
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

/// The sentence in an error body, wherever services put it: an object under `error`, `error_description` (RFC 6749), `detail`,
/// `message`, `title` (RFC 9457), or a list of such texts.
///
/// `error` itself comes last: it is often a code.
struct ErrorBody: Decodable {
    private let words: String?

    /// The words of a body that is JSON and has some, made fit for one line.
    static func message(in body: Data) -> String? {
        guard let text = (try? JSONDecoder().decode(ErrorBody.self, from: body))?.words else { return nil }
        let line = String(String.UnicodeScalarView(text.unicodeScalars.prefix(500).filter { !$0.isHostileInLine }))
        return line.isEmpty ? nil : line
    }

    init(from decoder: any Decoder) throws {
        let body = try decoder.container(keyedBy: CodingKeys.self)
        words = Self.object(.error, in: body) ?? CodingKeys.allCases.lazy.compactMap { Self.words($0, in: body) }.first
    }

    private static func words(_ key: CodingKeys, in body: KeyedDecodingContainer<CodingKeys>) -> String? {
        if let text = try? body.decode(String.self, forKey: key) { return text.isEmpty ? nil : text }
        if let texts = try? body.decode([String].self, forKey: key), !texts.isEmpty { return texts.joined(separator: ", ") }
        return object(key, in: body)
    }

    /// The words of an object under `key`: one level down and no further, since a body may be nested without an end.
    private static func object(_ key: CodingKeys, in body: KeyedDecodingContainer<CodingKeys>) -> String? {
        guard let inner = try? body.nestedContainer(keyedBy: CodingKeys.self, forKey: key) else { return nil }
        return CodingKeys.allCases.lazy.compactMap { try? inner.decode(String.self, forKey: $0) }.first { !$0.isEmpty }
    }

    /// In the order in which they are looked for.
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case errorDescription = "error_description"
        case detail, message, title, error
    }
}

extension Unicode.Scalar {
    /// Control characters and those that turn the direction of a line: a server's words must not rewrite a log.
    var isHostileInLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: true
        default: false
        }
    }
}

extension HTTPResponse {
    /// Whether the body is a web page: what firewalls, hotel networks and proxies answer in an API's place.
    var isWebPage: Bool { body.isWebPage }
}

extension Data {
    /// Whether the first byte that is no white space begins a tag.
    package var isWebPage: Bool { first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<") }
}
