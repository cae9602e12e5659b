package import Foundation

/// A small file, replaced as a whole, that only its owner may access (0600) in a private folder.
///
/// A new version is written to a temporary file, synced and renamed, so that a crash, a full disk or a power loss leaves either
/// version and never a mix. Another kind of item in its place, such as a symbolic link, is neither followed nor overwritten.
/// Writers of all processes exclude each other.
///
/// Its methods block; ``run(_:)`` moves them off the caller's thread. Errors never name the path, since it may name a person.
package struct SmallFile: Sendable, Redacted {
    let files: any FileSystem
    let directory: String
    let path: String
    let what: String
    private let longest: Int
    let depth: SyncDepth
    private let isUsable: Bool
    private let queue = SerialQueue("NoticeBoard.SmallFile")

    /// Creates a file in a folder, which is created when needed, without touching the disk.
    ///
    /// Errors call the file `what`. With an invalid folder or name, every call throws `invalidInput`.
    package init(
        directory: URL, name: String, what: String = "the file", longest: Int = 1 << 20, _ depth: SyncDepth = .full,
        files: any FileSystem = POSIXFileSystem()
    ) {
        self.directory = directory.standardizedFileURL.path
        path = self.directory + "/" + name
        self.what = what
        self.longest = longest
        self.depth = depth
        self.files = files
        isUsable = directory.isFileURL && 1...200 ~= name.utf8.count && !path.utf8.contains(0)
    }

    var temporary: String { path + ".new" }

    /// Runs blocking work one piece at a time, off the threads that Swift's tasks share.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await queue.addBlocking(body).value
    }

    /// Returns the content; `nil` if there is no file.
    ///
    /// A file that is too long gives one byte more than `longest`.
    ///
    /// If `isOwn`, so that no other process changes the file, one that others may read or that has a second name is replaced by a
    /// private copy.
    package func read(isOwn: Bool = true) throws -> Data? {
        try explained {
            guard try isThere() else { return nil }
            let file = try files.openToRead(path, what)
            defer { files.close(file) }
            let status = try files.status(of: file)
            let data = Data(try files.read(file, min(status.size, longest + 1), at: 0))
            if isOwn, data.count <= longest, !status.isPrivate || status.isShared {
                try? alone(until: files.uptime) {
                    // A version written since then is newer, and private already.
                    if try files.status(at: path)?.isSameFile(as: status) == true { try put(data) }
                }
            }
            return data
        }
    }

    // MARK: - Parts

    func isThere() throws -> Bool {
        guard let found = try files.status(at: path) else { return false }
        guard found.kind == .file else { throw LineFileError.notAFile(found.kind) }
        return true
    }

    func check(_ data: Data) throws {
        guard data.count <= longest else { throw NoticeBoardError(.storageFull, "\(what) may have \(longest) bytes.") }
    }

    /// Writes data that was checked; requires the lock.
    func put(_ data: Data) throws {
        _ = try isThere()
        try files.put(data, at: path, by: temporary, depth)
        try files.syncDirectory(directory, depth)
    }

    func explained<Result>(_ work: () throws -> Result) throws -> Result {
        guard isUsable else { throw NoticeBoardError(.invalidInput, "The folder or the name of \(what) cannot be.") }
        do { return try work() } catch { throw NoticeBoardError(error, of: what) }
    }
}
