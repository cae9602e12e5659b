import Foundation
import NoticeBoardBase

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A file that appears whole or not at all: written beside its place under a name of its own, and put there at the end.
///
/// FileManager's own replacing destroys the new file on Linux, and writing atomically resets who may read it.
struct PartFile {
    /// Where it is written.
    let url: URL
    private let destination: URL
    /// Holds the lock by which other processes see that somebody lives who writes this file.
    private let handle: FileHandle

    /// Begins an empty file that only its owner may read; `lock` is false where another holds it.
    init(
        for destination: URL, lock: (Int32) throws(SystemFault) -> Bool = POSIXFileSystem().lock
    ) throws(NoticeBoardError) {
        guard destination.isFileURL else {
            throw NoticeBoardError(.invalidInput, "An answer is kept in a file: use a file URL.", remedy: .fixInput(.file))
        }
        let folder = destination.deletingLastPathComponent()
        while true {
            // Without the name of the file, which may be as long as a name can be.
            let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
            let url = folder.appendingPathComponent(Self.prefix + number + Self.suffix)
            let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileSink.failure("created", errno) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            // Who sweeps at this very moment may have found it before it was locked: then it is gone, or about to go. Where the
            // system has no locks, nobody can tell a part that is written from one that was left, and nobody sweeps.
            let isMine = (try? lock(descriptor)) ?? true
            if isMine, unsafe access(url.path, F_OK) == 0 || errno != ENOENT {
                (self.url, self.destination, self.handle) = (url, destination, handle)
                return
            }
        }
    }

    /// Puts the file in its place, over whatever stands there.
    func put() throws(NoticeBoardError) {
        guard unsafe rename(url.path, destination.path) == 0 else { throw FileSink.failure("put in its place", errno) }
    }

    /// Leaves nothing behind, unless the file was put in its place.
    func discard() { unsafe unlink(url.path) }

    /// Clears away what killed processes left in `folder`, and nothing that a living one writes; nothing that cannot be locked.
    static func sweep(_ folder: URL) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        where name.utf8.starts(with: prefix.utf8) && name.hasBytes(atEnd: suffix) {
            let path = folder.appendingPathComponent(name).path
            let descriptor = unsafe open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unsafe unlink(path) }
            close(descriptor)
        }
    }

    private static let (prefix, suffix) = (".noticeboard-", ".part")
}
