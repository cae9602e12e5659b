import Dispatch
import Foundation

/// Tells that files of a folder changed, for as long as it lives; it may tell too often, and once for several changes.
///
/// As long as there is no folder, what stands above it is watched: whoever else makes it is noticed, too.
final class FolderWatch: Sendable {
    private let folder: String
    private let file: String
    private let changed: @Sendable () -> Void
    private let sources: Locked<[any DispatchSourceProtocol]>

    deinit { sources.withLock { $0 }.forEach { $0.cancel() } }

    /// Watches the folder, for what is put in a file's place, and the file, for what is added to it.
    init?(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) {
        (self.folder, self.file, self.changed) = (folder, file, changed)
        sources = Locked([])
        _ = settle()
        if sources.withLock({ $0.isEmpty }) { return nil }
    }

    /// Watches the folder or the nearest one above it, and says whether it is the folder.
    private func settle() -> Bool {
        sources.withLock { sources in
            var places = placesToTheTop[...]
            while let (index, source) = watched(places) {
                sources.forEach { $0.cancel() }
                sources = [source]
                source.resume()
                if index == 0 {
                    sources += followed()
                    return true
                }
                // A nearer one may have been made before this one was watched.
                places = places.prefix(index)
            }
            return false
        }
    }

    /// The folder, the one that it stands in, and so on.
    private var placesToTheTop: [String] {
        var places = [folder]
        while let last = places.last, let slash = last.utf8.lastIndex(of: UInt8(ascii: "/")), last.utf8.count > 1 {
            places.append(slash == last.startIndex ? "/" : String(last[..<slash]))
        }
        return places
    }

    /// The first of the places that can be watched.
    private func watched(_ places: ArraySlice<String>) -> (index: Int, source: any DispatchSourceProtocol)? {
        for (index, place) in places.enumerated() {
            if let source = Self.source(ofFolder: place, itself: index == 0, index == 0 ? happened : grown) {
                return (index, source)
            }
        }
        return nil
    }

    private var grown: @Sendable () -> Void {
        { [weak self] in
            if let self, settle() { changed() }
        }
    }

    /// Something happened in the folder, or to it: by now another may stand in its place, or in the file's.
    private var happened: @Sendable () -> Void {
        { [weak self] in
            guard let self else { return }
            _ = settle()
            changed()
        }
    }

    /// Watches what stands at the file's path, where the folder does not tell of that.
    private func followed() -> [any DispatchSourceProtocol] {
        guard let source = Self.source(ofFile: file, changed) else { return [] }
        source.resume()
        return [source]
    }
}

// MARK: - What each system offers

extension FolderWatch {
    #if canImport(Darwin)
        private static func source(
            ofFolder path: String, itself: Bool, _ handler: @escaping @Sendable () -> Void
        ) -> (any DispatchSourceProtocol)? {
            // What stands above the folder may well be a link, as /var is.
            source(path, itself ? O_NOFOLLOW : 0, [.write, .delete, .rename], handler)
        }

        private static func source(
            ofFile path: String, _ handler: @escaping @Sendable () -> Void
        ) -> (any DispatchSourceProtocol)? {
            source(path, O_NOFOLLOW, [.write, .extend], handler)
        }

        private static func source(
            _ path: String, _ flags: Int32, _ events: DispatchSource.FileSystemEvent, _ handler: @escaping @Sendable () -> Void
        ) -> (any DispatchSourceProtocol)? {
            let file = unsafe systemOpen(path, O_EVTONLY | O_CLOEXEC | flags, 0)
            guard file >= 0 else { return nil }
            let source = DispatchSource.makeFileSystemObjectSource(fileDescriptor: file, eventMask: events)
            source.setEventHandler(handler: handler)
            source.setCancelHandler { systemClose(file) }
            return source
        }
    #else
        private static func source(
            ofFolder path: String, itself: Bool, _ handler: @escaping @Sendable () -> Void
        ) -> (any DispatchSourceProtocol)? {
            let queue = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))  // apple-check: ok, not for Apple
            // What stands above the folder may well be a link, and matters only in that something is made in it.
            let events = itself ? IN_MODIFY | IN_MOVED_TO | IN_DELETE | IN_DONT_FOLLOW : IN_CREATE | IN_MOVED_TO
            // That it is removed itself is always told. Nothing can be added where there is no queue.
            guard unsafe inotify_add_watch(queue, path, UInt32(events | IN_MOVE_SELF | IN_ONLYDIR)) >= 0 else {
                systemClose(queue)
                return nil
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: queue)
            source.setEventHandler {
                // What happened is not of interest, only that something did.
                var events = [UInt8](repeating: 0, count: 4_096)
                while unsafe read(queue, &events, events.count) > 0 {}
                handler()
            }
            source.setCancelHandler { systemClose(queue) }
            return source
        }

        /// A folder tells of its files, too.
        private static func source(
            ofFile path: String, _ handler: @escaping @Sendable () -> Void
        ) -> (any DispatchSourceProtocol)? { nil }
    #endif
}
