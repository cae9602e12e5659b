import Foundation

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
