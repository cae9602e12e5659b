/// What belongs to whoever is signed in and must not outlive it: lists, writes on their way, pictures, a search history.
///
/// ```swift
/// final class Drafts: SessionScoped {
///     func end() { uploads.cancelAll() }
///     func erase() async { try? FileManager.default.removeItem(at: folder) }
/// }
/// session.register(drafts)
/// ```
///
/// However a session ends, all that registered with it is ended first, in the order in which it registered, then the change is
/// told, then all is erased one after the other, in the same order.
public protocol SessionScoped: Sendable {
    /// Stops at once whatever is under way, on whatever thread the session ended on.
    func end()
    /// Forgets what was kept; the next one is erased when this returns.
    func erase() async
}
