public import Foundation
import NoticeBoardBase
public import NoticeBoardKit

/// Stores the posts of boards on the device, to read and search them without a network.
///
/// ```swift
/// let mirror = BoardMirror(service: client, folder: folder, account: account)
/// scope.register(mirror)                                  // erased when the account signs out
/// let update = try await mirror.update(board.id)          // what is new, what changed, what was deleted
/// let posts = try await mirror.posts(in: board.id, limit: 30)
/// ```
///
/// Each board is one file of JSON lines. Several processes may read it while one updates it; a kill at any moment loses at most
/// the page being written, and the next update continues from there.
///
/// Safe to use from any task; file access runs on the mirror's own queues. Files that are unreadable on a locked device throw
/// `fileUnavailable` with a retry remedy.
public final class BoardMirror: Sendable, Redacted {
    /// The source of the posts.
    let online: any NoticeBoardService
    /// The folder of this account's files.
    public let folder: URL
    /// The account that sees the posts; `nil` for a service without accounts.
    let account: String?
    /// The maximum number of posts of a board, and their maximum size.
    let newest, bytes: Int
    let pageSize: Int
    let now: @Sendable () -> Date
    let time: TimeSource
    let files: any FolderSystem
    private let content = Locked(Content())
    let boardList: SmallFile

    private struct Content {
        var files: [Board.ID: MirrorFile] = [:]
        /// The boards for which the service answered, so that no marker hides their posts.
        var allowed: Set<Board.ID> = []
        /// The last failure of the network, until a call reaches the service.
        var outage: NetworkOutage?
        var isEnded = false
    }

    /// Creates a mirror, without touching the disk.
    ///
    /// - Parameters:
    ///   - service: The source of the posts.
    ///   - folder: The parent folder; each account has its own folder in it. Not on iCloud Drive or a network share.
    ///   - account: The account that sees these posts, as `AccountScope` names it; `nil` for a service without accounts.
    ///   - newest: The maximum number of posts per board, newest first; `nil` for no limit.
    ///   - bytes: The maximum size of a board's posts.
    ///   - pageSize: The number of posts per request.
    ///   - now: Returns the date of an update.
    ///   - time: The clock of ``service``, which asks the device first for a while after the network failed.
    public convenience init(
        service: any NoticeBoardService, folder: URL, account: String? = nil, newest: Int? = 1_000, bytes: Int = 50_000_000,
        pageSize: Int = 30, now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system
    ) {
        self.init(
            service: service, folder: folder, account: account, newest: newest, bytes: bytes, pageSize: pageSize, now: now,
            time: time, files: POSIXFileSystem())
    }

    package init(
        service: any NoticeBoardService, folder: URL, account: String? = nil, newest: Int? = 1_000, bytes: Int = 50_000_000,
        pageSize: Int = 30, now: @escaping @Sendable () -> Date = { Date() }, time: TimeSource = .system,
        files: any FolderSystem
    ) {
        online = service
        self.account = account
        self.time = time
        let name = account.map { "account-" + $0.asFileName } ?? "mirror"
        self.folder = folder.standardizedFileURL.appendingPathComponent(name, isDirectory: true)
        self.newest = max(newest ?? .max, 1)
        self.bytes = bytes
        self.now = now
        self.files = files
        self.pageSize = min(max(pageSize, 1), 999)
        boardList = SmallFile(
            directory: self.folder, name: "boards.json", what: "the list of boards", longest: 4 << 20, files: files)
    }

    // MARK: - Updating

