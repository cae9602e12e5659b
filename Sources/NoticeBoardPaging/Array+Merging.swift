/// Lists that stay in order while they grow.
///
/// Inlinable, since that lets a module that knows its elements compare and move them a third faster.
extension Array {
    /// Puts the elements of an ordered page where they belong in this list, which is in the same order; returns where they
    /// stand now.
    ///
    /// Each goes after those of the list that are equal to it. What stands before the first of them is not touched, and
    /// nothing is sorted.
    @inlinable package mutating func merge(_ page: [Element], by precedes: (Element, Element) -> Bool) -> [Int] {
        var places: [Int] = []
        places.reserveCapacity(page.count)
        var start = 0
        for (index, element) in page.enumerated() {
            start = self.start(ofThoseAfter: element, from: start, precedes)
            places.append(start + index)
        }
        insert(page, at: places)
        return places
    }

    @inlinable func start(
        ofThoseAfter element: Element, from start: Int, _ precedes: (Element, Element) -> Bool
    ) -> Int {
        var (low, high) = (start, count)
        while low < high {
            let middle = low + (high - low) / 2
            if precedes(element, self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Puts elements among those that are here, so that each stands at its place afterwards; places ascend.
    ///
    /// Elements change places by being moved as bytes: a post has a dozen references, and counting them up and down again
    /// would take ten times as long as everything else about merging.
    @inlinable mutating func insert(_ elements: [Element], at places: [Int]) {
        // What would break this is a mistake of this file and never input.
        precondition(elements.count == places.count, "each element has a place")
        var end = count
        // Makes room; what stands in it is taken out again before anything is moved there.
        append(contentsOf: elements)
        unsafe withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            unsafe (base + end).deinitialize(count: elements.count)
            for index in elements.indices.reversed() {
                let (place, start) = (places[index], places[index] - index)
                precondition(0...end ~= start, "places ascend and lie in the list")
                unsafe (base + place + 1).moveInitialize(from: base + start, count: end - start)
                unsafe (base + place).initialize(to: elements[index])
                end = start
            }
        }
    }
}
