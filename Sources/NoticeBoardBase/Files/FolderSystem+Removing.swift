extension FolderSystem {
    /// Removes a file, or a folder with as much of its content as possible; removes symbolic links, not their targets.
    package func removeTree(_ path: String) throws(SystemFault) {
        guard let found = try status(at: path) else { return }
        guard found.kind == .directory else { return try remove(path) }
        var failure: SystemFault?
        for name in try names(in: path) {
            do throws(SystemFault) { try removeTree(path + "/" + name) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        try removeDirectory(path)
    }
}
