import Foundation
import NoticeBoardBase

/// Writes a response's body to a file in chunks, replacing its content.
struct FileSink {
    private let handle: FileHandle
    private let files = POSIXFileSystem()
    /// The bytes of the file so far.
    private(set) var size = 0

    /// Truncates the file, or creates it for its owner alone.
    init(_ file: URL) throws(NoticeBoardError) {
        do throws(SystemFault) { try self.init(file, .create) } catch { throw Self.failure(error) }
    }

    /// Truncates the file, or creates it unless `isOver`.
    ///
    /// The file of a download is removed after its call has ended, and must not be created again. So a missing file tells that
    /// `isOver` is up to date, without a lock.
    init(_ file: URL, unless isOver: () -> Bool) throws {
        do throws(SystemFault) { try self.init(file, .readWrite) } catch {
            guard error.code == ENOENT else { throw Self.failure(error) }
            guard !isOver() else { throw CancellationError() }
            try self.init(file)
        }
    }

    /// Opens a file to write after its first `size` bytes; what follows them is cut off.
    init(_ file: URL, after size: Int) throws(NoticeBoardError) {
        do throws(SystemFault) {
            handle = FileHandle(fileDescriptor: try files.open(file.path, .readWrite), closeOnDealloc: true)
            try files.truncate(handle.fileDescriptor, to: size)
        } catch {
            throw Self.failure(error)
        }
        self.size = size
    }

    private init(_ file: URL, _ access: FileAccess) throws(SystemFault) {
        handle = FileHandle(fileDescriptor: try files.open(file.path, access), closeOnDealloc: true)
        if try files.status(of: handle.fileDescriptor).size > 0 { try files.truncate(handle.fileDescriptor, to: 0) }
    }

    /// Appends `data`.
    mutating func append(_ data: Data) throws(NoticeBoardError) {
        var fault: NoticeBoardError?
        unsafe data.withUnsafeBytes { bytes in
            do throws(NoticeBoardError) { unsafe try append(bytes) } catch { fault = error }
        }
        if let fault { throw fault }
    }

    /// Appends `bytes`, without a copy of them.
    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(NoticeBoardError) {
        do throws(SystemFault) { unsafe try files.writeAll(bytes, to: handle.fileDescriptor, at: size) } catch {
            throw Self.failure(error)
        }
        size += bytes.count
    }

    /// Writes to the disk what was appended.
    func sync() throws(NoticeBoardError) {
        do throws(SystemFault) { try files.sync(handle.fileDescriptor, .ordered) } catch { throw Self.failure(error) }
    }

    /// Closes the file; some systems report a full disk only now.
    func finish() throws(NoticeBoardError) {
        do { try handle.close() } catch {
            throw Self.failure(SystemFault(.write, Int32(truncatingIfNeeded: (error as NSError).code)))
        }
    }

    /// Writes all of `data` at once.
    static func keep(_ data: Data, in file: URL) throws(NoticeBoardError) {
        var sink = try FileSink(file)
        try sink.append(data)
        try sink.finish()
    }

    /// Names no path, since a path may name a person.
    static func failure(_ fault: SystemFault) -> NoticeBoardError {
        var error = NoticeBoardError(fault, of: "the file for the answer")
        if fault.code != ENOSPC, fault.code != EDQUOT {
            error.code = .fileUnavailable
            error.remedy = .fixInput(.file)
        }
        return error
    }
}
