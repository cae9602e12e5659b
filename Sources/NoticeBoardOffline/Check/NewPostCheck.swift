public import Foundation
import NoticeBoardBase
public import NoticeBoardKit

/// Finds posts that are new since the last delivery, and marks those with certain words or authors.
///
/// ```swift
/// let check = NewPostCheck(service: client, folder: folder, boards: [notices.id], words: ["장학금"])
/// let found = try await check.check()
/// for post in found.wanted { notify(post) }
/// try await check.markDelivered(found)
/// ```
///
/// One call serves a background refresh, a widget, a cron job or a server. The first check of a board finds nothing, and records
/// where later ones start. After that only ``markDelivered(_:)`` changes the record: a process that ends before it reports the
/// same posts again, and none is lost. Newer posts must have higher IDs.
public final class NewPostCheck: Sendable, Redacted {
    private let service: any NoticeBoardService
    private let boards: [Board.ID]
    private let words: Highlighter?
    private let authors: Set<String>
    private let pageSize: Int
    private let time: TimeSource
    private let file: SmallFile

    /// Creates a check, without touching the disk.
    ///
    /// - Parameters:
    ///   - service: The source of the posts.
    ///   - folder: The folder of the file that records delivered posts.
    ///   - name: Distinguishes several checks in one folder, for example by account.
    ///   - boards: The boards to check, the most important first.
    ///   - words: Words to look for in titles and contents, by the rules of `Highlighter`.
    ///   - authors: Names or mail addresses of writers, case-insensitive.
    ///   - pageSize: The number of posts per request.
    ///   - time: The clock for a check's time limit.
    public init(
        service: any NoticeBoardService, folder: URL, name: String = "new-posts", boards: [Board.ID], words: [String] = [],
        authors: [String] = [], pageSize: Int = 30, time: TimeSource = .system
    ) {
        self.service = service
        self.boards = boards
        self.time = time
        self.pageSize = min(max(pageSize, 1), 1_000)
        self.words = words.isEmpty ? nil : Highlighter(terms: words)
        self.authors = Set(authors.map(Self.spelling))
        file = SmallFile(directory: folder, name: name.asFileName + ".json", what: "the record of new posts")
    }

    /// Returns the new posts, within a limit of requests for all boards together and of seconds.
    ///
    /// A board's failure is part of the result, and the other boards are still checked. Throws only if the record cannot be read,
    /// or `CancellationError`.
    public func check(requests: Int = 10, seconds: Double = 20) async throws -> NewPosts {
        let records = try await file.run { [file] in try Self.records(in: file.read(isOwn: false)) }
        var found = NewPosts()
        var left = requests
        let end = time.now() + max(seconds, 0)
        for board in boards {
            try Task.checkCancellation()
            var pass = NewPostPass(record: records[board])
            do {
                while let offset = pass.offset, left > 0 {
                    left -= 1
                    guard let page = try await page(of: board, at: offset, until: end) else { break }
                    pass.take(page)
                }
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                found.failures[board] = NoticeBoardError(wrapping: error)
            }
            guard let record = pass.finished else {
                found.unreached.append(board)
                continue
            }
            found.posts += pass.posts.map { describe($0, board) }
            found.records[board] = record
            if !record.gaps.isEmpty { found.unreached.append(board) }
        }
        // If this fails, the next check is the first one again.
        try? await add(found.records.filter { records[$0.key] == nil })
        return found
    }

    /// Loads a page; returns `nil` if the time is up.
    private func page(of board: Board.ID, at offset: Int, until end: Double) async throws -> Page<Post>? {
        let seconds = end - time.now()
        guard seconds > 0 else { return nil }
        return try await time.result(within: seconds) { [service, pageSize] in
            try await service.postPage(in: board, offset: offset, limit: pageSize)
        }
    }

    /// Records that the posts of a check were delivered; the next check leaves them out.
    public func markDelivered(_ found: NewPosts) async throws { try await add(found.records) }

    private func add(_ new: [Board.ID: NewPostRecord]) async throws {
        guard !new.isEmpty else { return }
        try await file.run { [file] in
            try file.change(waiting: 5) { data in
                var records = try Self.records(in: data)
                // Of two concurrent deliveries, the one with newer posts wins.
                records.merge(new) { $1.top >= $0.top ? $1 : $0 }
                return (try StoredJSON.data(of: Stored(format: 1, boards: records)), ())
            }
        }
    }

    /// Erases the record of delivered posts, with its file.
    public func erase() async throws { try await file.run { [file] in try file.remove() } }

    private struct Stored: Codable {
        var format: Int
        var boards: [Board.ID: NewPostRecord]
    }

    private static func records(in data: Data?) throws -> [Board.ID: NewPostRecord] {
        guard let data, !data.isEmpty else { return [:] }
        guard let stored = try StoredJSON.value(Stored.self, in: data, newest: 1, "The record of new posts") else {
            throw NoticeBoardError(.storeDamaged, "The record of new posts cannot be read.")
        }
        return stored.boards
    }

    private func describe(_ post: Post, _ board: Board.ID) -> NewPosts.Found {
        let containsWord = words.map { $0.isMatch(in: post.title) || $0.isMatch(in: post.plainContents) } ?? false
        let names = [post.writer?.name, post.writer?.emailAddress].compactMap { $0.map(Self.spelling) }
        return NewPosts.Found(board: board, post: post, isWanted: containsWord || names.contains(where: authors.contains))
    }

    private static func spelling(_ name: String) -> String { name.composed.lowercased() }

    /// Hides words and names.
    public var description: String { "NewPostCheck(\(boards.count) boards)" }
}
