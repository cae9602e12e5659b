import Foundation
import NoticeBoardBase

/// A file of stored items; blocking calls run on its own queue, in order.
final class MirrorFile: Sendable {
    private let disk: Locked<LineFile<MirrorContent>>
    /// Set by ``end()``: only ``erase()`` works afterwards.
    private let isEnded = Locked(false)
    /// Updates of the file's list, which ``end()`` cancels.
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

    /// Returns whether lines of the file could not be read.
    func isDamaged() async throws -> Bool {
        try await run { file in
            try file.read()
            return file.damagedSize > 0
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

    /// Rewrites the file, to remove the texts of deleted items from the disk.
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

    /// Reads the lines of the first items, as far as one read of about `size` bytes goes; missing items are left out.
    func read(_ ids: ArraySlice<StoredID>, upTo size: Int) async throws -> MirrorWindow {
        try await run { file in
            for _ in 0..<20 {
                try file.read()
                guard let content = file.content, !content.ranges.isEmpty else { break }
                var window = MirrorWindow(of: ids, in: content.ranges, upTo: size)
                guard let range = window.rangeInFile else { return window }
                let bytes = try file.withBytes { read in try read(range) }
                guard let bytes, bytes.count == range.count else { continue }
                window.fill(bytes, from: range.lowerBound)
                return window
            }
            return MirrorWindow(count: ids.count)
        }
    }

    /// Returns the lines of items, except for missing ones.
    func bytes(of ids: [StoredID]) async throws -> [StoredID: [UInt8]] {
        var lines: [StoredID: [UInt8]] = [:]
        var rest = ids[...]
        while !rest.isEmpty {
            let window = try await read(rest, upTo: 1 << 20)
            for line in window.found { lines[rest[rest.startIndex + line.index]] = Array(window.bytes[line.range]) }
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
