import Foundation
import NoticeBoardBase

/// A download in progress: a hidden file beside its destination, whose place it takes at the end.
///
/// Removes the file when it is released, unless it was renamed.
///
/// Holds no file lock: iOS kills an app that it suspends while the app holds a lock in an app group's folder. Two downloads to
/// one destination do not collide, since every part has a random name.
///
/// It is renamed: `FileManager.replaceItem` loses the new file on Linux, and an atomic write resets the file's permissions.
final class PartFile: Sendable {
    /// The file to write the download to.
    let url: URL
    private let destination: URL

    /// Creates an empty file beside `destination` that only its owner may read.
    init(for destination: URL) throws(NoticeBoardError) {
        guard destination.isFileURL else {
            throw NoticeBoardError(invalid: .file, "An answer is kept in a file: use a file URL.")
        }
        // Without the destination's name, which may already have the maximum length.
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
        url = destination.deletingLastPathComponent().appendingPathComponent(Self.prefix + name + Self.suffix)
        self.destination = destination
        let files = POSIXFileSystem()
        do throws(SystemFault) { files.close(try files.open(url.path, .createNew)) } catch { throw FileSink.failure(error) }
    }

    /// Renames the part to its destination, with the permissions of the file it replaces.
    func put() throws(NoticeBoardError) { try Self.rename(url, to: destination) }

    /// Renames a complete file to its destination, with the permissions of the file that it replaces.
    static func rename(_ part: URL, to destination: URL) throws(NoticeBoardError) {
        var old = stat()
        if unsafe lstat(destination.path, &old) == 0, old.st_mode & S_IFMT == S_IFREG {
            let descriptor = unsafe open(part.path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 {
                fchmod(descriptor, old.st_mode & 0o777)
                close(descriptor)
            }
        }
        do throws(SystemFault) { try POSIXFileSystem().rename(part.path, to: destination.path) } catch {
            throw FileSink.failure(error)
        }
    }

    deinit { unsafe unlink(url.path) }

    /// The last 1,000 folders that were swept; one that was forgotten is swept again.
    ///
    /// Global, because each download may have a client of its own.
    private static let swept = Locked(RecentValues<String, Bool>(capacity: 1_000))

    /// Sweeps `folder`, once in this process: listing a folder of many files takes long.
    static func sweepOnce(_ folder: URL) {
        let isFirst = swept.withLock { swept in
            guard swept.value(for: folder.path) == nil else { return false }
            swept.store(true, size: 1, for: folder.path)
            return true
        }
        if isFirst { sweep(folder) }
    }

    /// Removes files that a killed process left in `folder`: parts not written to for a day, and downloads that were to be
    /// continued (``KeptPart``) and were not for a week.
    ///
    /// A part cannot tell whether its process lives: process IDs are reused, and other containers' processes are invisible. A
    /// running download writes to its part, or times out, long before.
    private static func sweep(_ folder: URL) {
        let files = POSIXFileSystem()
        for name in (try? files.names(in: folder.path)) ?? [] where name.utf8.starts(with: prefix.utf8) {
            guard let days = daysKept.first(where: { name.hasBytes(atEnd: $0.key) })?.value else { continue }
            let path = folder.appendingPathComponent(name).path
            guard let part = try? files.status(at: path), part.kind == .file else { continue }
            if Date().timeIntervalSince1970 - part.modified > days * 86_400 { try? files.remove(path) }
        }
    }

    /// The days that a file stays to which nothing is written, by the end of its name.
    ///
    /// The part of a download that is to be continued stays longer than one that is lost with its process.
    private static let daysKept = [suffix: 1.0, ".kept": 7, ".note": 7]

    private static let prefix = ".noticeboard-"
    private static let suffix = ".part"
}
