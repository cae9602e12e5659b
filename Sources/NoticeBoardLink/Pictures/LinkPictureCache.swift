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
/// Use a separate cache for each account. Functions may block: they are called on threads of their own, never on the main actor.
/// ``store(_:for:)`` is called for one picture at a time, and for none after ``removeAll()``.
public protocol LinkPictureCache: Sendable {
    /// Returns a cached picture.
    func data(for path: String) -> Data?
    /// Stores a picture, now or later.
    func store(_ data: Data, for path: String)
    /// Removes every picture; called when the account signs out, which reports an error.
    func removeAll() async throws
}
