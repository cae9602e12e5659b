/// What a store asks of the system: plain calls, each of which can fail, so that a test can make any of them fail.
///
/// Every method blocks. Paths are never followed when they are symbolic links.
package protocol FileSystem: Sendable {
    /// Opens a file that child processes do not inherit; a new one is for its owner alone.
    func open(_ path: String, _ access: FileAccess) throws(SystemFault) -> Int32
    func close(_ file: Int32)
    func status(of file: Int32) throws(SystemFault) -> FileStatus
    /// Nil where there is nothing of that name.
    func status(at path: String) throws(SystemFault) -> FileStatus?
    /// Up to `count` bytes; fewer only at the end of the file.
    func read(_ file: Int32, _ count: Int, at offset: Int) throws(SystemFault) -> [UInt8]
    /// How many of the bytes were written: perhaps not all.
    func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at offset: Int) throws(SystemFault) -> Int
    func truncate(_ file: Int32, to size: Int) throws(SystemFault)
    func sync(_ file: Int32, _ depth: SyncDepth) throws(SystemFault)
    func syncDirectory(_ path: String, _ depth: SyncDepth) throws(SystemFault)
    func rename(_ path: String, to other: String) throws(SystemFault)
    /// Does nothing where there is nothing of that name.
    func remove(_ path: String) throws(SystemFault)
    /// Makes a directory for its owner alone; false where there is something of that name.
    func makeDirectory(_ path: String) throws(SystemFault) -> Bool
    /// Takes the lock of an open file, or gives false when another holds it.
    func lock(_ file: Int32) throws(SystemFault) -> Bool
    func unlock(_ file: Int32)
    /// Waits a little for a lock.
    func pause(seconds: Double)
    /// Seconds on a clock that nobody sets.
    var uptime: Double { get }
    /// Which process this is: after a fork it is another.
    var process: Int32 { get }
    /// Calls `changed` on some thread whenever somebody changed a file of a folder, for as long as what it gives lives.
    ///
    /// Nil where that cannot be known.
    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)?
}

/// What a file is opened for.
package enum FileAccess: Sendable, Hashable {
    case reading
    case changing
    /// Opened if it is there, made if not.
    case making
    /// Made; anything in its place is refused.
    case makingNew
    /// A folder, opened to be synced.
    case folder
}

/// How deep a sync reaches.
package enum SyncDepth: Sendable, Hashable {
    /// Before anything written later, and out of the reach of a crash of the system.
    case ordered
    /// Out of the reach of a loss of power.
    case full
}

/// What the system knows of a file.
package struct FileStatus: Sendable, Hashable {
    package var device: UInt64
    package var inode: UInt64
    package var size: Int
    package var kind: Kind
    /// Nobody but its owner may read it.
    package var isPrivate: Bool
    /// It has another name, so that what is written here is written there.
    package var isShared: Bool
    /// When it was changed, in seconds since 1970.
    package var modified: Double

    package init(
        device: UInt64, inode: UInt64, size: Int, kind: Kind, isPrivate: Bool, isShared: Bool, modified: Double = 0
    ) {
        (self.device, self.inode, self.size) = (device, inode, size)
        (self.kind, self.isPrivate, self.isShared) = (kind, isPrivate, isShared)
        self.modified = modified
    }

    /// What stands at a path.
    package enum Kind: String, Sendable {
        case file = "a file"
        case directory = "a directory"
        case link = "a symbolic link"
        case other = "something that is no file"
    }

    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}

/// A call of the system that failed, and with what number.
package struct SystemFault: Error, Sendable, Hashable {
    /// The call, as a verb for developers.
    package let call: FileSystemCall
    /// The system's number for what went wrong.
    package let code: Int32

    package init(_ call: FileSystemCall, _ code: Int32) {
        self.call = call
        self.code = code
    }
}

/// The kinds of calls that can fail.
package enum FileSystemCall: String, Sendable, Hashable, CaseIterable {
    case open, status, statusOfPath, read, write, truncate, sync, syncDirectory, rename, remove, makeDirectory, lock
}
