/// Reads what a server means where it is plain: a number in a string, a title that is a number. Nothing otherwise.
///
/// What is there as it should be is read at once; only what is there otherwise is looked at again. An error costs more than
/// a whole post, so none is thrown for a key that is absent.
extension KeyedDecodingContainer {
    /// A whole number, also as text or with a fraction of zero; nothing when absent, null or anything else.
    package func number(_ key: Key) -> Int? {
        do {
            return try decodeIfPresent(Int.self, forKey: key)
        } catch {
            if let text = try? decode(String.self, forKey: key) { return Int(text) }
            return (try? decode(Double.self, forKey: key)).flatMap { Int(exactly: $0) }
        }
    }

    /// A count: a number that is not below zero, else 0.
    package func count(_ key: Key) -> Int { max(0, number(key) ?? 0) }

    /// A text, also when it comes as a number; nothing when absent, null or anything else.
    package func text(_ key: Key) -> String? {
        do {
            return try decodeIfPresent(String.self, forKey: key)
        } catch {
            // A moment in milliseconds is no `Int` of 32 bits.
            return (try? decode(Int64.self, forKey: key)).map { String($0) }
        }
    }

    /// A truth value, also as 0 and 1 or in words; nothing when absent, null or anything else.
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

    /// Whether there is anything but null.
    package func holds(_ key: Key) -> Bool { contains(key) && (try? decodeNil(forKey: key)) != true }

    /// A value of a type that reads itself; nothing when absent, null or not readable.
    package func value<Value: Decodable>(_ key: Key) -> Value? { (try? decodeIfPresent(Value.self, forKey: key)) ?? nil }

    /// A value that the element is worthless without.
    package func required<Value>(_ key: Key, _ value: Value?) throws -> Value {
        if let value { return value }
        guard contains(key) else {
            throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "missing"))
        }
        throw DecodingError.typeMismatch(Value.self, .init(codingPath: codingPath + [key], debugDescription: "unreadable"))
    }
}