    /// Loads new and changed posts at the head of a board, and finds deleted ones there.
    ///
    /// Requests all pages with new posts and at most two more; the first update reads down to the limits. An interrupted update
    /// is finished first. Throws `storeBusy` while this board is being updated, in any process. Posts loaded before an error are
    /// kept.
    ///
    /// Compares at least `depth` posts with the service, to find deletions further down. `progress` is called after each page
    /// with the number of new posts so far.
    @discardableResult public func update(
        _ board: Board.ID, depth: Int = 0, progress: @escaping @Sendable (PageProgress) -> Void = { _ in }
    ) async throws -> MirrorUpdate {
        let file = try file(of: board)
        let lock = try await locked(board)
        defer { files.releaseLock(lock) }
        // On a queue, so that `end()` can cancel it.
        let task = file.updates.add { [self] in
            try await checkingAccess(to: board) { try await run(board, file, depth: depth, progress: progress) }
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Loads and stores the list of boards, for a menu without a network.
    @discardableResult public func updateBoards() async throws -> [Board] {
        let boards = try await online.boards()
        setOutage(nil)
        try refuseIfEnded()
        try await boardList.run { [boardList] in try boardList.replace(try StoredJSON.data(of: boards)) }
        return boards
    }

    /// Takes the lock against concurrent updates of a board; the system releases it if the process ends.
    private func locked(_ board: Board.ID) async throws -> Int32 {
        let path = folder.path + "/board-\(board).updating"
        return try await onDisk { [files, folder] in
            try files.makeDirectories(folder.path)
            guard let lock = try files.takeLock(path, "The mirror's lock", until: files.uptime) else {
                throw NoticeBoardError(.storeBusy, "Another update of this board is under way.")
            }
            return lock
        }
    }

    // MARK: - Removing

    /// Removes a board's posts from the device.
    public func delete(_ board: Board.ID) async throws {
        try await file(of: board).erase()
        try await removeMarker(of: board)
    }

    /// Removes all boards' posts from the device.
    public func deleteAll() async throws {
        try refuseIfEnded()
        for board in try await fileBoards() { try await delete(board) }
    }

    /// Cancels every update and ends this object's use for good: later calls throw `sessionOver`.
    public func end() {
        let files = content.withLock { content in
            content.isEnded = true
            return content.files.values
        }
        for file in files { file.end() }
    }

    /// Removes every trace of the mirror from the disk, once the current write has ended; implies ``end()``.
    public func erase() async throws {
        end()
        for board in try await fileBoards() {
            try await anyFile(of: board).erase()
            try await removeMarker(of: board)
        }
        try await onDisk { [boardList, files, folder] in
            try boardList.remove()
            try files.removeFolder(folder.path)
        }
    }

    // MARK: - Files

    /// Runs blocking work on the mirror's queue.
    func onDisk<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await boardList.run {
            do { return try body() } catch { throw NoticeBoardError(error, of: "a mirror") }
        }
    }

    func file(of board: Board.ID) throws -> MirrorFile {
        try refuseIfEnded()
        return anyFile(of: board)
    }

    private func anyFile(of board: Board.ID) -> MirrorFile {
        content.withLock { content in
            if let file = content.files[board] { return file }
            // A file may grow to twice the size of its posts before it is rewritten.
            let largest = bytes > .max / 4 ? Int.max / 2 : bytes * 3 + 1 << 20
            let file = MirrorFile(files, folder: folder.path, name: Self.name(of: board), maximumSize: largest)
            if content.isEnded { file.end() }
            content.files[board] = file
            return file
        }
    }

    func isKnownAllowed(_ board: Board.ID) -> Bool { content.withLock { $0.allowed.contains(board) } }

    func setKnownAllowed(_ board: Board.ID, _ isAllowed: Bool) {
        content.withLock { content in
            if isAllowed { content.allowed.insert(board) } else { content.allowed.remove(board) }
        }
    }

    /// The last failure of the network, while the device answers first.
    var outage: NoticeBoardError? {
        content.withLock { content in
            guard let outage = content.outage, time.now() < outage.end else { return nil }
            return outage.failure
        }
    }

    func setOutage(_ outage: NetworkOutage?) { content.withLock { $0.outage = outage } }

    func refuseIfEnded() throws { if content.withLock({ $0.isEnded }) { throw Self.isEnded } }

    private static var isEnded: NoticeBoardError { NoticeBoardError(.sessionOver, "The account's mirror was ended.") }

    static func name(of board: Board.ID) -> String { "board-\(board).jsonl" }
    static func board(named name: String) -> Board.ID? {
        guard name.hasPrefix("board-"), name.hasSuffix(".jsonl") else { return nil }
        return Board.ID(name.dropFirst(6).dropLast(6))
    }

    /// Hides path and account.
    public var description: String { "BoardMirror(…)" }
}

extension AccountScope {
    /// Registers a mirror, which ends with the session and is erased when its account signs out, or `account`.
    ///
    /// Create a new mirror for the next session.
    /// - Returns: A handle that withdraws the registration.
    @discardableResult public func register(_ mirror: BoardMirror, for account: String? = nil) -> AccountRegistration {
        register(
            for: account ?? mirror.account, erasing: [mirror.folder], end: { _ in mirror.end() },
            erase: { try await mirror.erase() })
    }
}
