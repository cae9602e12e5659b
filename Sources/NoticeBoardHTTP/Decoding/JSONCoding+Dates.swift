public import Foundation

extension JSONCoding {
    /// How dates stand in JSON, both ways.
    public struct Dates: Sendable {
        let read: @Sendable (any Decoder) throws -> Date
        let write: @Sendable (Date, any Encoder) throws -> Void

        /// Dates that are texts.
        ///
        /// What `read` or `write` has no date or text for is an error that names the place.
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

        /// `2023-06-05T03:31:22.000Z`, read in every form that ``RFC3339`` knows; the default.
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
