/// The system calls for folders, beyond those for a single file.
package protocol FolderSystem: FileSystem {
    /// Returns the names in a folder, unordered; empty if the folder does not exist.
    func names(in folder: String) throws(SystemFault) -> [String]
    /// Removes an empty folder; does nothing if it does not exist.
    func removeDirectory(_ path: String) throws(SystemFault)
    /// Sets the modification date of a file, in seconds since 1970.
    func touch(_ path: String, at moment: Double) throws(SystemFault)
}
