import Foundation

/// What an error body says in words, wherever services put them: `message`, `error` (also with a `message` inside),
/// `error_description`, `detail` or `title` (RFC 9457), or a list of such texts.
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
        // An object under `error` says more than the bare reason phrase that some services put beside their message.
        words =
            CodingKeys.allCases.lazy.compactMap { key in
                if let text = try? body.decode(String.self, forKey: key) { return text.isEmpty ? nil : text }
                if let texts = try? body.decode([String].self, forKey: key), !texts.isEmpty {
                    return texts.joined(separator: ", ")
                }
                // One level down and no further: a body may be nested without an end.
                guard let inner = try? body.nestedContainer(keyedBy: CodingKeys.self, forKey: key) else { return nil }
                return CodingKeys.allCases.lazy.compactMap { try? inner.decode(String.self, forKey: $0) }.first { !$0.isEmpty }
            }.first
    }

    /// In the order in which they are looked for.
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case message
        case error
        case errorDescription = "error_description"
        case detail, title
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
