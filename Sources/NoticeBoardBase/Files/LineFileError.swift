/// Why a ``LineFile`` could not be read or changed, apart from a failed system call.
package enum LineFileError: Error, Sendable, Hashable {
    /// Another process holds the lock.
    case busy
    /// A newer version wrote the file.
    case tooNew(Int)
    /// There is no regular file at the path.
    case notAFile(FileStatus.Kind)
    /// A call failed, and undoing the change failed as well.
    case outcomeUnknown(SystemFault)
}
