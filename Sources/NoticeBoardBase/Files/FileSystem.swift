/// The system calls of a store; tests can make any of them fail.
///
/// Every method blocks. A symbolic link in the place of a file or folder is not followed; links in the folders above are.
package protocol FileSystem: Sendable {
    /// Opens a file that child processes do not inherit; a new file is for its owner alone.
    func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32
    func close(_ file: Int32)
    func status(of file: Int32) throws(SystemFault) -> FileStatus
    /// Returns `nil` if the path does not exist.
    func status(at path: String) throws(SystemFault) -> FileStatus?
    /// Returns up to `count` bytes; fewer only at the end of the file.
    func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8]
    /// Returns the number of bytes written, perhaps not all.
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int
    func truncate(_ file: Int32, to size: Int) throws(SystemFault)
    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault)
    func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault)
    func rename(_ path: String, to other: String) throws(SystemFault)
    /// Does nothing if the path does not exist.
    func remove(_ path: String) throws(SystemFault)
    /// Creates a folder for its owner alone; returns `false` if the path exists.
    func makeDirectory(_ path: String) throws(SystemFault) -> Bool
    /// Takes the lock of an open file; returns `false` if it is held elsewhere.
    func lock(_ file: Int32) throws(SystemFault) -> Bool
    func unlock(_ file: Int32)
    /// Blocks between two attempts to lock.
    func pause(seconds: Double)
    /// Seconds on a monotonic clock.
    var uptime: Double { get }
    /// Calls `changed` on any thread whenever `file` in `folder` changes, while the returned object lives.
    ///
    /// Returns `nil` if the system can't watch it.
    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)?
}

/// How a file is opened.
package enum FileAccess: Sendable, Hashable {
    case read
    case readWrite
    /// Opened, or created if it does not exist.
    case create
    /// Created; fails if the path exists.
    case createNew
    /// A folder, opened to be synced.
    case folder
}

/// How durable a sync is.
package enum SyncDepth: Sendable, Hashable {
    /// Written before all later writes, and safe from a system crash.
    case ordered
    /// Safe from a power loss.
    case full
}
