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
    /// Removes every picture; called when the account signs out, which reports an error.
    func removeAll() async throws
}

/// An LRU cache of pictures in memory, with a size limit.
struct PictureMemory {
    private let limit: Int
    /// The pictures, each with the number of its last use.
    private var pictures: [String: (data: Data, lastUse: Int)] = [:]
    private var uses = 0
    /// The size of all pictures together.
    private(set) var bytes = 0

    init(limit: Int) { self.limit = limit }

    var count: Int { pictures.count }

    /// Returns a picture that is kept, and counts that as a use.
    mutating func picture(_ path: String) -> Data? {
        uses += 1
        pictures[path]?.lastUse = uses
        return pictures[path]?.data
    }

    /// Keeps a picture, in place of those whose last use is longest ago; one that would take half of the room is not kept.
    mutating func keep(_ data: Data, _ path: String) {
        remove(path)
        guard data.count <= limit / 2 else { return }
        while bytes + data.count > limit, let oldest = pictures.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
        uses += 1
        pictures[path] = (data, uses)
        bytes += data.count
    }

    /// Removes all pictures.
    mutating func removeAll() { self = PictureMemory(limit: limit) }

    private mutating func remove(_ path: String) { bytes -= pictures.removeValue(forKey: path)?.data.count ?? 0 }
}
