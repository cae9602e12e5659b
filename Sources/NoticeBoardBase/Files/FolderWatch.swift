import Dispatch
import Foundation

/// Calls a closure when files of a folder may have changed, for as long as the watch is kept.
///
/// It may call without a change, and once for several.
///
/// A missing folder is created, since only an existing one can be watched.
final class FolderWatch: Sendable {
    private let files: any FileSystem
    private let folder: String
    private let file: String
    private let changed: @Sendable () -> Void
    private let sources = Locked(Sources())

    /// Sendable: any thread may use a dispatch source, which Dispatch does not declare on every system.
    private struct Sources: @unchecked Sendable {
        var all: [any DispatchSourceProtocol] = []
    }

    deinit { sources.withLock { $0 }.all.forEach { $0.cancel() } }

    /// Watches the folder for replaced files, and the file for appended data.
    ///
    /// `files` creates a missing folder.
    init?(_ folder: String, _ file: String, in files: any FileSystem, _ changed: @escaping @Sendable () -> Void) {
        self.files = files
        self.folder = folder
        self.file = file
        self.changed = changed
        guard watch() else { return nil }
    }

    /// Watches the folder that is there now, instead of one that was removed or moved away; returns whether it can.
    private func watch() -> Bool {
        try? files.makeDirectories(folder)
        let source = Self.source(folder, isFolder: true) { [weak self] in
            // Watched again first, so that no later change is missed.
            _ = self?.watch()
            self?.changed()
        }
        guard let source else { return false }
        // On Apple's systems, watching the folder does not report data that is appended to a file.
        let now = Sources(all: [source] + [Self.source(file, isFolder: false, changed)].compactMap { $0 })
        let former = sources.withLock { sources in
            defer { sources = now }
            return sources
        }
        former.all.forEach { $0.cancel() }
        now.all.forEach { $0.resume() }
        return true
    }

    // MARK: - Platforms

    #if canImport(Darwin)
        private static func source(
            _ path: String, isFolder: Bool, _ handler: @escaping @Sendable () -> Void
        ) -> (any DispatchSourceProtocol)? {
            let file = unsafe systemOpen(path, O_EVTONLY | O_CLOEXEC | O_NOFOLLOW, 0)
            guard file >= 0 else { return nil }
            let events: DispatchSource.FileSystemEvent = isFolder ? [.write, .delete, .rename] : [.write, .extend]
            let source = DispatchSource.makeFileSystemObjectSource(fileDescriptor: file, eventMask: events)
            source.setEventHandler(handler: handler)
            source.setCancelHandler { systemClose(file) }
            return source
        }
    #else
        private static func source(
            _ path: String, isFolder: Bool, _ handler: @escaping @Sendable () -> Void
        ) -> (any DispatchSourceProtocol)? {
            // Watching the folder covers its files.
            guard isFolder else { return nil }
            let queue = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))  // apple-check: ok, not for Apple
            let events = IN_MODIFY | IN_MOVED_TO | IN_DELETE | IN_MOVE_SELF | IN_DONT_FOLLOW | IN_ONLYDIR
            // The kernel always reports the folder's own removal. Without a queue, adding the watch fails.
            guard unsafe inotify_add_watch(queue, path, UInt32(events)) >= 0 else {
                systemClose(queue)
                return nil
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: queue)
            source.setEventHandler {
                // Only the fact of a change matters, so the events are discarded.
                var events = [UInt8](repeating: 0, count: 4_096)
                while unsafe read(queue, &events, events.count) > 0 {}
                handler()
            }
            source.setCancelHandler { systemClose(queue) }
            return source
        }
    #endif
}
