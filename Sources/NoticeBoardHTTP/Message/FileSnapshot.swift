package import Foundation
package import NoticeBoardBase

/// The state of a file at one moment, so that a file is sent unchanged or not at all.
package struct FileSnapshot: Sendable, Hashable, Redacted {
    /// The file's URL.
    package let url: URL
    private let status: FileStatus
    /// The length in bytes.
    package var length: Int { status.size }

    /// Creates a snapshot of the file at `url`.
    ///
    /// Throws `fileUnavailable` for an unreadable file, and for a directory or a pipe.
    package init(_ url: URL) throws(NoticeBoardError) {
        let handle = try Self.handle(url)
        defer { try? handle.close() }
        try self.init(url, handle)
    }

    private init(_ url: URL, _ handle: FileHandle) throws(NoticeBoardError) {
        guard let status = try? POSIXFileSystem().status(of: handle.fileDescriptor), status.kind == .file else {
            throw Self.unreadable()
        }
        self.url = url
        self.status = status
    }

    /// Opens the file for reading; throws if it has changed.
    func opened() throws(NoticeBoardError) -> FileHandle {
        let handle = try Self.handle(url)
        try check(handle)
        return handle
    }

    /// Opens a file without blocking, as a pipe without a writer would.
    private static func handle(_ url: URL) throws(NoticeBoardError) -> FileHandle {
        guard url.isFileURL else { throw unreadable() }
        let descriptor = unsafe open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable() }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Throws if the open file differs from the snapshot.
    func check(_ handle: FileHandle) throws(NoticeBoardError) {
        guard try FileSnapshot(url, handle) == self else { throw Self.changed() }
    }

    /// Names no path, since a path may name a person.
    static func unreadable() -> NoticeBoardError {
        NoticeBoardError(.fileUnavailable, "A file of the body cannot be read.", remedy: .fixInput(.file))
    }

    static func changed() -> NoticeBoardError {
        NoticeBoardError(.fileUnavailable, "A file of the body was changed while it was sent.")
    }

    /// The size; the path may name a person.
    package var description: String { "a file of \(length) bytes" }
}
