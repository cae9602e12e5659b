public import Foundation
public import NoticeBoardBase

/// The pictures of an account, cached in memory and on the disk; a picture is requested once for all rows that wait for it.
///
/// ```swift
/// let pictures = Pictures(in: cachesFolder, scope: session.scope) { address in
///     try await client.response(for: ForumAPI.picture(address)).body
/// }
/// cell.show(try await pictures.picture(at: topic.picture))
/// let prefetching = Task { await pictures.prefetch(addresses) }            // for rows to come
/// ```
///
/// They belong to the account that is signed in. When its session ends, nothing stays in memory and every call throws
/// `sessionOver`; signing out also erases the disk. The next account has pictures of its own. Several processes may use one folder.
///
/// Safe to use from any task.
public final class Pictures: Sendable {
    private let fetch: @Sendable (String) async throws -> Data
    private let key: @Sendable (String) throws -> String
    private let cache: (any PictureCache)?
    /// The pictures in memory, by address; `nil` once the session has ended.
    private let memory: Locked<RecentValues<String, Data>?>
    private let flights = SingleFlight<String, Data>(endsWhenAbandoned: true)
    /// Reads the cache, without waiting for writes.
    private let reads = BlockingReads("NoticeBoard.Pictures.reads")
    /// Stores pictures in the cache; what erases the cache waits for it.
    private let writes = SerialQueue("NoticeBoard.Pictures.writes", quality: .utility)
    private let registrations = Locked<[AccountRegistration]>([])

    /// Creates the pictures of the account that `scope` has signed in; create them once, after the sign-in, and keep them.
    ///
    /// - Parameters:
    ///   - folder: Where pictures are kept, for example in the caches folder, which the system empties; `nil` keeps them in memory
    ///     alone.
    ///   - scope: Ends the pictures with the session, and erases them when the account signs out. The pictures of an app without
    ///     accounts never end.
    ///   - memoryBytes: The maximum size of the pictures in memory.
    ///   - diskBytes: The maximum size of the pictures on the disk; the least recently used ones are removed.
    ///   - key: Returns the name of a picture in the cache, or throws if its address must not be loaded. A service with signed
    ///     addresses removes the signature here.
    ///   - fetch: Loads a picture from the service.
    public convenience init(
        in folder: URL?, scope: AccountScope = AccountScope(), memoryBytes: Int = 32 << 20, diskBytes: Int = 256 << 20,
        key: @escaping @Sendable (_ address: String) throws -> String = { $0 },
        fetch: @escaping @Sendable (_ address: String) async throws -> Data
    ) {
        let account = scope.signedInAccount
        let cache = Self.disk(in: folder, account: account ?? "", limit: diskBytes)
        self.init(cache, memoryBytes: memoryBytes, key: key, fetch: fetch)
        hold(register(for: account, in: scope))
    }

    /// Creates the pictures of the account that `scope` has signed in, kept in another library's cache.
    ///
    /// A memory cache of `memoryBytes` is used in addition.
    public convenience init(
        in cache: any PictureCache, scope: AccountScope = AccountScope(), memoryBytes: Int = 32 << 20,
        key: @escaping @Sendable (_ address: String) throws -> String = { $0 },
        fetch: @escaping @Sendable (_ address: String) async throws -> Data
    ) {
        self.init(cache, memoryBytes: memoryBytes, key: key, fetch: fetch)
        hold(register(for: scope.signedInAccount, in: scope))
    }

    /// Creates pictures that are not registered with a scope.
    package init(
        _ cache: (any PictureCache)?, memoryBytes: Int, key: @escaping @Sendable (String) throws -> String,
        fetch: @escaping @Sendable (String) async throws -> Data
    ) {
        self.cache = cache
        self.key = key
        self.fetch = fetch
        memory = Locked(RecentValues(capacity: memoryBytes))
    }

    deinit { for registration in registrations.withLock({ $0 }) { registration.release() } }

    /// Returns the cache of an account in a folder; `nil` without one.
    package static func disk(in folder: URL?, account: String, limit: Int) -> (any PictureCache)? {
        guard let folder, folder.isFileURL else { return nil }
        return PictureDisk(folder.standardizedFileURL.path, account: account, limit: limit)
    }

