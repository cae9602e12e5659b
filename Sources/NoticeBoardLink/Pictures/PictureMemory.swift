public import Foundation

/// A cache for picture bytes by path: the SDK's own folder, or another library's cache.
///
/// ```swift
/// struct NukeCache: LinkPictureCache {
///     let cache: any DataCaching
///     func data(for path: String) -> Data? { cache.cachedData(for: path) }
///     func store(_ data: Data, for path: String) { cache.storeData(data, for: path) }
///     func removeAll() async { cache.removeAll() }
/// }
/// ```
///
/// Use a separate cache for each account. Functions are called on any thread but never on the main actor.
public protocol LinkPictureCache: Sendable {
    /// Returns a cached picture.
    func data(for path: String) -> Data?
    /// Stores a picture, now or later.
    func store(_ data: Data, for path: String)
    /// Removes every picture; called when the account signs out.
    func removeAll() async
}

/// An LRU cache of pictures in memory, with a size limit and an age limit.
struct PictureMemory {
    private struct Entry {
        let data: Data
        let since: Double
        var lastUse: Int
    }

    private let limit: Int
    private let age: Double
    private var entries: [String: Entry] = [:]
    private var uses = 0
    /// The size of all pictures together.
    private(set) var bytes = 0

    init(limit: Int, age: Double) { (self.limit, self.age) = (limit, age) }

    var count: Int { entries.count }

    /// Returns a picture that is kept, and counts that as a use.
    mutating func picture(_ path: String, now: Double) -> Data? {
        guard let entry = entries[path] else { return nil }
        guard now - entry.since <= age else {
            remove(path)
            return nil
        }
        uses += 1
        entries[path]?.lastUse = uses
        return entry.data
    }

    /// Keeps a picture, in place of those whose last use is longest ago; one that would take half of the room is not kept.
    mutating func keep(_ data: Data, _ path: String, now: Double) {
        remove(path)
        guard data.count <= limit / 2 else { return }
        while bytes + data.count > limit, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
        uses += 1
        entries[path] = Entry(data: data, since: now, lastUse: uses)
        bytes += data.count
    }

    /// Removes all pictures.
    mutating func removeAll() { (entries, bytes) = ([:], 0) }

    private mutating func remove(_ path: String) { bytes -= entries.removeValue(forKey: path)?.data.count ?? 0 }
}
