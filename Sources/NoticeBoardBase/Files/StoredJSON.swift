package import Foundation

/// The JSON of stores: equal values give equal bytes, with the number of the format.
package enum StoredJSON {
    private struct Format: Decodable { let format: Int }

    /// Encodes `value` with sorted keys, since Foundation's encoder writes them in any order.
    package static func data(of value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// Decodes a value that a store wrote; `nil` if the bytes hold none.
    ///
    /// Decoding errors are dropped: they may quote the bytes.
    ///
    /// Throws `storeTooNew`, naming `what`, if a newer version wrote them in a format above `newest`.
    package static func value<Value: Decodable>(
        _ type: Value.Type = Value.self, in data: Data, newest: Int, _ what: String
    ) throws(NoticeBoardError) -> Value? {
        let decoder = JSONDecoder()
        if let format = try? decoder.decode(Format.self, from: data).format, format > newest {
            throw NoticeBoardError(.storeTooNew, "\(what): format \(format).")
        }
        return try? decoder.decode(type, from: data)
    }
}
