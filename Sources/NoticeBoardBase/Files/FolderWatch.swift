import Dispatch
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Tells that files of a folder changed, for as long as it lives; it may tell too often, and once for several changes.
final class FolderWatch: Sendable {
    private let sources: Locked<[any DispatchSourceProtocol]>

    deinit { sources.withLock { $0 }.forEach { $0.cancel() } }

    #if canImport(Darwin)
        /// Watches the folder, for what is put in a file's place, and the file, for what is added to it.
        init?(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) {
            sources = Locked([])
            guard let source = Self.source(folder, [.write, .delete, .rename]) else { return nil }
            source.setEventHandler { [weak self] in
                self?.follow(file, changed)
                changed()
            }
            sources.withLock { $0 = [source] }
            source.resume()
            follow(file, changed)
        }

        /// Watches what stands at the file's path by now instead of what stood there.
        private func follow(_ file: String, _ changed: @escaping @Sendable () -> Void) {
            let source = Self.source(file, [.write, .extend])
            source?.setEventHandler(handler: changed)
            sources.withLock { sources in
                sources.dropFirst().forEach { $0.cancel() }
                sources = Array(sources.prefix(1))
                if let source { sources.append(source) }
            }
            source?.resume()
        }

        private static func source(
            _ path: String, _ events: DispatchSource.FileSystemEvent
        ) -> (any DispatchSourceFileSystemObject)? {
            let file = unsafe systemOpen(path, O_EVTONLY | O_CLOEXEC | O_NOFOLLOW, 0)
            guard file >= 0 else { return nil }
            let source = DispatchSource.makeFileSystemObjectSource(fileDescriptor: file, eventMask: events)
            source.setCancelHandler { systemClose(file) }
            return source
        }
    #else
        /// Watches the folder, which tells of its files too.
        init?(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) {
            let queue = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))  // apple-check: ok, not for Apple
            guard queue >= 0 else { return nil }
            let events = IN_MODIFY | IN_MOVED_TO | IN_DELETE | IN_ONLYDIR | IN_DONT_FOLLOW
            guard unsafe inotify_add_watch(queue, folder, UInt32(events)) >= 0 else {
                systemClose(queue)
                return nil
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: queue)
            source.setEventHandler {
                // What happened is not of interest, only that something did.
                var events = [UInt8](repeating: 0, count: 4_096)
                while unsafe read(queue, &events, events.count) > 0 {}
                changed()
            }
            source.setCancelHandler { systemClose(queue) }
            sources = Locked([source])
            source.resume()
        }
    #endif
}
