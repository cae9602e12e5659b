package import Foundation

extension FileSystem {
    /// Creates a folder and its parents for their owner alone; existing ones stay as they are.
    package func makeDirectories(_ path: String) throws(SystemFault) {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ""
        do throws(SystemFault) {
            if try makeDirectory(path) { try? syncDirectory(parent, .ordered) }
        } catch {
            guard error.code == ENOENT, parent != path, !parent.isEmpty else { throw error }
            try makeDirectories(parent)
            if try makeDirectory(path) { try? syncDirectory(parent, .ordered) }
        }
    }

    /// Writes all of `bytes`, and calls `onWritten` with the size of each piece that was written.
    package func writeAll(
        _ bytes: [UInt8], to file: Int32, at offset: Int, _ onWritten: (Int) -> Void = { _ in }
    ) throws(SystemFault) {
        var done = 0
        while done < bytes.count {
            let count = try write(bytes[done...], to: file, at: offset + done)
            // A system that writes nothing and calls that no error would hold the caller for ever.
            guard count > 0 else { throw SystemFault(.write, ENOSPC) }
            onWritten(count)
            done += count
        }
    }

    /// Writes a file as a whole or not at all: to a temporary file, which is synced and renamed.
    ///
    /// The caller removes the temporary file of a process that was killed.
    package func put(
        _ data: Data, at path: String, by temporary: String, _ depth: SyncDepth = .ordered
    ) throws(SystemFault) {
        try remove(temporary)
        let file = try open(temporary, .createNew)
        do throws(SystemFault) {
            defer { close(file) }
            try writeAll(Array(data), to: file, at: 0)
            // Otherwise a power loss could leave a file of the right name and length without its bytes.
            try sync(file, depth)
            try rename(temporary, to: path)
        } catch {
            try? remove(temporary)
            throw error
        }
    }
}
