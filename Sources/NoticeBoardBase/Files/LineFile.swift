import Foundation

/// A change of a ``LineFile``.
package enum LineFileEdit<Content> {
    case nothing
    /// Appends lines in one write. If the process is killed, the first of several may remain.
    case append([[UInt8]])
    /// Replaces the file. Deleting also removes damaged lines that were kept aside.
    case rewrite(Content, isDeleting: Bool)
}

/// A crash-safe file of JSON lines that several processes read and change.
///
/// The first line holds an identifier that every rewrite renews, the version and the header. A change is appended as one line.
/// Nothing is repaired in place: after damage the next change rewrites the file. No file stays open between calls. Every method
/// blocks; reading takes no lock.
package struct LineFile<Content: LineFileContent>: Sendable {
    /// The file as of the last read.
    struct Snapshot {
        var content = Content()
        /// Empty if the file does not exist or its first line is unreadable.
        var id: [UInt8] = []
        var exists = false
        /// The offset after the first line.
        var headerEnd = 0
        /// The offset of the next line.
        var end = 0
        /// The size when the file was read; bytes after `end` are an unfinished line.
        var size = 0
        /// The unreadable ranges.
        var damage: [Range<Int>] = []
        /// Whether other users or another name (a hard link) could show what is appended.
        var isExposed = false

        /// Whether lines can be appended; otherwise the file is rewritten first.
        var isSound: Bool { exists && !id.isEmpty && id != LineFileHead.mark && size == end && damage.isEmpty && !isExposed }
    }

    let files: any FileSystem
    let folder: String
    let path: String
    var temporary: String { path + ".new" }
    var damagedPath: String { path + ".damaged" }
    /// One lock for all files of the folder, so that its name reveals no content.
    private var lock: String { folder + "/lock" }
    /// Files up to this size are not rewritten to drop dead lines.
    private let minimumSize: Int
    /// The maximum size to read or write.
    let maximumSize: Int
    /// `nil` if the file has to be read from its beginning.
    var lastRead: Snapshot?

    /// Creates a line file; the disk is not touched.
    package init(
        folder: String, name: String, minimumSize: Int = 65_536, maximumSize: Int = 256 << 20, files: any FileSystem
    ) {
        self.files = files
        self.folder = folder
        path = folder + "/" + name
        self.minimumSize = minimumSize
        self.maximumSize = maximumSize
    }

    /// The content at the last read.
    package var content: Content? { lastRead?.content }
    /// Whether the file existed at the last read.
    package var exists: Bool { lastRead?.exists ?? false }
    /// The number of unreadable bytes at the last read.
    package var damagedSize: Int { lastRead?.damage.reduce(0) { $0 + $1.count } ?? 0 }
    /// Whether the next change has to rewrite the file.
    package var needsRewrite: Bool { lastRead.map { $0.exists && !$0.isSound } ?? false }

    /// Whether any file of this name exists, including one that a killed process left.
    package func hasFiles() throws(SystemFault) -> Bool {
        for path in [path, temporary, damagedPath] where try files.status(at: path) != nil { return true }
        return false
    }

    /// Makes the change that `body` returns for the content on the disk, under the lock.
    ///
    /// Waits for other processes until `uptime` is `deadline`, then throws ``LineFileError/busy``. If it throws, the file has not
    /// changed, except for ``LineFileError/outcomeUnknown(_:)``.
    package mutating func change(
        until deadline: Double, _ body: (borrowing LineFile, Content) throws -> LineFileEdit<Content>
    ) throws {
        let lock = try takeLock(until: deadline)
        defer { files.releaseLock(lock) }
        try files.remove(temporary)
        try read()
        let content = lastRead?.content ?? Content()
        switch try body(self, content) {
        case .nothing: return
        case .rewrite(let content, let isDeleting): try rewrite(content, isDeleting: isDeleting)
        case .append(let lines):
            let added = lines.reduce(into: []) { $0 += $1 + [UInt8(ascii: "\n")] }
            // In two steps, so that the offsets are those of the new file.
            if lastRead?.isSound != true || outgrows(added.count, content) { try rewrite(content, isDeleting: false) }
            try append(added)
        }
    }

    private func outgrows(_ count: Int, _ content: Content) -> Bool {
        let size = (lastRead?.end ?? 0) + count
        return size > maximumSize || (size > minimumSize && size > 2 * content.liveSize)
    }

    // MARK: - Lock

    func takeLock(until deadline: Double) throws -> Int32 {
        try files.makeDirectories(folder)
        guard let file = try files.takeLock(lock, "The lock file", until: deadline) else { throw LineFileError.busy }
        return file
    }
}
