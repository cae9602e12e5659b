public import NoticeBoardBase

/// A list that keeps decodable elements and reports the others, so that one broken element does not cost a page.
public struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable, SkipReporting {
    /// The decoded elements, in order.
    public let elements: [Element]
    /// The other elements, with their index in the original list.
    public let skipped: [SkippedElement]
    /// The size of the original list, for paging.
    public var rawCount: Int { elements.count + skipped.count }

    /// Decodes a list element by element.
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

    /// Decodes nothing, to skip any element.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }
}
