extension Array {
    /// Returns the first element for each ID.
    func unique<ID: Hashable>(by id: (Element) -> ID) -> [Element] {
        var seen: Set<ID> = []
        return filter { seen.insert(id($0)).inserted }
    }
}
