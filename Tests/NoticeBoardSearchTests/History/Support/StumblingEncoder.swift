/// An encoder that writes down the names of values, and fails at one of them.
struct StumblingEncoder: Encoder {
    struct Stumble: Error {}

    let names = Names()
    let failing: Int?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Fails at the value of this number, or at none.
    init(failing: Int? = nil) { self.failing = failing }

    final class Names {
        var all: [String] = []
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Container<Key>(encoder: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { fatalError("nothing is asked for without a name") }
    func singleValueContainer() -> any SingleValueEncodingContainer { fatalError("nothing is asked for without a name") }

    private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: StumblingEncoder
        var codingPath: [any CodingKey] { [] }

        private func note(_ key: Key) throws {
            encoder.names.all.append(key.stringValue)
            if encoder.names.all.count - 1 == encoder.failing { throw Stumble() }
        }
        mutating func encodeNil(forKey key: Key) throws { try note(key) }
        mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try note(key) }
        mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
            Nested
        > {
            encoder.container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
        mutating func superEncoder() -> any Encoder { encoder }
        mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }

    /// The names of what is written of a value.
    static func names(of value: some Encodable) throws -> [String] {
        let whole = StumblingEncoder()
        try value.encode(to: whole)
        return whole.names.all
    }

    /// The names of what can fail unheard of.
    static func unheard(of value: some Encodable) throws -> [String] {
        try names(of: value).enumerated().filter { number, _ in
            (try? value.encode(to: StumblingEncoder(failing: number))) != nil
        }.map(\.element)
    }
}
