import Foundation

/// The message in an error body, wherever services put it: an object under `error`, `error_description` (RFC 6749), `detail`,
/// `message`, `title` (RFC 9457), or a list of such texts.
///
/// `error` as a text comes last, since it is often a code.
struct ErrorBody: Decodable {
    private let words: String?

    /// Returns the message of a JSON body, if it has one, made safe for a single line.
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

    /// Returns the message of an object under `key`, one level deep only, since bodies may be nested without limit.
    private static func object(_ key: CodingKeys, in body: KeyedDecodingContainer<CodingKeys>) -> String? {
        guard let inner = try? body.nestedContainer(keyedBy: CodingKeys.self, forKey: key) else { return nil }
        return CodingKeys.allCases.lazy.compactMap { try? inner.decode(String.self, forKey: $0) }.first { !$0.isEmpty }
    }

    /// In order of preference.
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case errorDescription = "error_description"
        case detail, message, title, error
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control or formatting character: a server's message must not rewrite a log.
    var isHostileInLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .format: true
        default: false
        }
    }
}
