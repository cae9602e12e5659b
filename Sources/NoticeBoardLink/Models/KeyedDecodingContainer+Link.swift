import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

extension KeyedDecodingContainer {
    /// An ID; nothing where it is empty, since it would name another address than it means.
    func identifier(_ key: Key) -> String? { text(key).flatMap { $0.isEmpty ? nil : $0 } }

    /// A list whose null elements, and those that cannot be read, are dropped; empty where there is none.
    func list<Element: Decodable & Sendable>(_ key: Key) -> [Element] {
        let list: LossyList<Element?>? = value(key)
        return list?.elements.compactMap(\.self) ?? []
    }

    /// A moment; nothing where it is absent or cannot be read.
    func moment(_ key: Key) -> Date? { text(key).flatMap(RFC3339.date) }
}
