/// An encoder that refuses the value with a number, counted from 0 in the order in which they are written, and keeps nothing.
final class StumblingEncoder: Encoder {
    struct Refusal: Error {}

    private let refused: Int
    private(set) var written = 0
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(refusing refused: Int = .max) { self.refused = refused }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { Values(encoder: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { Values(encoder: self) }

    fileprivate func step() throws {
        defer { written += 1 }
        if written == refused { throw Refusal() }
    }

    fileprivate func encode<Value: Encodable>(_ value: Value) throws {
        // These would ask for a container to write themselves into, without end.
        if value is any StringProtocol || value is any Numeric || value is Bool { try step() } else { try value.encode(to: self) }
    }
}

private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: StumblingEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { try encoder.step() }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.encode(value) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        encoder.container(keyedBy: type)
    }
}

private struct Values: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let encoder: StumblingEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.written }

    func encodeNil() throws { try encoder.step() }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.container(keyedBy: type)
    }
}
