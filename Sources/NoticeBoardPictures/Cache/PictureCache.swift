public import Foundation

/// A cache for picture bytes: the SDK's own folder, or another library's cache.
///
/// ```swift
/// struct NukeCache: PictureCache {
///     let cache: any DataCaching
///     func data(for key: String) -> Data? { cache.cachedData(for: key) }
///     func store(_ data: Data, for key: String) { cache.storeData(data, for: key) }
///     func removeAll() async { cache.removeAll() }
/// }
/// ```
///
/// Use a separate cache for each account. Functions may block: they are called on threads of their own, never on the main actor.
/// ``store(_:for:)`` is called for one picture at a time, and for none after ``removeAll()``.
public protocol PictureCache: Sendable {
    /// Returns a cached picture.
    func data(for key: String) -> Data?
    /// Stores a picture, now or later.
    func store(_ data: Data, for key: String)
    /// Removes every picture; called when the account signs out, which reports an error.
    func removeAll() async throws
}
