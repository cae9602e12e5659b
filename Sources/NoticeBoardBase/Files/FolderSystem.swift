package import Foundation

/// What a folder full of files asks of the system, beyond what one file does.
package protocol FolderSystem: FileSystem {
    /// What stands in a folder, in no order; nothing where there is no such folder.
    func names(in folder: String) throws(SystemFault) -> [String]
    /// Removes a folder that is empty; does nothing where there is none.
    func removeDirectory(_ path: String) throws(SystemFault)
    /// What an open file is.
    func entry(of file: Int32) throws(SystemFault) -> FolderEntry
    /// What stands at a path; nil where there is nothing of that name.
    func entry(at path: String) throws(SystemFault) -> FolderEntry?
    /// Says that a file was changed at a moment, in seconds since 1970.
    func touch(_ path: String, at moment: Double) throws(SystemFault)
    /// The first `count` bytes of an open file; fewer where it has no more.
    func contents(of file: Int32, _ count: Int) throws(SystemFault) -> Data
}

/// What a folder knows of a file in it.
package struct FolderEntry: Sendable, Hashable {
    /// How many bytes it has.
    package var size: Int
    /// When it was changed, in seconds since 1970.
    package var modified: Double
    /// Whether it is a file, and neither a folder nor a link.
    package var isFile: Bool

    package init(size: Int, modified: Double, isFile: Bool) {
        (self.size, self.modified, self.isFile) = (size, modified, isFile)
    }
}

extension FolderSystem {
    /// Makes a folder and those above it, each for its owner alone; one that is there stays as it is.
    package func makeDirectories(_ path: String) throws(SystemFault) {
        let parent = (path as NSString).deletingLastPathComponent
        do throws(SystemFault) {
            if try makeDirectory(path) { try? syncDirectory(parent, .ordered) }
        } catch {
            guard error.code == ENOENT, parent != path, !parent.isEmpty else { throw error }
            try makeDirectories(parent)
            if try makeDirectory(path) { try? syncDirectory(parent, .ordered) }
        }
    }

    /// Puts a file in its place, whole or not at all: it is written under another name, brought to the disk, and renamed.
    ///
    /// What a process that was killed leaves under that other name is for its caller to sweep away.
    package func put(_ pieces: [Data], at path: String, by temporary: String) throws(SystemFault) {
        try remove(temporary)
        let file = try open(temporary, .makingNew)
        do throws(SystemFault) {
            defer { close(file) }
            var offset = 0
            for piece in pieces {
                var rest = Array(piece)[...]
                while !rest.isEmpty {
                    let count = try write(rest, to: file, at: offset)
                    // A system that writes nothing and calls that no error would hold the caller for ever.
                    guard count > 0 else { throw SystemFault(.write, ENOSPC) }
                    rest = rest.dropFirst(count)
                    offset += count
                }
            }
            // Else a loss of power could leave a file of the right name and length without its bytes.
            try sync(file, .ordered)
            try rename(temporary, to: path)
        } catch {
            try? remove(temporary)
            throw error
        }
    }
}
