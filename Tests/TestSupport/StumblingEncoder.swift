import NoticeBoardBase

/// An encoder that writes down under which names it is given something, and refuses one of them.
///
/// It does not look into what it is given: what is made of other values is one thing here, and those are asked by themselves.
package struct StumblingEncoder: Encoder {
    /// What it throws.
    package struct Refusal: Error, Hashable {
        package let name: String

        package init(name: String) { self.name = name }
    }

    private let refused: Int?
    private let given = Locked<[String]>([])
    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Refuses the one of this number, counted from 0, or none.
    package init(refusing refused: Int? = nil) { self.refused = refused }

    /// The names, in order, the refused one among them; what has none is called by an empty one.
    package var names: [String] { given.withLock { $0 } }

    /// The names of all that is written of `value`.
    package static func names(of value: some Encodable) throws -> [String] {
        let encoder = StumblingEncoder()
        try value.encode(to: encoder)
        return encoder.names
    }

    /// The names of what can be refused without `value` throwing.
    package static func unheard(of value: some Encodable) throws -> [String] {
        try names(of: value).enumerated().filter { number, _ in
            (try? value.encode(to: StumblingEncoder(refusing: number))) != nil
        }.map(\.element)
    }

    fileprivate func take(_ name: String) throws {
        let number = given.withLock { given in
            given.append(name)
            return given.count - 1
        }
        if number == refused { throw Refusal(name: name) }
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(NamedThings(encoder: self))
    }
    package func unkeyedContainer() -> any UnkeyedEncodingContainer { NamelessThings(encoder: self) }
    package func singleValueContainer() -> any SingleValueEncodingContainer { NamelessThings(encoder: self) }
}

private struct NamedThings<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: StumblingEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws { try encoder.take(key.stringValue) }
    func encode(_ value: some Encodable, forKey key: Key) throws { try encoder.take(key.stringValue) }
    func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) -> KeyedEncodingContainer<Other> {
        encoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

private struct NamelessThings: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let encoder: StumblingEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.names.count }

    func encodeNil() throws { try encoder.take("") }
    func encode(_ value: some Encodable) throws { try encoder.take("") }
    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder }
}
