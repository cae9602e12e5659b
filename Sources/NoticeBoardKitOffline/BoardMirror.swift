public import Foundation
public import NoticeBoardBase
public import NoticeBoardKit
import NoticeBoardOffline
import NoticeBoardPaging

/// Stores the posts of boards on the device, to read and search them without a network.
///
/// ```swift
/// let mirror = BoardMirror(service: client, folder: folder, account: account)
/// scope.register(mirror)                                  // erased when the account signs out
/// let update = try await mirror.update(board.id)          // what is new, what changed, what was deleted
/// let posts = try await mirror.posts(in: board.id, limit: 30)
/// ```
///
/// It is a `Mirror` of posts, with a list for each board. Several processes may read a board while one updates it; a kill at any
/// moment loses at most the page being written, and the next update continues from there.
///
/// Safe to use from any task; file access runs on the mirror's own queues. Files that are unreadable on a locked device throw
/// `fileUnavailable` with a retry remedy.
public final class BoardMirror: Sendable, Redacted {
    /// The source of the posts.
    let online: any NoticeBoardService
    /// The stored posts, by board.
    let mirror: Mirror<Post>
    /// The account that sees the posts; `nil` for a service without accounts.
    let account: String?
    private let boardList: SmallFile
    private let isEnded = Locked(false)

    /// The folder of this account's files.
    public var folder: URL { mirror.folder }

    /// Creates a mirror, without touching the disk.
    ///
    /// - Parameters:
    ///   - service: The source of the posts.
    ///   - folder: The parent folder; each account has its own folder in it. Not on iCloud Drive or a network share.
    ///   - account: The account that sees these posts, as `AccountScope` names it; `nil` for a service without accounts.
    ///   - newest: The maximum number of posts per board, newest first; `nil` for no limit.
    ///   - bytes: The maximum size of a board's posts.
    ///   - pageSize: The number of posts per request.
    ///   - life: The app's life: updates that failed for a reason that may pass go on by themselves when the network returns.
    ///   - now: Returns the date of an update.
    ///   - time: The clock of ``offlineFallback``, which asks the device first for a while after the network failed.
    public convenience init(
        service: any NoticeBoardService, folder: URL, account: String? = nil, newest: Int? = 1_000, bytes: Int = 50_000_000,
        pageSize: Int = 30, life: AppLife? = nil, now: @escaping @Sendable () -> Date = { Date() },
        time: TimeSource = .system
    ) {
        self.init(
            service: service, folder: folder, account: account, newest: newest, bytes: bytes, pageSize: pageSize, life: life,
            now: now, time: time, files: POSIXFileSystem())
    }

    package init(
        service: any NoticeBoardService, folder: URL, account: String? = nil, newest: Int? = 1_000, bytes: Int = 50_000_000,
        pageSize: Int = 30, life: AppLife? = nil, now: @escaping @Sendable () -> Date = { Date() },
        time: TimeSource = .system, files: any FolderSystem
    ) {
        online = service
        self.account = account
        let name = account.map { "account-" + $0.asFileName } ?? "mirror"
        let folder = folder.standardizedFileURL.appendingPathComponent(name, isDirectory: true)
        var rules = MirrorRules<Post>()
        rules.mostItems = newest
        rules.mostBytes = bytes
        rules.pageSize = pageSize
        mirror = Mirror(
            at: folder, prefix: "board-", rules: rules, life: life, time: time, now: now, files: files
        ) { list, position, limit in
            guard let board = Board.ID(list) else { throw NoticeBoardError(.notFound, "There is no such board.") }
            return try await service.postPage(in: board, at: position, limit: limit)
        }
        if let life { mirror.follow(life) }
        boardList = SmallFile(
            directory: folder, name: "boards.json", what: "the list of boards", longest: 4 << 20, files: files)
    }

    // MARK: - Updating

    /// Loads new and changed posts at the head of a board, and finds deleted ones there.
    ///
    /// Requests all pages with new posts and at most three more; the first update reads down to the limits. An interrupted update
    /// is finished first. Throws `storeBusy` while this board is being updated, in any process. Posts loaded before an error are
    /// kept.
    ///
    /// Compares at least `depth` posts with the service, to find deletions further down. `progress` is called after each page
    /// with the number of new posts so far.
    @discardableResult public func update(
        _ board: Board.ID, depth: Int = 0, progress: @escaping @Sendable (PageProgress) -> Void = { _ in }
    ) async throws -> MirrorUpdate {
        try await mirror.update(board.listName, depth: depth, progress: progress)
    }

    /// Loads and stores the list of boards, for a menu without a network.
    @discardableResult public func updateBoards() async throws -> [Board] {
        let boards = try await online.boards()
        mirror.noteAnswer()
        try await boardList.run { [self] in
            // A list that is written after the sign-out would not be erased.
            try refuseIfEnded()
            try boardList.replace(try StoredJSON.data(of: boards))
        }
        return boards
    }

    /// Returns the boards stored by ``updateBoards()``.
    public func boards() async throws -> [Board] {
        try refuseIfEnded()
        return try await boardList.run { [boardList] in
            guard let data = try boardList.read(isOwn: false) else { return [] }
            guard let boards = try? JSONDecoder().decode([Board].self, from: data) else {
                throw NoticeBoardError(.storeDamaged, "The kept list of boards cannot be read.", remedy: .reload)
            }
            return boards
        }
    }

    // MARK: - Removing

    /// Removes a board's posts from the device.
    public func delete(_ board: Board.ID) async throws { try await mirror.delete(board.listName) }

    /// Removes all boards' posts from the device.
    public func deleteAll() async throws { try await mirror.deleteAll() }

    /// Cancels every update and ends this object's use for good: later calls throw `sessionOver`.
    public func end() {
        isEnded.withLock { $0 = true }
        mirror.end()
    }

    /// Removes every trace of the mirror from the disk, once the current write has ended; implies ``end()``.
    public func erase() async throws {
        end()
        try await boardList.run { [boardList] in try boardList.remove() }
        try await mirror.erase()
    }

    private func refuseIfEnded() throws {
        if isEnded.withLock({ $0 }) { throw NoticeBoardError(.sessionOver, "The account's mirror was ended.") }
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
