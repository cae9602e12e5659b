package import Foundation

/// How stores write values: as JSON that is the same for the same value, with the number of its format in it.
package enum StoredJSON {
    private struct Format: Decodable { let format: Int }

    /// What a store writes of `value`: the keys in order, since Foundation's encoder gives them in any.
    package static func data(of value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// The value that a store wrote; nothing where the bytes hold none, and whatever the decoder says of them, which may quote them.
    ///
    /// Throws `storeTooNew` where a newer version wrote them, in a format above `newest`; the error says of what.
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
