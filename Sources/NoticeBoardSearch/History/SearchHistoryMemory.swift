import Foundation
import NoticeBoardBase

/// A history in memory, and the streams that follow its list.
final class SearchHistoryMemory: Sendable {
    private struct Content {
        /// `nil` until the history was loaded.
        var log: SearchHistoryLog?
        var broadcast = Broadcast<[SearchHistoryEntry]>()
    }

    private let content: Locked<Content>

    init(_ log: SearchHistoryLog? = nil) { content = Locked(Content(log: log)) }

    /// Returns what `body` makes of the history, or `nil` if it was not loaded yet.
    func read<Value>(_ body: (SearchHistoryLog) -> Value) -> Value? { content.withLock { $0.log }.map(body) }

    /// Changes the history, and keeps the list for the followers: call ``notify()`` afterwards, outside of locks.
    func change<Result>(now: Date, _ body: (inout SearchHistoryLog?) throws -> Result) rethrows -> Result {
        try content.withLock { content in
            let before = content.log
            let result = try body(&content.log)
            // Under the lock, so that lists are sent in the order of the changes.
            if content.broadcast.hasSubscribers, let entries = content.log?.entries(now: now),
                before?.entries(now: now) != entries
            {
                content.broadcast.keep(entries)
            }
            return result
        }
    }

    /// Sends the newest list to the followers.
    func notify() { content.withLock { $0.broadcast }.notify() }

    /// Returns a stream of the list, once it was loaded, and of every later one.
    func updates(now: Date) -> AsyncStream<[SearchHistoryEntry]> {
        content.withLock { $0.broadcast.stream(startingWith: $0.log?.entries(now: now)) }
    }

    /// Ends the streams of a history that could not be loaded; a later stream follows again.
    func endUpdates() {
        let former = content.withLock { content -> Broadcast<[SearchHistoryEntry]>? in
            guard content.log == nil else { return nil }
            defer { content.broadcast = Broadcast() }
            return content.broadcast
        }
        former?.finish()
    }
}
