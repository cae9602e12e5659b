import Dispatch
import Foundation

/// Reports changes of a folder's files while it lives, perhaps too often, or once for several changes.
///
/// Until the folder exists, its nearest existing parent is watched, in case another process creates the folder.
final class FolderWatch: Sendable {
    private let folder: String
    private let file: String
    private let changed: @Sendable () -> Void
    private let sources: Locked<[any DispatchSourceProtocol]>

    deinit { sources.withLock { $0 }.forEach { $0.cancel() } }

    /// Watches the folder for replaced files, and the file for appended data.
    init?(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) {
        (self.folder, self.file, self.changed) = (folder, file, changed)
        sources = Locked([])
        _ = settle()
        if sources.withLock({ $0.isEmpty }) { return nil }
    }

    /// Watches the folder or its nearest existing parent, and returns whether it is the folder.
    private func settle() -> Bool {
        sources.withLock { sources in
            var places = placesToTheTop[...]
            while let (index, source) = watched(places) {
                sources.forEach { $0.cancel() }
                sources = [source]
                source.resume()
                if index == 0 {
                    // Watching the folder does not report appended data everywhere.
                    if let source = Self.source(file, .file, changed) {
                        source.resume()
                        sources.append(source)
                    }
                    return true
                }
                // A nearer folder may have been created before the watch began.
                places = places.prefix(index)
            }
            return false
        }
    }

    /// The folder, its parent, and so on up to the root.
    private var placesToTheTop: [String] {
        var places = [folder]
        while let last = places.last, let slash = last.utf8.lastIndex(of: UInt8(ascii: "/")), last.utf8.count > 1 {
            places.append(slash == last.startIndex ? "/" : String(last[..<slash]))
        }
        return places
    }

    /// Watches the first path that can be watched.
    private func watched(_ places: ArraySlice<String>) -> (index: Int, source: any DispatchSourceProtocol)? {
        for (index, place) in places.enumerated() {
            if let source = Self.source(place, index == 0 ? .folder : .parent, handler(isOfFolder: index == 0)) {
                return (index, source)
            }
        }
        return nil
    }

    /// Handles a change in or of the folder, which may have been replaced, or in a parent, which may have the folder now.
    private func handler(isOfFolder: Bool) -> @Sendable () -> Void {
        { [weak self] in
            if let self, settle() || isOfFolder { changed() }
        }
    }
}

// MARK: - Platforms

extension FolderWatch {
    private enum Place { case folder, parent, file }

    #if canImport(Darwin)
        private static func source(
            _ path: String, _ place: Place, _ handler: @escaping @Sendable () -> Void
        ) -> (any DispatchSourceProtocol)? {
            // A parent may be a symbolic link, such as /var.
            let flags = O_EVTONLY | O_CLOEXEC | (place == .parent ? 0 : O_NOFOLLOW)
            let file = unsafe systemOpen(path, flags, 0)
            guard file >= 0 else { return nil }
            let events: DispatchSource.FileSystemEvent = place == .file ? [.write, .extend] : [.write, .delete, .rename]
            let source = DispatchSource.makeFileSystemObjectSource(fileDescriptor: file, eventMask: events)
            source.setEventHandler(handler: handler)
            source.setCancelHandler { systemClose(file) }
            return source
        }
    #else
        private static func source(
            _ path: String, _ place: Place, _ handler: @escaping @Sendable () -> Void
        ) -> (any DispatchSourceProtocol)? {
            // Watching the folder covers its files.
            guard place != .file else { return nil }
            let queue = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))  // apple-check: ok, not for Apple
            // A parent may be a symbolic link, and matters only for what is created in it.
            let events =
                place == .folder ? IN_MODIFY | IN_MOVED_TO | IN_DELETE | IN_DONT_FOLLOW : IN_CREATE | IN_MOVED_TO
            // The kernel always reports the folder's own removal. Without a queue, adding the watch fails.
            guard unsafe inotify_add_watch(queue, path, UInt32(events | IN_MOVE_SELF | IN_ONLYDIR)) >= 0 else {
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
