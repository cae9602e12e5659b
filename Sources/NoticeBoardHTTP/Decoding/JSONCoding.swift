public import Foundation
public import NoticeBoardBase

/// Decodes a value from a response's body.
///
/// The default is ``JSONCoding``. Another format conforms with one function:
///
/// ```swift
/// struct PropertyLists: ResponseDecoding {
///     func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws(NoticeBoardError) -> Value {
///         do { return try PropertyListDecoder().decode(type, from: response.body) } catch let error as DecodingError {
///             throw NoticeBoardError(unreadable: error)
///         } catch { throw NoticeBoardError(wrapping: error) }
///     }
/// }
/// ```
public protocol ResponseDecoding: Sendable {
    /// Returns the value in `response`. Throws `unreadableResponse` with place and reason, without quoting the body.
    func decode<Value: Decodable>(_ type: Value.Type, from response: HTTPResponse) throws(NoticeBoardError) -> Value
}

/// The JSON format of a client: configured once, used by every call.
///
/// ```swift
/// configuration.json = JSONCoding(usesSnakeCase: true)
/// configuration.json = JSONCoding(dates: .secondsSince1970, decoder: { $0.nonConformingFloatDecodingStrategy = … })
/// ```
///
/// Every configuration skips a byte order mark and decodes an empty body to `nil` if possible (`Post?.self`). Errors name place
/// and reason without quoting the body.
public struct JSONCoding: Sendable {
    /// The format of dates.
    public var dates: Dates
    /// Whether the key of `createdAt` is `created_at`.
    public var usesSnakeCase: Bool
    private let decoder: @Sendable (JSONDecoder) -> Void
    private let encoder: @Sendable (JSONEncoder) -> Void

    /// Creates a coding; `decoder` and `encoder` can configure Foundation's decoder and encoder further.
    public init(
        dates: Dates = .rfc3339,
        usesSnakeCase: Bool = false,
        decoder: @escaping @Sendable (JSONDecoder) -> Void = { _ in },
        encoder: @escaping @Sendable (JSONEncoder) -> Void = { _ in }
    ) {
        self.dates = dates
        self.usesSnakeCase = usesSnakeCase
        self.decoder = decoder
        self.encoder = encoder
    }

    /// Makes a decoder per response: Foundation's may be used by only one task at a time.
    private func makeDecoder() -> JSONDecoder {
        let made = JSONDecoder()
        let dates = dates
        made.dateDecodingStrategy = .custom { try dates.read($0) }
        if usesSnakeCase { made.keyDecodingStrategy = .convertFromSnakeCase }
        decoder(made)
        return made
    }

    /// Encodes `value` as JSON.
    public func data(of value: any Encodable) throws -> Data {
        let made = JSONEncoder()
        let dates = dates
        made.dateEncodingStrategy = .custom { try dates.write($0, $1) }
        if usesSnakeCase { made.keyEncodingStrategy = .convertToSnakeCase }
        encoder(made)
        return try made.encode(value)
    }
}

extension JSONCoding: ResponseDecoding {
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

extension JSONCoding {
    /// The format of dates in JSON, in both directions.
    public struct Dates: Sendable {
        let read: @Sendable (any Decoder) throws -> Date
        let write: @Sendable (Date, any Encoder) throws -> Void

        /// Dates as text.
        ///
        /// If `read` or `write` returns `nil`, coding throws an error with the path.
        public static func texts(
            read: @escaping @Sendable (String) -> Date?, write: @escaping @Sendable (Date) -> String?
        ) -> Dates {
            Dates { decoder in
                guard let date = read(try decoder.singleValueContainer().decode(String.self)) else {
                    throw DecodingError.typeMismatch(
                        Date.self, .init(codingPath: decoder.codingPath, debugDescription: "not a date"))
                }
                return date
            } write: { date, encoder in
                guard let text = write(date) else {
                    throw EncodingError.invalidValue(
                        date, .init(codingPath: encoder.codingPath, debugDescription: "not a date that can be written"))
                }
                var container = encoder.singleValueContainer()
                try container.encode(text)
            }
        }

        /// `2023-06-05T03:31:22.000Z`; decodes every RFC 3339 form: with or without a fraction, with `Z`, `+09:00` or `+0900`.
        ///
        /// The default.
        public static let rfc3339 = texts(read: { RFC3339.date($0) }, write: { RFC3339.text($0) })
        /// Seconds since 1970, with a fraction.
        public static let secondsSince1970 = numbers(unit: 1)
        /// Milliseconds since 1970.
        public static let millisecondsSince1970 = numbers(unit: 1_000)

        private static func numbers(unit: Double) -> Dates {
            Dates { decoder in
                Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self) / unit)
            } write: { date, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(date.timeIntervalSince1970 * unit)
            }
        }
    }
}
