package import Foundation

/// A small file that only its owner may read (0600), in a folder that only its owner may open, replaced as a whole.
///
/// A new one is written beside the old one, brought to the disk and put in its place, so that a crash, a full disk or a loss of
/// power leaves the one or the other and never half of each. What stands in its place and is no file, a symbolic link for
/// example, is neither followed nor overwritten. Whoever writes is alone, among all processes.
///
/// Its methods block; ``run(_:)`` takes them off the caller's thread. Nothing thrown names the path: it may name a person.
package struct SmallFile: Sendable {
    let files: any FileSystem
    let directory: String
    let path: String
    let what: String
    private let longest: Int
    private let depth: SyncDepth
    private let isUsable: Bool
    private let queue = SerialQueue("NoticeBoard.SmallFile")

    /// The file of a name in a folder, which is made when it is needed; the disk is not touched before.
    ///
    /// Errors call it `what`. A folder or a name that cannot be is an error of every call.
    package init(
        directory: URL, name: String, what: String = "the file", longest: Int = 1 << 20, _ depth: SyncDepth = .full,
        files: any FileSystem = POSIXFileSystem()
    ) {
        self.directory = directory.standardizedFileURL.path
        path = self.directory + "/" + name
        (self.what, self.longest, self.depth, self.files) = (what, longest, depth, files)
        isUsable = directory.isFileURL && 1...200 ~= name.utf8.count && !path.utf8.contains(0)
    }

    var temporary: String { path + ".new" }

    /// Does blocking work on a thread of its own, one piece after the other, never on one that Swift's tasks share.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await queue.add { [thread = queue.thread] in
            try await withCheckedThrowingContinuation { continuation in
                ExpiringActivity.begin(on: thread) { refusal in
                    continuation.resume(with: refusal.map { .failure($0) } ?? Result(catching: body))
                }
            }
        }.value
    }

    /// What it holds; nothing when there is none, and of one that is too long to be of this kind one byte too much.
    ///
    /// One that others may read, or that has another name, is written anew for its owner alone, where it `isOwn`: no other
    /// process changes it.
    package func read(isOwn: Bool = true) throws -> Data? {
        try explained {
            guard try isThere() else { return nil }
            let file = try files.openToRead(path, what)
            defer { files.close(file) }
            let status = try files.status(of: file)
            let data = Data(try files.read(file, min(status.size, longest + 1), at: 0))
            if isOwn, data.count <= longest, !status.isPrivate || status.isShared {
                try? alone(until: files.uptime) {
                    // What somebody wrote since is newer, and its owner's alone.
                    if try files.status(at: path)?.isSameFile(as: status) == true { try put(data) }
                }
            }
            return data
        }
    }

    // MARK: - Its parts

    func isThere() throws -> Bool {
        guard let found = try files.status(at: path) else { return false }
        guard found.kind == .file else {
            throw NoticeBoardError(.fileUnavailable, "In the place of \(what) is \(found.kind.rawValue).")
        }
        return true
    }

    func check(_ data: Data) throws {
        guard data.count <= longest else { throw NoticeBoardError(.storageFull, "\(what) may have \(longest) bytes.") }
    }

    /// Needs to be alone, and data that it may hold.
    func put(_ data: Data) throws {
        _ = try isThere()
        try files.put([data], at: path, by: temporary, depth)
        try files.syncDirectory(directory, depth)
    }

    func takeAway() throws {
        if try isThere() { try files.remove(path) }
        try files.remove(temporary)
    }

    func explained<Result>(_ work: () throws -> Result) throws -> Result {
        guard isUsable else { throw NoticeBoardError(.invalidInput, "The folder or the name of \(what) cannot be.") }
        do { return try work() } catch let fault as SystemFault {
            throw NoticeBoardError(fault.meaning, "\(what): \(fault.call.rawValue) failed (error \(fault.code)).")
        }
    }
}
