import Dispatch
import Foundation
import NoticeBoardBase

/// A store of one path in this process: whoever opens the path gets the same one, so that memory is shared and files are open once.
///
/// Its methods block, on the disk and on other processes; ``run(_:)`` takes them off the caller's thread. Reads of what is
/// known wait for neither.
final class HistoryCore: Sendable {
    /// What the caller's repository was set up with.
    struct Settings: Sendable {
        var policy: SearchHistoryPolicy
        var durability: SearchHistoryDurability
        var lockTimeout: Double
        var clock: @Sendable () -> Date
    }

    /// A repository that wants to hear what happens.
    struct Watcher: Sendable {
        let changed: @Sendable (inout HistoryList?) -> Void
        let happened: @Sendable (SearchHistoryEvent) -> Void
    }

    /// Always taken before `list` when both are needed.
    let disk: Guarded<HistoryDisk>
    /// Nil until the file was read; held for moments only.
    let list = Guarded<HistoryList?>(nil)
    let watchers = Guarded<[(object: ObjectIdentifier, watcher: Watcher)]>([])
    private let queue = DispatchQueue(label: "NoticeBoard.SearchHistory")

    init(_ files: any FileSystem, _ paths: HistoryPaths, roomyEnough: Int = 65_536) {
        disk = Guarded(HistoryDisk(files, paths, roomyEnough: roomyEnough))
    }

    deinit { disk.withLock { $0.close() } }

    /// Does blocking work on a thread of its own, never on one of those that Swift's tasks share.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Does it when there is a thread for it, and tells nobody how it went.
    func start(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

    /// Gives `body` what is known of the list, nil when the file was not read yet; waits for no disk.
    func known<Value>(_ body: (inout HistoryList?) -> Value) -> Value { list.withLock(body) }

    func watch(_ object: AnyObject, _ watcher: Watcher) { watchers.withLock { $0.append((ObjectIdentifier(object), watcher)) } }

    func unwatch(_ object: ObjectIdentifier) { watchers.withLock { $0.removeAll { $0.object == object } } }
}
