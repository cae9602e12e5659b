public import Foundation
public import NoticeBoardBase

/// A file as it was at one moment, so that what is sent is what was meant or nothing.
public struct FileSnapshot: Sendable, Hashable {
    /// Where it is.
    public let url: URL
    /// How many bytes it had.
    public let length: Int
    /// What tells that it is another one, or was changed.
    private let mark: Mark

    private struct Mark: Hashable {
        let inode: UInt64
        let seconds: Int64
        let nanoseconds: Int64
    }

    /// The file at `url` as it is now.
    ///
    /// Throws `fileUnavailable` for what is no file, such as a directory or a pipe, or cannot be read.
    public init(_ url: URL) throws(NoticeBoardError) {
        let handle = try Self.handle(url)
        defer { try? handle.close() }
        try self.init(url, handle)
    }

    private init(_ url: URL, _ handle: FileHandle) throws(NoticeBoardError) {
        var status = stat()
        guard unsafe fstat(handle.fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            // A file may be longer than an integer counts: what is cut short is worse than nothing.
            let length = Int(exactly: status.st_size)
        else { throw Self.unreadable() }
        self.url = url
        self.length = length
        #if canImport(Darwin)
            let changed = status.st_mtimespec
        #else
            let changed = status.st_mtim
        #endif
        mark = Mark(inode: UInt64(status.st_ino), seconds: Int64(changed.tv_sec), nanoseconds: Int64(changed.tv_nsec))
    }

    /// The file for reading, as long as it is as it was.
    func opened() throws(NoticeBoardError) -> FileHandle {
        let handle = try Self.handle(url)
        try check(handle)
        return handle
    }

    /// Never waits, as a pipe that nobody writes to would have it.
    private static func handle(_ url: URL) throws(NoticeBoardError) -> FileHandle {
        guard url.isFileURL else { throw unreadable() }
        let descriptor = unsafe open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable() }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Throws when the open file is not as it was.
    func check(_ handle: FileHandle) throws(NoticeBoardError) {
        guard try FileSnapshot(url, handle) == self else { throw Self.changed() }
    }

    /// The path stays out: it may name a person.
    static func unreadable() -> NoticeBoardError {
        NoticeBoardError(.fileUnavailable, "A file of the body cannot be read.", remedy: .fixInput(.file))
    }

    static func changed() -> NoticeBoardError {
        NoticeBoardError(.fileUnavailable, "A file of the body was changed while it was sent.", remedy: .retry(after: nil))
    }
}

extension FileSnapshot: Redacted {
    /// How large it was; the path may name a person.
    public var description: String { "a file of \(length) bytes" }
}
