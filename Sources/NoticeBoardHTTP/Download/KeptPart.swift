import Foundation
import NoticeBoardBase

/// The part of a download that has arrived, kept beside its destination until the rest follows, in this launch or a later one.
///
/// Two hidden files: the bytes, and a note on what they are a part of. Only one download at a time uses them: it holds a lock on the
/// note. Its other methods block: ``run(_:)`` moves them off the threads that tasks share.
final class KeptPart: Sendable {
    /// What the bytes are a part of.
    struct Note: Codable, Equatable {
        var format = 1
        /// The request, as a hash: its address may be a secret.
        var request: String
        /// The version of the body, for `If-Range`.
        var validator: String
        /// The size of the whole body, if the server said it.
        var length: Int?
        /// The bytes that are known to be on the disk.
        var written: Int

        /// Whether a response that sends the rest is of the same version, as far as it says.
        func isVersion(of head: HTTPResponse) -> Bool {
            let isTag = validator.utf8.starts(with: "\"".utf8)
            return [nil, validator].contains(isTag ? head.headers[.etag] : head.headers[.lastModified])
        }
    }

    /// The size of a note, which ends with spaces.
    private static let noteSize = 4_096

    let url: URL
    private let notePath: String
    private let lock: Int32
    private let files: any FileSystem
    private let destination: URL
    private let queue = SerialQueue("NoticeBoard.KeptPart")

    /// Takes the part for `destination`; `nil` if another download uses it.
    static func take(for destination: URL, files: any FileSystem = POSIXFileSystem()) async throws -> KeptPart? {
        try await SerialQueue("NoticeBoard.KeptPart").addBlocking { try KeptPart(for: destination, files) }.value
    }

    /// Runs blocking work on the part, one piece at a time.
    func run<Value: Sendable>(_ work: @escaping @Sendable (KeptPart) throws -> Value) async throws -> Value {
        try await queue.addBlocking { [self] in try work(self) }.value
    }

    private init?(for destination: URL, _ files: any FileSystem) throws(NoticeBoardError) {
        guard destination.isFileURL else {
            throw NoticeBoardError(invalid: .file, "An answer is kept in a file: use a file URL.")
        }
        let folder = destination.deletingLastPathComponent()
        let name = ".noticeboard-" + HashedName.of(destination.lastPathComponent)
        url = folder.appendingPathComponent(name + ".kept")
        notePath = folder.appendingPathComponent(name + ".note").path
        self.destination = destination
        self.files = files
        do {
            // A download that has just ended may still hold it for a moment.
            let deadline = files.uptime + 1
            guard let lock = try files.takeLock(notePath, "the note of a download", until: deadline) else { return nil }
            self.lock = lock
        } catch {
            throw NoticeBoardError(error, of: "the note of a download")
        }
    }

    deinit {
        removeEmptyNote()
        files.releaseLock(lock)
    }

    /// Removes the note's file if no part is noted; under the lock, and never the file of another download.
    private func removeEmptyNote() {
        guard let own = try? files.status(of: lock), own.size == 0, let found = try? files.status(at: notePath),
            found.isSameFile(as: own)
        else { return }
        try? files.remove(notePath)
    }

    /// Returns the note, if the bytes that it names are there and belong to this request.
    func note(for request: String) -> Note? {
        guard let data = try? files.read(lock, Self.noteSize, at: 0),
            let note = try? JSONDecoder().decode(Note.self, from: Data(data)),
            note.format == 1, note.request == request, note.written > 0, note.length ?? .max >= note.written,
            let bytes = try? files.status(at: url.path), bytes.kind == .file, bytes.size >= note.written
        else { return nil }
        return note
    }

    /// Notes what the bytes are a part of.
    ///
    /// Called after the bytes that it names are on the disk: after a power cut, the note names no byte that is lost. Overwrites the
    /// former note in one step, so that a kill leaves one of them.
    func write(_ note: Note) throws(NoticeBoardError) {
        do {
            var data = [UInt8](try JSONEncoder().encode(note))
            guard data.count <= Self.noteSize else { return try forget() }
            data += [UInt8](repeating: UInt8(ascii: " "), count: Self.noteSize - data.count)
            try files.writeAll(data, to: lock, at: 0)
            try files.sync(lock, .ordered)
        } catch {
            throw NoticeBoardError(error, of: "the note of a download")
        }
    }

    /// Empties the note, before bytes of another version replace those that it names.
    func forget() throws(NoticeBoardError) {
        do {
            try files.truncate(lock, to: 0)
            try files.sync(lock, .ordered)
        } catch {
            throw NoticeBoardError(error, of: "the note of a download")
        }
    }

    /// Empties the note and removes the bytes.
    ///
    /// The note's file stays until the download ends, since its lock is on it.
    func discard() {
        try? files.truncate(lock, to: 0)
        try? files.remove(url.path)
    }

    /// Renames the part to its destination, with the permissions of the file that it replaces.
    func put() throws(NoticeBoardError) {
        try PartFile.rename(url, to: destination)
        try? files.truncate(lock, to: 0)
    }
}
