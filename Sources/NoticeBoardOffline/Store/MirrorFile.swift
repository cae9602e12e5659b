import Foundation
import NoticeBoardBase
import NoticeBoardKit

/// A file of posts; blocking calls run on its own queue, in order.
final class MirrorFile: Sendable {
    private let disk: Locked<LineFile<MirrorContent>>
    /// Set by ``end()``: only ``erase()`` works afterwards.
    private let isEnded = Locked(false)
    /// Updates of the file's board, which ``end()`` cancels.
    let updates = SerialQueue("NoticeBoard.MirrorUpdates")
    private let queue = SerialQueue("NoticeBoard.MirrorFile")
    private let files: any FileSystem
    private static let lockTimeout = 5.0

    init(_ files: any FileSystem, folder: String, name: String, maximumSize: Int) {
        self.files = files
        disk = Locked(LineFile(folder: folder, name: name, maximumSize: maximumSize, files: files))
    }

    /// Returns the file's current content.
    func content() async throws -> MirrorContent {
        try await run { file in
            try file.read()
            return file.content ?? MirrorContent()
        }
    }

    /// Appends the lines that `make` returns for the current content, and returns the content afterwards.
    @discardableResult
    func append(_ make: @escaping @Sendable (MirrorContent) throws -> [[UInt8]]) async throws -> MirrorContent {
        try await run { [deadline = files.uptime + Self.lockTimeout] file in
            try file.change(until: deadline) { _, content in
                let lines = try make(content)
                return lines.isEmpty ? .nothing : .append(lines)
            }
            return file.content ?? MirrorContent()
        }
    }

    /// Rewrites the file, to remove the texts of deleted posts from the disk.
    func rewrite() async throws {
        try await run { [deadline = files.uptime + Self.lockTimeout] file in
            try file.change(until: deadline) { file, content in file.exists ? .rewrite(content, isDeleting: true) : .nothing }
        }
    }

    /// Removes the file.
    func erase() async throws {
        try await run(evenIfEnded: true) { [deadline = files.uptime + Self.lockTimeout] file in
            try file.erase(until: deadline) { _ in nil }
        }
    }

    /// Ends the file's use for good: updates are cancelled, and calls that have not started throw `sessionOver`, except for
    /// ``erase()``.
    func end() {
        isEnded.withLock { $0 = true }
        updates.cancel()
    }

    /// Reads the lines of the first posts, as far as one read of about `size` bytes goes; missing posts are left out.
    func read(_ ids: [Post.ID], upTo size: Int) async throws -> MirrorWindow {
        try await run { file in
            for _ in 0..<20 {
                try file.read()
                guard let content = file.content, !content.ranges.isEmpty else { break }
                let (count, places) = MirrorWindow.places(of: ids, in: content.ranges, upTo: size)
                guard let first = places.first, let last = places.last else {
                    return MirrorWindow(bytes: [], places: [], count: count)
                }
                let range = first.range.lowerBound..<last.range.upperBound
                let bytes = try file.withBytes { read in try read(range) }
                guard let bytes, bytes.count == range.count else { continue }
                let moved = places.map { place in
                    let start = place.range.lowerBound - range.lowerBound
                    return (id: place.id, range: start..<start + place.range.count)
                }
                return MirrorWindow(bytes: bytes, places: moved, count: count)
            }
            return MirrorWindow(bytes: [], places: [], count: ids.count)
        }
    }

    /// Reads posts; those that are missing or whose lines are damaged are left out.
    func posts(_ ids: [Post.ID]) async throws -> [Post] {
        let lines = try await bytes(of: ids)
        return ids.compactMap { id in lines[id].flatMap { try? MirrorLine.post(in: $0[...]) } }
    }

    /// Returns the lines of posts, except for missing ones.
    func bytes(of ids: [Post.ID]) async throws -> [Post.ID: [UInt8]] {
        var lines: [Post.ID: [UInt8]] = [:]
        var rest = ids[...]
        while !rest.isEmpty {
            let window = try await read(Array(rest), upTo: 1 << 20)
            for place in window.places { lines[place.id] = Array(window.bytes[place.range]) }
            rest = rest.dropFirst(window.count)
        }
        return lines
    }

    private func run<Value: Sendable>(
        evenIfEnded: Bool = false, _ body: @escaping @Sendable (inout LineFile<MirrorContent>) throws -> Value
    ) async throws -> Value {
        try await queue.addBlocking { [disk, isEnded] in
            guard evenIfEnded || !isEnded.withLock({ $0 }) else {
                throw NoticeBoardError(.sessionOver, "The mirror's account has signed out or its session has expired.")
            }
            return try disk.withLock { file in
                do { return try body(&file) } catch { throw NoticeBoardError(error, of: "a mirror") }
            }
        }.value
    }
}

/// Lines of posts from one read.
struct MirrorWindow: Sendable {
    let bytes: [UInt8]
    /// The posts and the ranges of their lines in `bytes`, in the file's order.
    let places: [(id: Post.ID, range: Range<Int>)]
    /// The number of requested posts that were handled, including missing ones.
    let count: Int

    /// Returns how many of the first posts can be read at once, and the ranges of their lines.
    ///
    /// Adjacent lines are read together, up to about `size` bytes.
    static func places(
        of ids: [Post.ID], in lines: [Post.ID: Range<Int>], upTo size: Int
    ) -> (count: Int, places: [(id: Post.ID, range: Range<Int>)]) {
        var (count, places) = (0, [(id: Post.ID, range: Range<Int>)]())
        for id in ids {
            guard let range = lines[id] else {
                count += 1
                continue
            }
            if let first = places.first?.range, let last = places.last?.range {
                // A small gap of dead lines is read as well.
                guard range.lowerBound > last.lowerBound, range.lowerBound - last.upperBound <= 4_096,
                    range.upperBound - first.lowerBound <= size
                else { break }
            }
            places.append((id, range))
            count += 1
        }
        return (count, places)
    }
}
