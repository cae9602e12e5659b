import Foundation
import NoticeBoardBase

/// A history in memory, and the streams that follow its list.
final class SearchHistoryMemory: Sendable {
    private struct Content {
        /// `nil` until the history was loaded.
        var log: SearchHistoryValue?
        var broadcast = Broadcast<[SearchHistoryEntry]>()
        /// The last list for the followers.
        var listed: [SearchHistoryEntry]?

        /// Keeps the list for the followers if it is another one than the last, and returns it.
        ///
        /// Never compare it with the list before a change: entries become too old without one.
        @discardableResult mutating func keepList(now: Date) -> [SearchHistoryEntry]? {
            let entries = log?.entries(now: now)
            if let entries, entries != listed {
                listed = entries
                broadcast.keep(entries)
            }
            return entries
        }
    }

    private let content: Locked<Content>

    init(_ log: SearchHistoryValue? = nil) { content = Locked(Content(log: log)) }

    /// Returns what `body` makes of the history, or `nil` if it was not loaded yet.
    func read<Value>(_ body: (SearchHistoryValue) -> Value) -> Value? { content.withLock { $0.log }.map(body) }

    /// Changes the history, and keeps the list for the followers: call ``notify()`` afterwards, outside of locks.
    func change<Result>(now: Date, _ body: (inout SearchHistoryValue?) throws -> Result) rethrows -> Result {
        try content.withLock { content in
            let result = try body(&content.log)
            // Under the lock, so that lists are sent in the order of the changes.
            if content.broadcast.hasSubscribers { content.keepList(now: now) }
            return result
        }
    }

    /// Sends the newest list to the followers.
    func notify() { content.withLock { $0.broadcast }.notify() }

    /// Returns what `body` makes of the history, which `load` loads if it was not loaded yet.
    func loaded<Value>(by load: () async throws -> Void, _ body: (SearchHistoryValue) -> Value) async throws -> Value {
        try Task.checkCancellation()
        if let value = read(body) { return value }
        try await load()
        return try read(body) ?? { throw CancellationError() }()
    }

    /// Returns a stream of the list, once `load` has loaded it, and of every later one.
    ///
    /// The stream ends if the history cannot be loaded; a later one loads again.
    func updates(
        now: Date, loadedBy load: (@Sendable () async throws -> Void)? = nil
    ) -> AsyncStream<[SearchHistoryEntry]> {
        let stream = content.withLock { content in
            let entries = content.keepList(now: now)
            return content.broadcast.stream(startingWith: entries)
        }
        // The list may be news for earlier followers.
        notify()
        if let load, read({ _ in }) == nil { Task { do { try await load() } catch { endUpdates() } } }
        return stream
    }

    private func endUpdates() {
        let former = content.withLock { content -> Broadcast<[SearchHistoryEntry]>? in
            guard content.log == nil else { return nil }
            defer {
                content.broadcast = Broadcast()
                content.listed = nil
            }
            return content.broadcast
        }
        former?.finish()
    }
}
