public import NoticeBoardBase

/// A value that may have been read with less than the server sent.
///
/// A client logs it.
package protocol SkipReporting {
    /// What could not be read.
    var skipped: [SkippedElement] { get }
}

/// A list that keeps what it can read and reports the rest, so that one broken element never costs a page.
public struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable, SkipReporting {
    /// What could be read, in order.
    public let elements: [Element]
    /// What could not, with its index in the list as it came.
    public let skipped: [SkippedElement]
    /// How many elements the list had as it came: what paging goes on by.
    public var rawCount: Int { elements.count + skipped.count }

    /// Reads a list element by element.
    public init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        var elements: [Element] = []
        var skipped: [SkippedElement] = []
        while !list.isAtEnd {
            let index = list.currentIndex
            do {
                elements.append(try list.decode(Element.self))
            } catch {
                // On Linux, Foundation throws an error of its own for a lone surrogate and for a number that does not fit.
                let known = error as? DecodingError
                skipped.append(
                    SkippedElement(
                        index: index, path: known?.path(below: decoder.codingPath.count + 1) ?? "",
                        reason: known?.reason ?? "a text or a number that Swift cannot hold"))
                _ = try list.decode(Anything.self)
            }
        }
        self.elements = elements
        self.skipped = skipped
    }

    /// Reads nothing, and so steps over whatever stands there.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }
}
