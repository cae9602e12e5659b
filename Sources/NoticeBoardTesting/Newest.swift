/// The newest elements and the total count, so that a double that runs for days does not grow without limit.
struct Newest<Element: Sendable>: Sendable {
    /// The maximum to keep.
    static var limit: Int { 10_000 }

    /// The total number of elements; also the number of the last one.
    private(set) var count = 0
    private var elements: [Element] = []

    /// The kept elements, oldest first.
    var kept: [Element] { elements.suffix(Self.limit) }

    mutating func append(_ element: Element) {
        // Removes many at once, so that appending stays cheap.
        if elements.count >= Self.limit + Self.limit / 10 { elements.removeFirst(Self.limit / 10) }
        elements.append(element)
        count += 1
    }

    /// Changes the element with this number, counted from 1, unless it was dropped.
    mutating func change(_ number: Int, _ change: (inout Element) -> Void) {
        let index = number - 1 - (count - elements.count)
        if elements.indices.contains(index) { change(&elements[index]) }
    }
}
