public import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// The pictures of posts and accounts, for whoever is signed in: kept in memory and on the disk, asked for once for however many
/// rows want them.
///
/// ```swift
/// guard let pictures = session.pictures(in: cachesFolder) else { return }      // nobody is signed in
/// cell.show(try await pictures.picture(at: post.images[0]))
/// let ahead = pictures.ahead(paths)                                            // for rows to come; given up when it is let go
/// ```
///
/// They belong to the account that is signed in. When its session ends everything is erased, whoever waits gets `sessionOver`, and
/// this is of no use any more: the next account has pictures of its own, and never sees one of these. Several processes may use
/// one folder.
///
/// Safe to use from any task.
public final class LinkPictures: Sendable {
    private let service: any LinkService
    let shelf: PictureShelf

    init(_ service: any LinkService, _ shelf: PictureShelf) { (self.service, self.shelf) = (service, shelf) }

    /// The bytes of a picture, by the path that the service named: from memory, from the disk, or from the service.
    ///
    /// Whoever is cancelled leaves alone; the request is given up when nobody waits for it any more. What is none of jpg, png, gif,
    /// pdf, WebP and HEIC throws `unreadableResponse`; a picture that breaks off is handed on and not kept. Throws `pathInvalid` for a path that
    /// would lead out of the service.
    public func picture(at path: String) async throws -> Data {
        if let picture = shelf.remembered(path) { return picture }
        let path = try path.checkedPath()
        return try await shelf.flights.value(for: path) { [shelf, service] in
            // Whoever waited when it ended was sent away; this one came later.
            guard !shelf.isEnded else { throw PictureShelf.over }
            (shelf.cache as? PictureDisk)?.begin()
            if let kept = shelf.cache?.data(for: path) {
                shelf.remember(kept, path)
                return kept
            }
            let picture = try await service.picture(at: path)
            guard let isWhole = Self.isWhole(picture) else {
                throw NoticeBoardError(.unreadableResponse, "What came in place of a picture is none.")
            }
            if isWhole { shelf.keep(picture, path) }
            return picture
        }
    }

    /// Whether all of a picture is there; `nil` for what is none.
    ///
    /// The service goes by a file's extension, so WebP and HEIC stand behind `.jpg`, too; Apple's systems draw both.
    private static func isWhole(_ data: Data) -> Bool? {
        if let kind = LinkFile.Kind(beginning: data) { return (try? kind.checkWhole(data)) != nil }
        let bytes = FileBytes(data)
        if bytes.has("RIFF".utf8, at: 0), bytes.has("WEBP".utf8, at: 8) {
            return bytes.number32(4, isLittle: true).map { $0 <= data.count - 8 } ?? false
        }
        return bytes.has("ftyp".utf8, at: 4) ? true : nil
    }

    /// A picture that is in memory, at once: for a row that is being drawn.
    public func remembered(_ path: String) -> Data? { shelf.remembered(path) }

    /// Forgets what is in memory, when the system asks for some; the disk keeps it.
    public func forgetMemory() { shelf.forget() }

    /// Returns when everything that came is on the disk.
    package func settled() async { await (shelf.cache as? PictureDisk)?.settled() }
}

extension LinkSession {
    /// The pictures of whoever is signed in, the same for all who ask; nothing when nobody is.
    ///
    /// They are kept below `folder`, or in memory alone where there is none; what the first who asks says counts. The system may
    /// empty its folder for caches at any time: that is where they belong.
    public func pictures(in folder: URL?, limits: LinkPictureLimits = LinkPictureLimits()) -> LinkPictures? {
        pictures(in: folder, limits: limits, files: POSIXFileSystem()) { Date().timeIntervalSince1970 }
    }

    /// The pictures of the signed-in account, kept in another library's cache; `nil` if no account is signed in.
    ///
    /// The first caller's cache counts. `limits.memoryBytes` are kept in memory beside it.
    public func pictures(
        in cache: any LinkPictureCache, limits: LinkPictureLimits = LinkPictureLimits()
    ) -> LinkPictures? {
        pictures(limits, { Date().timeIntervalSince1970 }, cache: { _ in cache })
    }

    package func pictures(
        in folder: URL?, limits: LinkPictureLimits, files: any FolderSystem, now: @escaping @Sendable () -> Double
    ) -> LinkPictures? {
        let root = folder.flatMap { $0.isFileURL ? $0.standardizedFileURL.path : nil }
        return pictures(limits, now) { user in
            root.map { PictureDisk($0, account: user, limits: limits, files: files, now: now) }
        }
    }

    private func pictures(
        _ limits: LinkPictureLimits, _ now: @escaping @Sendable () -> Double,
        cache: (LinkUser.ID) -> (any LinkPictureCache)?
    ) -> LinkPictures? {
        accountObject { user, service, _ in
            LinkPictures(service, PictureShelf(limits, cache: cache(user), now: now))
        } register: { pictures, user in
            scope.register(for: user, end: { [weak pictures] _ in pictures?.shelf.end() })
            return pictures.shelf.cache.map { cache in
                let folders = (cache as? PictureDisk).map { [URL(fileURLWithPath: $0.folder)] } ?? []
                return scope.register(for: user, erasing: folders, erase: { await cache.removeAll() })
            }
        } end: {
            $0.shelf.end()
        }
    }
}

/// Pictures that are fetched ahead, for rows to come, as long as somebody holds this.
public final class LinkPicturesAhead: Sendable {
    private let task: Task<Void, Never>

    init(_ pictures: LinkPictures, _ paths: [String]) {
        task = Task {
            await withTaskGroup(of: Void.self) { group in
                // Few at a time, so that what is in sight does not wait for what is not.
                for (number, path) in paths.enumerated() {
                    if number >= 3 { await group.next() }
                    group.addTask { _ = try? await pictures.picture(at: path) }
                    if Task.isCancelled { return }
                }
            }
        }
    }

    deinit { task.cancel() }

    /// Gives them up; one that a row in sight waits for as well still comes.
    public func cancel() { task.cancel() }

    /// Returns when all have come, or cannot come.
    public func finished() async { await task.value }
}

extension LinkPictures {
    /// Fetches pictures for rows to come, in this order, as long as what it returns is held.
    public func ahead(_ paths: [String]) -> LinkPicturesAhead {
        LinkPicturesAhead(self, paths.filter { remembered($0) == nil })
    }
}

/// How much is kept of pictures, and for how long.
public struct LinkPictureLimits: Sendable, Hashable {
    /// How many bytes in memory.
    public var memoryBytes: Int
    /// How many bytes on the disk.
    public var diskBytes: Int
    /// How many seconds a picture is kept that nobody asks for.
    public var age: Double

    /// Limits; 32 MiB in memory, 256 MiB on the disk and 30 days where nothing else is said.
    public init(memoryBytes: Int = 32 << 20, diskBytes: Int = 256 << 20, age: Double = 30 * 86_400) {
        self.memoryBytes = memoryBytes
        self.diskBytes = diskBytes
        self.age = age
    }
}
