/// The metadata of a file.
package struct FileStatus: Sendable, Hashable {
    package var device: UInt64
    package var inode: UInt64
    package var size: Int
    package var kind: Kind
    /// Whether only its owner may access it.
    package var isPrivate: Bool
    /// Whether it has another name (a hard link), whose content changes with it.
    package var isShared: Bool
    /// The modification date, in seconds since 1970.
    package var modified: Double

    package init(
        device: UInt64, inode: UInt64, size: Int, kind: Kind, isPrivate: Bool, isShared: Bool, modified: Double = 0
    ) {
        self.device = device
        self.inode = inode
        self.size = size
        self.kind = kind
        self.isPrivate = isPrivate
        self.isShared = isShared
        self.modified = modified
    }

    /// The kind of item at a path.
    package enum Kind: String, Sendable {
        case file = "a file"
        case directory = "a directory"
        case link = "a symbolic link"
        case other = "something that is no file"
    }

    package func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}
