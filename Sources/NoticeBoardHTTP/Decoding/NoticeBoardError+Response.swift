import Foundation
import NoticeBoardBase

extension NoticeBoardError {
    /// The error that a response means whose status the call does not accept.
    init(refusedBy response: HTTPResponse) {
        let status = response.status.rawValue
        let code: Code =
            switch status {
            case 401: .unauthorized
            case 403: .forbidden
            case 404, 410: .notFound
            case 429: .tooManyRequests
            case 500..<600: .serverFailure
            case 300..<400: .redirectRefused
            default: .unexpectedStatus
            }
        self.init(code, "The server answered \(status).")
        reply = Reply(response, message: Self.message(in: response.body))
        if case .retry = remedy, let seconds = response.retryAfter() { remedy = .retry(after: seconds) }
        attempts = response.attempts
    }

    /// The same error, with the answer that caused it.
    func answering(_ response: HTTPResponse) -> NoticeBoardError {
        var copy = self
        copy.reply = Reply(response, message: nil)
        return copy
    }

    /// What an error body says in words: `message`, `error` or `error_description`, made fit for one line.
    private static func message(in body: Data) -> String? {
        guard let text = try? JSONDecoder().decode(ErrorBody.self, from: body).texts.lazy.compactMap({ $0 }).first else {
            return nil
        }
        let line = String(String.UnicodeScalarView(text.unicodeScalars.prefix(500).filter { !$0.isHostileInLine }))
        return line.isEmpty ? nil : line
    }

    private struct ErrorBody: Decodable {
        let texts: [String?]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            texts = [.message, .error, .errorDescription].map { try? container.decode(String.self, forKey: $0) }
        }

        enum CodingKeys: String, CodingKey {
            case message, error
            case errorDescription = "error_description"
        }
    }
}

extension NoticeBoardError.Reply {
    init(_ response: HTTPResponse, message: String?) {
        self.init(
            status: response.status.rawValue, headers: response.headers.map { Header(name: $0.name.text, value: $0.value) },
            body: response.body, message: message)
    }
}

extension Unicode.Scalar {
    /// Control characters and those that turn the direction of a line: a server's words must not rewrite a log.
    fileprivate var isHostileInLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: true
        default: false
        }
    }
}
