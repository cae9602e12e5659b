extension FileSystem {
    /// Opens a file for reading; errors call it `what`.
    ///
    /// Throws `fileUnavailable` with a retry remedy if the file exists but may not be read, as when iOS protects it while the
    /// device is locked. Such a file never counts as empty.
    package func openToRead(_ path: String, _ what: String) throws -> Int32 {
        do throws(SystemFault) {
            return try open(path, .read)
        } catch {
            guard error.isOfPermission else { throw error }
            throw NoticeBoardError(.fileUnavailable, "\(what) cannot be read now (error \(error.code)).", underlying: error)
        }
    }
}
