/// Decodes obvious meanings leniently: a number in a string, a title that is a number. Otherwise returns `nil`.
///
/// Only a value of another type is decoded twice. An absent key throws no error, which would cost more than decoding a whole
/// post.
extension KeyedDecodingContainer {
    /// Returns a whole number, also from text or with a fraction of zero; `nil` if absent, null or anything else.
    package func number(_ key: Key) -> Int? {
        do {
            return try decodeIfPresent(Int.self, forKey: key)
        } catch {
            if let text = try? decode(String.self, forKey: key) { return Int(text) }
            return (try? decode(Double.self, forKey: key)).flatMap { Int(exactly: $0) }
        }
    }

    /// Returns a number of at least 0; 0 if absent or invalid.
    package func count(_ key: Key) -> Int { max(0, number(key) ?? 0) }

    /// Returns a text, also from a number; `nil` if absent, null or anything else.
    package func text(_ key: Key) -> String? {
        do {
            return try decodeIfPresent(String.self, forKey: key)
        } catch {
            // A time in milliseconds does not fit into a 32-bit `Int`.
            return (try? decode(Int64.self, forKey: key)).map { String($0) }
        }
    }

    /// Returns a Boolean, also from 0 and 1 or text; `nil` if absent, null or anything else.
    package func flag(_ key: Key) -> Bool? {
        do {
            return try decodeIfPresent(Bool.self, forKey: key)
        } catch {
            switch text(key)?.lowercased() {
            case "true", "1": return true
            case "false", "0": return false
            default: return nil
            }
        }
    }

    /// Whether the value is present and not null.
    package func holds(_ key: Key) -> Bool { contains(key) && (try? decodeNil(forKey: key)) != true }

    /// Returns a decodable value; `nil` if absent, null or invalid.
    package func value<Value: Decodable>(_ key: Key) -> Value? { (try? decodeIfPresent(Value.self, forKey: key)) ?? nil }

    /// Returns a value that must not be missing, or throws.
    package func required<Value>(_ key: Key, _ value: Value?) throws -> Value {
        if let value { return value }
        guard contains(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "missing"))
        }
        throw DecodingError.typeMismatch(Value.self, .init(codingPath: codingPath + [key], debugDescription: "unreadable"))
    }
}
