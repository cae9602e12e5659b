public import Foundation
import NoticeBoardBase
public import NoticeBoardKit

/// Looks for posts that are new since the last delivery, and for those that contain words or are by certain authors.
///
/// ```swift
/// let check = NewPostCheck(service: client, folder: folder, boards: [notices.id], words: ["장학금"])
/// let found = try await check.check()
/// for post in found.wanted { notify(post) }
/// try await check.markDelivered(found)
/// ```
///
/// One call for a background refresh, a widget, a cron job or a server. A check records nothing: only ``markDelivered(_:)`` does,
/// so a process that ends in between reports the same posts again, and none is lost. The first check of a board finds nothing
/// new; later ones begin there. Newer posts must have higher IDs.
public final class NewPostCheck: Sendable {
    private let service: any NoticeBoardService
    private let boards: [Board.ID]
    private let words: Highlighter?
    private let authors: Set<String>
    private let pageSize: Int
    private let time: TimeSource
    private let file: SmallFile

    /// Creates a check; the disk is not touched before it is needed.
    ///
    /// - Parameters:
    ///   - service: Where posts come from.
    ///   - folder: The folder of the file that remembers what was delivered.
    ///   - name: Tells several checks in one folder apart, for example by account.
    ///   - boards: The boards to look at, the most important first.
    ///   - words: Words to look for in titles and contents, by the rules of `Highlighter`.
    ///   - authors: Names or mail addresses of writers, without regard to case.
    ///   - pageSize: How many posts a request asks for.
    ///   - time: The clock for the budget.
    public init(
        service: any NoticeBoardService, folder: URL, name: String = "new-posts", boards: [Board.ID], words: [String] = [],
        authors: [String] = [], pageSize: Int = 30, time: TimeSource = .system
    ) {
        (self.service, self.boards, self.time, self.pageSize) = (service, boards, time, min(max(pageSize, 1), 1_000))
        self.words = words.isEmpty ? nil : Highlighter(terms: words)
        self.authors = Set(authors.map(Self.spelling))
        file = SmallFile(directory: folder, name: name.asFileName + ".json", what: "the record of new posts")
    }

    /// Returns what is new after at most so many requests, for all boards together, and so many seconds; records nothing.
    ///
    /// A board that fails is reported in the result, and the others are still checked. Throws only if the record cannot be read,
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
        return found
    }

    /// Loads a page; returns `nil` if the time is up.
    private func page(of board: Board.ID, at offset: Int, until end: Double) async throws -> Page<Post>? {
        let seconds = end - time.now()
        guard seconds > 0 else { return nil }
        return try await withThrowingTaskGroup(of: Page<Post>?.self) { group in
            group.addTask { [service, pageSize] in try await service.postPage(in: board, offset: offset, limit: pageSize) }
            group.addTask { [time] in
                try await time.sleep(seconds)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// Records that the posts of a check were delivered; the next check leaves them out.
    public func markDelivered(_ found: NewPosts) async throws {
        guard !found.records.isEmpty else { return }
        try await file.run { [file] in
            try file.change(waiting: 5) { data in
                var records = try Self.records(in: data)
                for (board, record) in found.records { records[board] = records[board]?.joined(with: record) ?? record }
                return (try StoredJSON.data(of: Stored(format: 1, boards: records)), ())
            }
        }
    }

    /// Forgets what was delivered and removes the file.
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
        return NewPosts.Found(
            board: board, post: post, containsWord: containsWord, isByAuthor: names.contains(where: authors.contains))
    }

    private static func spelling(_ name: String) -> String { name.composed.lowercased() }
}

extension NewPostCheck: Redacted {
    /// No words and no names.
    public var description: String { "NewPostCheck(\(boards.count) boards)" }
}

/// What a check found.
public struct NewPosts: Sendable, Hashable {
    /// A post that is new since the last delivery.
    public struct Found: Sendable, Hashable {
        /// The board.
        public var board: Board.ID
        /// The post.
        public var post: Post
        /// Whether the title or the contents contain one of the words.
        public var containsWord: Bool
        /// Whether one of the authors wrote it.
        public var isByAuthor: Bool

        /// Whether the post is worth telling the user: a word or an author fits.
        public var isWanted: Bool { containsWord || isByAuthor }
    }

    /// The new posts, newest first within each board.
    public var posts: [Found] = []
    /// The boards of which new posts are left that the check did not reach; the next check goes on there.
    public var unreached: [Board.ID] = []
    /// Why a board could not be read.
    public var failures: [Board.ID: NoticeBoardError] = [:]
    /// What is recorded when the posts are delivered.
    var records: [Board.ID: NewPostRecord] = [:]

    /// Creates an empty result.
    public init() {}

    /// The posts that contain a word or are by an author.
    public var wanted: [Found] { posts.filter(\.isWanted) }
}

/// Which posts of a board were delivered.
struct NewPostRecord: Sendable, Hashable, Codable {
    /// A part of the board that no check reached: the posts with numbers between two that were delivered.
    struct Gap: Sendable, Hashable, Codable {
        var upper: Post.ID
        var lower: Post.ID
        /// How many posts were above the gap when it was left.
        var above: Int
    }

    /// The highest number that was delivered.
    var top: Post.ID
    /// Newest first.
    var gaps: [Gap] = []

    /// Whether a post has been delivered, or is older than every check.
    func covers(_ id: Post.ID) -> Bool { id <= top && !gaps.contains { $0.lower < id && id < $0.upper } }

    /// Returns the record after a later delivery; of two processes that delivered at once the one that knows newer posts counts.
    func joined(with later: NewPostRecord) -> NewPostRecord { later.top >= top ? later : self }
}
