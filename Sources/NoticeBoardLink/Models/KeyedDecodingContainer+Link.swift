import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

extension KeyedDecodingContainer {
    /// Returns a token; `nil` if it is no text, empty, or can't be sent in a header field.
    func token(_ key: Key) -> String? {
        let text: String? = value(key)
        return text.flatMap { $0.isToken ? $0 : nil }
    }

    /// Returns an ID; `nil` if it is empty, because an empty ID would change the request's path.
    func identifier(_ key: Key) -> String? { text(key).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns a list without null and undecodable elements; empty if the key is absent.
    func list<Element: Decodable & Sendable>(_ key: Key) -> [Element] {
        let list: LossyList<Element?>? = value(key)
        return list?.elements.compactMap(\.self) ?? []
    }

    /// Returns a date as the service writes it, or as this device has encoded it; `nil` if it is absent or can't be decoded.
    func moment(_ key: Key) -> Date? { text(key).flatMap(RFC3339.date) ?? value(key) }
}
