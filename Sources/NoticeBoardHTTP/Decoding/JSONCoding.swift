public import Foundation
public import NoticeBoardBase

/// The JSON format of a client: configured once, used by every call.
///
/// ```swift
/// configuration.json = JSONCoding(usesSnakeCase: true)
/// configuration.json = JSONCoding(decoder: { $0.dateDecodingStrategy = .secondsSince1970 })
/// ```
///
/// Dates are RFC 3339 texts by default. Every configuration skips a byte order mark and decodes an empty body to `nil` if
/// possible (`Post?.self`). Errors name place and reason without quoting the body.
public struct JSONCoding: Sendable, ResponseDecoding {
    /// Whether the key of `createdAt` is `created_at`.
    public var usesSnakeCase: Bool
    private let decoder: @Sendable (JSONDecoder) -> Void
    private let encoder: @Sendable (JSONEncoder) -> Void

    /// Creates a coding; `decoder` and `encoder` can configure Foundation's decoder and encoder further.
    public init(
        usesSnakeCase: Bool = false,
        decoder: @escaping @Sendable (JSONDecoder) -> Void = { _ in },
        encoder: @escaping @Sendable (JSONEncoder) -> Void = { _ in }
    ) {
        self.usesSnakeCase = usesSnakeCase
        self.decoder = decoder
        self.encoder = encoder
    }

    /// Makes a decoder per response: Foundation's may be used by only one task at a time.
    private func makeDecoder() -> JSONDecoder {
        let made = JSONDecoder()
        made.dateDecodingStrategy = .custom { decoder in
            if let date = RFC3339.date(try decoder.singleValueContainer().decode(String.self)) { return date }
            throw DecodingError.typeMismatch(Date.self, .init(codingPath: decoder.codingPath, debugDescription: "not a date"))
        }
        if usesSnakeCase { made.keyDecodingStrategy = .convertFromSnakeCase }
        decoder(made)
        return made
    }

    /// Encodes `value` as JSON.
    public func data(of value: any Encodable) throws -> Data {
        let made = JSONEncoder()
        made.dateEncodingStrategy = .custom { date, encoder in
            guard let text = RFC3339.text(date) else {
                throw EncodingError.invalidValue(
                    date, .init(codingPath: encoder.codingPath, debugDescription: "not a date that can be written"))
            }
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
        if usesSnakeCase { made.keyEncodingStrategy = .convertToSnakeCase }
        encoder(made)
        return try made.encode(value)
    }

    /// Decodes the response's JSON body.
    public func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws(NoticeBoardError) -> Value {
        try value(type, in: response.body)
    }

    /// Decodes `body`.
    public func value<Value: Decodable>(_ type: Value.Type, in body: Data) throws(NoticeBoardError) -> Value {
        let body = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body.dropFirst(3) : body
        guard !body.isEmpty else {
            // An optional.
            if let nothing = (type as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value { return nothing }
            throw NoticeBoardError(.unreadableResponse, "The body is empty.")
        }
        do {
            return try makeDecoder().decode(type, from: body)
        } catch let error as DecodingError {
            guard !body.isWebPage else { throw NoticeBoardError.webPage }
            // On Linux, Foundation reports a number that does not fit as if the entire body were invalid JSON.
            if case .dataCorrupted(let context) = error, context.codingPath.isEmpty,
                (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil
            {
                throw NoticeBoardError(
                    .unreadableResponse, "The body: a number in it does not fit its type.", remedy: .updateApp)
            }
            throw NoticeBoardError(unreadable: error)
        } catch let error as NoticeBoardError {
            throw error
        } catch {
            throw NoticeBoardError(
                .unreadableResponse, "The body could not be read.", underlying: NoticeBoardError.withoutAddress(error))
        }
    }
}
