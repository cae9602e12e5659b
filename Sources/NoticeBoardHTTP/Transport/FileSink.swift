import Foundation
import NoticeBoardBase

/// Writes an answer's body to a file, bit by bit, over whatever stands there.
struct FileSink {
    private let handle: FileHandle

    /// Begins the file anew; one that is not there yet is made, for its owner alone.
    init(_ file: URL) throws(NoticeBoardError) {
        let descriptor = unsafe open(file.path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("created", errno) }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    /// Writes `data` behind what was written.
    func append(_ data: Data) throws(NoticeBoardError) {
        // Not through FileHandle, whose errors have other numbers than the system's.
        var rest = data
        while !rest.isEmpty {
            let (count, cause) = unsafe rest.withUnsafeBytes { bytes in
                (uninterrupted { unsafe write(handle.fileDescriptor, bytes.baseAddress, bytes.count) }, errno)
            }
            // A system that writes nothing and calls that no error would hold the caller for ever.
            guard count > 0 else { throw Self.failure("written", count < 0 ? cause : ENOSPC) }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the file; on some systems it is only now that one hears of a disk that is full.
    func finish() throws(NoticeBoardError) {
        do { try handle.close() } catch { throw Self.failure("written", Int32(truncatingIfNeeded: (error as NSError).code)) }
    }

    /// Lets go of the file as it is; whoever named it clears it away.
    func discard() { try? handle.close() }

    /// All of `data` at once.
    static func keep(_ data: Data, in file: URL) throws(NoticeBoardError) {
        let sink = try FileSink(file)
        try sink.append(data)
        try sink.finish()
    }

    /// The path stays out: it may name a person.
    static func failure(_ what: String, _ cause: Int32) -> NoticeBoardError {
        let underlying = POSIXErrorCode(rawValue: cause).map { POSIXError($0) }
        guard cause != ENOSPC, cause != EDQUOT else {
            return NoticeBoardError(.storageFull, "There is no room for the answer's file.", underlying: underlying)
        }
        return NoticeBoardError(
            .fileUnavailable, "The file for the answer could not be \(what) (error \(cause)).", remedy: .fixInput(.file),
            underlying: underlying)
    }
}
