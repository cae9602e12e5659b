public import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// The pictures of posts and accounts for the signed-in account, cached in memory and on the disk; a picture is requested once
/// for all rows that wait for it.
///
/// ```swift
/// guard let pictures = session.pictures(in: cachesFolder) else { return }      // no account is signed in
/// cell.show(try await pictures.picture(at: post.pictures[0]))
/// let prefetching = Task { await pictures.prefetch(paths) }                    // for rows to come
/// ```
///
/// They belong to the signed-in account. When its session ends, everything is erased and every call throws `sessionOver`; the
/// next account has pictures of its own. Several processes may use one folder.
///
/// Safe to use from any task.
public final class LinkPictures: Sendable {
    private let service: any LinkService
    let cache: (any LinkPictureCache)?
    /// The pictures in memory; `nil` once the session has ended.
    private let memory: Locked<RecentValues<String, Data>?>
    private let flights = SingleFlight<String, Data>(endsWhenAbandoned: true)
    /// Reads the cache, without waiting for what is stored.
    private let reads = BlockingReads("NoticeBoard.LinkPictures.reads")
    /// Stores pictures in the cache; what erases the cache waits for it.
    private let writes = SerialQueue("NoticeBoard.LinkPictures.writes", quality: .utility)

    init(_ service: any LinkService, memoryBytes: Int, cache: (any LinkPictureCache)?) {
        self.service = service
        self.cache = cache
        memory = Locked(RecentValues(capacity: memoryBytes))
    }

    /// Returns the bytes of a picture by the path that the service named: from memory, from the disk, or from the service.
    ///
    /// The request is cancelled when the last caller that waits for it is. Any format is returned. Throws `unreadableResponse`
    /// for an empty answer and for a page of text, such as a network's sign-in page, and `pathInvalid` for a path that leads out
    /// of the service. A truncated picture is returned and not cached.
    public func picture(at path: String) async throws -> Data {
        if let picture = remembered(path) { return picture }
        let path = try path.checkedPath()
        return try await flights.value(for: path) { [self] in
            // Calls that waited at the end have failed; this one came later.
            guard !isEnded else { throw Self.over }
            if let stored = try await stored(path) {
                memory.withLock { $0?.store(stored, size: stored.count, for: path) }
                return stored
            }
            let picture = try await service.picture(at: path)
            guard Self.isPicture(picture) else { throw NoticeBoardError(.unreadableResponse, "The answer is not a picture.") }
            if Self.isWhole(picture) { keep(picture, path) }
            return picture
        }
    }

    /// Returns a picture from the cache, if it has it.
    private func stored(_ path: String) async throws -> Data? {
        guard let cache else { return nil }
        return try await reads.run { cache.data(for: path) }
    }

    /// Whether data may be a picture, of any format: not empty, no JSON, and no markup but SVG.
    private static func isPicture(_ data: Data) -> Bool {
        let start = data.prefix(1_024).drop { [0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0D, 0x20].contains($0) }
        if start.isWebPage { return start.range(of: Data("<svg".utf8)) != nil && start.range(of: Data("<html".utf8)) == nil }
        return start.first.map { !"{[".utf8.contains($0) } ?? false
    }

    /// Whether a picture is complete, as far as its format is known.
    private static func isWhole(_ data: Data) -> Bool {
        if let kind = try? LinkFile.Kind(of: data) { return (try? kind.cleaned(data).isWhole) ?? false }
        let bytes = FileBytes(data)
        guard bytes.has("RIFF".utf8, at: 0), let length = bytes.number(4, bytes: 4, isLittle: true) else { return true }
        return length <= data.count - 8
    }

    /// Returns a picture that is in memory, for a row that is being drawn.
    public func remembered(_ path: String) -> Data? { memory.withLock { $0?.value(for: path) } }

    /// Releases the pictures in memory, for a memory warning; the disk keeps them.
    public func forgetMemory() { memory.withLock { $0?.removeAll() } }

    private var isEnded: Bool { memory.withLock { $0 == nil } }

    /// Keeps a picture in memory and in the cache, unless the session has ended.
    func keep(_ picture: Data, _ path: String) {
        guard !isEnded else { return }
        memory.withLock { $0?.store(picture, size: picture.count, for: path) }
        guard let cache else { return }
        writes.addBlocking { [self] in
            // The session may have ended meanwhile: its pictures must not reach the cache after it was erased.
            if !isEnded { cache.store(picture, for: path) }
        }
    }

    /// Returns the function that removes every picture from the cache, which holds nothing of the account's screens.
    func makeErase() -> (@Sendable () async throws -> Void)? {
        guard let cache else { return nil }
        return { [writes] in
            // A picture that is being stored is removed as well.
            await writes.drained()
            try await cache.removeAll()
        }
    }

    private static let over = NoticeBoardError(.sessionOver, "The pictures belong to an account that is not signed in any more.")

    /// Ends every request and keeps nothing from now on.
    func end() {
        memory.withLock { $0 = nil }
        (cache as? PictureDisk)?.end()
        flights.end(Self.over) { _ in true }
    }

    /// Returns when every loaded picture is on the disk.
    package func settled() async {
        await writes.drained()
        await (cache as? PictureDisk)?.settled()
    }

    /// Loads pictures for rows to come, three at a time so that pictures in sight do not wait; returns when all have come or
    /// failed.
    ///
    /// Cancelling the task ends it; a picture that a row in sight waits for as well still comes.
    public func prefetch(_ paths: [String]) async {
        let missing = paths.filter { remembered($0) == nil }
        await withTaskGroup(of: Void.self) { group in
            for (number, path) in missing.enumerated() {
                if number >= 3 { await group.next() }
                if Task.isCancelled { return }
                group.addTask { _ = try? await self.picture(at: path) }
            }
        }
    }
}
