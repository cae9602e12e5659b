/// Values of a limited total size, of which the least recently used ones make room for new ones.
package struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    /// The values, each with the number of its last use.
    private var entries: [Key: (value: Value, size: Int, lastUse: Int64)] = [:]
    private var uses: Int64 = 0

    /// Creates an empty store for values of `capacity` bytes in total.
    package init(capacity: Int) { self.capacity = capacity }

    package var count: Int { entries.count }
    /// The size of all values together.
    package var size: Int { entries.values.reduce(0) { $0 + $1.size } }

    /// Returns the value for `key`, and counts that as a use.
    package mutating func value(for key: Key) -> Value? {
        uses += 1
        entries[key]?.lastUse = uses
        return entries[key]?.value
    }

    /// Stores a value instead of the one for `key`; removes both if the new one is larger than the capacity, or `nil`.
    package mutating func store(_ value: Value?, size: Int, for key: Key) {
        entries[key] = nil
        guard let value, size <= capacity else { return }
        while self.size + size > capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
        uses += 1
        entries[key] = (value, size, uses)
    }

    package mutating func removeAll() { entries = [:] }
}
