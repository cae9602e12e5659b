/// Elements that change places by being moved as bytes: a post has a dozen references, and counting them up and down again
/// would take ten times as long as everything else about sorting.
extension Array {
    /// Puts the element that stands at `source[index]` to `index`, for every index; `source` holds each index once.
    mutating func permute(_ source: [Int]) {
        // What would leave a place empty is a mistake of this module and never input.
        precondition(source.count == count, "a permutation names each place once")
        var source = source
        unsafe withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            for start in source.indices where source[start] != start {
                // From here on one place is empty, and a loop through the others ends by filling it.
                let first = unsafe (base + start).move()
                var hole = start
                while source[hole] != start {
                    let next = source[hole]
                    unsafe (base + hole).moveInitialize(from: base + next, count: 1)
                    source[hole] = hole
                    hole = next
                }
                unsafe (base + hole).initialize(to: first)
                source[hole] = hole
            }
        }
    }
}
