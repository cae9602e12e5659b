import Foundation
import NoticeBoardBase

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A file that appears whole or not at all: written beside its place under another name, then renamed.
///
/// FileManager's own replacing destroys the new file on Linux, and writing atomically resets who may read it.
struct FileSink {
    private let handle: FileHandle
    private let part: URL
    private let destination: URL

    /// Begins a file that only its owner may read.
    init(_ destination: URL) throws(NoticeBoardError) {
        let name = ".\(destination.lastPathComponent).\(UInt64.random(in: 0...UInt64.max)).part"
        part = destination.deletingLastPathComponent().appendingPathComponent(name)
        self.destination = destination
        let descriptor = unsafe open(part.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("created", errno) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    func append(_ data: Data) throws(NoticeBoardError) {
        do { try handle.write(contentsOf: data) } catch {
            throw Self.failure("written", Int32(truncatingIfNeeded: (error as NSError).code))
        }
    }

    /// Puts the file in its place, over whatever stands there.
    func finish() throws(NoticeBoardError) {
        do { try handle.close() } catch { throw Self.failure("written", Int32(truncatingIfNeeded: (error as NSError).code)) }
        guard unsafe rename(part.path, destination.path) == 0 else {
            let cause = errno
            discard()
            throw Self.failure("put in its place", cause)
        }
    }

    /// Leaves nothing behind.
    func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(at: part)
    }

    static func write(_ data: Data, to destination: URL) throws(NoticeBoardError) {
        let sink = try FileSink(destination)
        do throws(NoticeBoardError) {
            try sink.append(data)
        } catch {
            sink.discard()
            throw error
        }
        try sink.finish()
    }

    /// The path stays out: it may name a person.
    private static func failure(_ what: String, _ code: Int32) -> NoticeBoardError {
        NoticeBoardError(
            .fileUnavailable, "The file for the answer could not be \(what) (error \(code)).", remedy: .fixInput("file"),
            underlying: POSIXErrorCode(rawValue: code).map { POSIXError($0) })
    }
}
