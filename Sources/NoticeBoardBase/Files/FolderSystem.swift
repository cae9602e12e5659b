package import Foundation

/// What a folder full of files asks of the system, beyond what one file does.
package protocol FolderSystem: FileSystem {
    /// What stands in a folder, in no order; nothing where there is no such folder.
    func names(in folder: String) throws(SystemFault) -> [String]
    /// Removes a folder that is empty; does nothing where there is none.
    func removeDirectory(_ path: String) throws(SystemFault)
    /// Says that a file was changed at a moment, in seconds since 1970.
    func touch(_ path: String, at moment: Double) throws(SystemFault)
    /// The first `count` bytes of an open file; fewer where it has no more.
    func contents(of file: Int32, _ count: Int) throws(SystemFault) -> Data
}