    // MARK: Loading

    /// Returns the bytes of a picture: from memory, from the disk, or from the service.
    ///
    /// The request is cancelled when the last caller that waits for it is. Any format is returned. Throws `unreadableResponse`
    /// for an empty answer and for a page of text, such as a network's sign-in page. A truncated picture is returned and not
    /// cached.
    public func picture(at address: String) async throws -> Data {
        if let picture = remembered(address) { return picture }
        let key = try key(address)
        return try await flights.value(for: key) { [self] in
            // Calls that waited at the end have failed; this one came later.
            guard !isEnded else { throw Self.over }
            if let stored = try await stored(key) {
                memory.withLock { $0?.store(stored, size: stored.count, for: address) }
                return stored
            }
            let picture = try await fetch(address)
            guard picture.mayBePicture else {
                throw NoticeBoardError(.unreadableResponse, "The answer is not a picture.")
            }
            if picture.isWholePicture { store(picture, at: address, key: key) }
            return picture
        }
    }

    /// Loads pictures for rows to come, three at a time so that pictures in sight do not wait; returns when all have come or
    /// failed.
    ///
    /// Cancelling the task ends it; a picture that a row in sight waits for as well still comes.
    public func prefetch(_ addresses: [String]) async {
        let missing = addresses.filter { remembered($0) == nil }
        await withTaskGroup(of: Void.self) { group in
            for (number, address) in missing.enumerated() {
                if number >= 3 { await group.next() }
                if Task.isCancelled { return }
                group.addTask { _ = try? await self.picture(at: address) }
            }
        }
    }

    /// Returns a picture that is in memory, for a row that is being drawn.
    public func remembered(_ address: String) -> Data? { memory.withLock { $0?.value(for: address) } }

    /// Returns a picture from the cache, if it has it.
    private func stored(_ key: String) async throws -> Data? {
        guard let cache else { return nil }
        return try await reads.run { cache.data(for: key) }
    }

    // MARK: Keeping

    /// Keeps a picture that was uploaded, so that it is not downloaded; does nothing once the session has ended.
    public func keep(_ picture: Data, at address: String) {
        guard let key = try? key(address) else { return }
        store(picture, at: address, key: key)
    }

    private func store(_ picture: Data, at address: String, key: String) {
        guard !isEnded else { return }
        memory.withLock { $0?.store(picture, size: picture.count, for: address) }
        guard let cache else { return }
        writes.addBlocking { [self] in
            // The session may have ended in between: its pictures must not reach the cache after it was erased.
            if !isEnded { cache.store(picture, for: key) }
        }
    }

    /// Releases the pictures in memory, for a memory warning; the disk keeps them.
    public func forgetMemory() { memory.withLock { $0?.removeAll() } }

    // MARK: The end

    private var isEnded: Bool { memory.withLock { $0 == nil } }

    private static let over = NoticeBoardError(.sessionOver, "The pictures belong to an account that is not signed in any more.")

    /// Registers the pictures with a scope, for one account or for any; the caller holds the result.
    package func register(for account: String?, in scope: AccountScope) -> [AccountRegistration] {
        let ending = scope.register(for: account, end: { [weak self] _ in self?.end() })
        guard let cache else { return [ending] }
        let folders = (cache as? PictureDisk).map { [URL(fileURLWithPath: $0.folder)] } ?? []
        // Does not hold the pictures, and with them the account's screens.
        let erasing = scope.register(
            for: account, erasing: folders,
            erase: { [writes] in
                // A picture that is being stored is removed as well.
                await writes.drained()
                try await cache.removeAll()
            })
        return [ending, erasing]
    }

    private func hold(_ registrations: [AccountRegistration]) { self.registrations.withLock { $0 += registrations } }

    /// Ends every request and keeps nothing from now on.
    package func end() {
        memory.withLock { $0 = nil }
        (cache as? PictureDisk)?.end()
        flights.end(Self.over) { _ in true }
    }

    /// Returns when every loaded picture is on the disk.
    package func settled() async {
        await writes.drained()
        await (cache as? PictureDisk)?.settled()
    }
}
