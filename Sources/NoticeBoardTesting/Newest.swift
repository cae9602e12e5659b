/// The newest of what came, and how much came in all: a double that runs for days must not keep everything that it ever got.
struct Newest<Element> {
    /// How many are kept.
    static var limit: Int { 10_000 }

    /// How many came in all; the last one has this number.
    private(set) var count = 0
    private var elements: [Element] = []

    /// Those that are kept, in the order in which they came.
    var kept: [Element] { elements.suffix(Self.limit) }

    mutating func append(_ element: Element) {
        // Many go at a time, so that a full one costs hardly more than an empty one.
        if elements.count >= Self.limit + Self.limit / 10 { elements.removeFirst(Self.limit / 10) }
        elements.append(element)
        count += 1
    }

    /// Changes the one of this number, counted from 1, unless it is gone.
    mutating func change(_ number: Int, _ change: (inout Element) -> Void) {
        let index = number - 1 - (count - elements.count)
        if elements.indices.contains(index) { change(&elements[index]) }
    }
}

extension Newest: Sendable where Element: Sendable {}
