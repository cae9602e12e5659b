import Foundation
import NoticeBoardBase

/// Parses elements from the bytes of a stream, regardless of how these are split into pieces.
protocol StreamParser: Sendable {
    associatedtype Element: Sendable

    /// Why no more elements are parsed: the next one is beyond the limit.
    var failure: NoticeBoardError? { get }

    /// The elements that a connection begins with, before its first byte.
    var opening: [Element] { get }
    /// The elements that follow the end of a connection, before the next one.
    var closing: [Element] { get }

    /// Returns the elements that end in `piece`, or the last one at the end (`nil`).
    mutating func parse(_ piece: Data?) -> [Element]
}

extension StreamParser {
    var opening: [Element] { [] }
    var closing: [Element] { [] }
}
