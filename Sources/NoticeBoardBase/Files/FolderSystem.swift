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
