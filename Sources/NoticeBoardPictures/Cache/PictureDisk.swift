import Foundation
import NoticeBoardBase

/// The disk cache of one account's pictures, one file each, with a size limit and an age limit.
///
/// Files are created atomically and never changed, so several processes can read, write and evict without a lock: a reader finds
/// a whole picture or none. A file has the picture, and then four bytes: the CRC-32 of the picture and that of its account
/// and key, combined by XOR. A picture with a wrong checksum is loaded again.
///
/// The total size is measured by scanning the folder from time to time.
final class PictureDisk: PictureCache, Redacted {
    private struct Content {
        /// The total bytes, as far as this process knows; `nil` before the first scan.
        var bytes: Int?
        var isEnded = false
    }

    let folder: String
    private let account: String
    /// The maximum size of all files, in bytes.
    private let limit: Int
    /// How long a picture is kept after its last use, in seconds.
    private let age: Double
    private let files: any FolderSystem
    private let now: @Sendable () -> Double
    private let content = Locked(Content())
    /// Writes and evicts in order; reads do not wait for it.
    private let queue = SerialQueue("NoticeBoard.Pictures", quality: .utility)

    private static let temporaryEnd = ".part"

    /// Does not touch the disk before the first use.
    init(
        _ root: String, account: String, limit: Int, age: Double = 30 * 86_400, files: any FolderSystem = POSIXFileSystem(),
        now: @escaping @Sendable () -> Double = { Date().timeIntervalSince1970 }
    ) {
        self.account = account
        self.limit = limit
        self.age = age
        self.files = files
        self.now = now
        folder = root + "/pictures-" + HashedName.of(account)
    }

    private func file(_ key: String) -> String { folder + "/" + HashedName.of(key) }
    private func checksum(of picture: Data, _ key: String) -> Data {
        FileBytes.word(CRC32.of(picture) ^ CRC32.of((account + "\n" + key).utf8))
    }

    // MARK: Reading, on any thread

    /// Returns the picture of a key; `nil` if it is not cached.
    func data(for key: String) -> Data? {
        if content.withLock({ $0.bytes == nil }) { queue.addBlocking { [self] in measure() } }
        let path = file(key)
        guard let file = try? files.open(path, .read) else { return nil }
        defer { files.close(file) }
        // Files above the size limit are not read.
        guard let entry = try? files.status(of: file), entry.kind == .file, entry.size <= limit / 2 + 4,
            let bytes = try? files.read(file, entry.size, at: 0)
        else { return nil }
        let picture = Data(bytes.dropLast(4))
        let unused = now() - entry.modified
        if checksum(of: picture, key) != Data(bytes.suffix(4)) || unused > age {
            queue.addBlocking { [self] in try? files.remove(path) }
            return nil
        }
        // The modification date records the last use. It is rarely updated, because that costs more than the read.
        if unused > min(3_600, age / 8) { queue.addBlocking { [self] in try? files.touch(path, at: now()) } }
        return picture
    }

    // MARK: Writing, on the queue

    /// Stores a picture; returns before it is written.
    func store(_ picture: Data, for key: String) {
        guard picture.count <= limit / 2 else { return }
        queue.addBlocking { [self] in
            guard !content.withLock({ $0.isEnded }) else { return }
            // The system may have emptied the caches folder. If the disk is full, the picture will be loaded again.
            try files.makeDirectories(folder)
            measure()
            let temporary = file(UUID().uuidString) + Self.temporaryEnd
            try files.put(picture + checksum(of: picture, key), at: file(key), by: temporary)
            try? files.touch(file(key), at: now())
            let bytes = content.withLock { content in
                content.bytes? += picture.count + 4
                return content.bytes ?? 0
            }
            if bytes > limit { evict() }
        }
    }

    /// Scans all files, including those of other processes.
    ///
    /// Removes expired ones, then the least recently used until a tenth of the space is free.
    private func evict() {
        var kept: [(path: String, entry: FileStatus)] = []
        let now = now()
        for name in (try? files.names(in: folder)) ?? [] {
            let path = folder + "/" + name
            guard let entry = try? files.status(at: path), entry.kind == .file else { continue }
            // A temporary file stays for an hour: it is being written, or its process was killed.
            let isExpired = now - entry.modified > (name.hasBytes(atEnd: Self.temporaryEnd) ? 3_600 : age)
            if isExpired { try? files.remove(path) } else { kept.append((path, entry)) }
        }
        var bytes = kept.reduce(0) { $0 + $1.entry.size }
        let most = bytes > limit ? limit / 10 * 9 : limit
        for (path, entry) in kept.sorted(by: { $0.entry.modified < $1.entry.modified }) where bytes > most {
            // Another process may have removed it already.
            try? files.remove(path)
            bytes -= entry.size
        }
        content.withLock { [bytes] in $0.bytes = bytes }
    }

    /// Measures the files and removes expired ones, unless that was done.
    private func measure() { if content.withLock({ $0.bytes == nil && !$0.isEnded }) { evict() } }

    /// Stops all writes.
    func end() { content.withLock { $0.isEnded = true } }

    /// Removes every file, and returns when they are gone.
    func removeAll() async throws {
        try await queue.addBlocking { [self] in
            do { try files.removeTree(folder) } catch { throw NoticeBoardError(error, of: "a picture") }
        }.value
    }

    /// Returns when all earlier writes are done.
    func settled() async { await queue.drained() }
}
