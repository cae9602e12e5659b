public import Foundation
import NoticeBoardBase
public import NoticeBoardKit
import NoticeBoardOffline
import NoticeBoardSearch

/// Finds posts that are new since the last delivery, and marks those with certain words or authors.
///
/// ```swift
/// let check = NewPostCheck(service: client, folder: folder, boards: [notices.id], words: ["장학금"])
/// let found = try await check.run()
/// for post in found.wanted { notify(post) }
/// try await check.markDelivered(found)
/// ```
///
/// One call serves a background refresh, a widget, a cron job or a server. The first check of a board finds nothing, and records
/// where later ones start. After that only ``markDelivered(_:)`` changes the record: a process that ends before it reports the
/// same posts again, and none is lost. Newer posts must have higher IDs.
public final class NewPostCheck: Sendable, Redacted {
    private let check: NewItemCheck<Post>
    private let count: Int
    private let file: URL

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
        let wanted = WantedPosts(words: words, authors: authors)
        let fileName = name.asFileName + ".json"
        count = boards.count
        file = folder.standardizedFileURL.appendingPathComponent(fileName)
        check = NewItemCheck(
            in: folder, fileName: fileName, lists: boards.map(\.listName), pageSize: pageSize, time: time,
            isWanted: wanted.contains, isPinned: { $0.type == .notice }
        ) { list, position, limit in
            guard let board = Board.ID(list) else { throw NoticeBoardError(.notFound, "There is no such board.") }
            return try await service.postPage(in: board, at: position, limit: limit)
        }
    }

    /// Returns the new posts, within a limit of requests for all boards together and of seconds.
    ///
    /// A board's failure is part of the result, and the other boards are still checked. Throws only if the record cannot be read,
    /// or `CancellationError`.
    public func run(requests: Int = 10, seconds: Double = 20) async throws -> NewPosts {
        NewPosts(try await check.run(requests: requests, seconds: seconds))
    }

    /// Records that the posts of a check were delivered; the next check leaves them out.
    public func markDelivered(_ found: NewPosts) async throws { try await check.markDelivered(found.found.value) }

    /// Erases the record of delivered posts, with its file.
    public func erase() async throws { try await check.erase() }

    /// The file of the record.
    var recordFile: URL { file }

    /// Hides words and names.
    public var description: String { "NewPostCheck(\(count) boards)" }
}

/// The posts of which a check notifies the user.
private struct WantedPosts: Sendable {
    private let words: Highlighter?
    private let authors: Set<String>

    init(words: [String], authors: [String]) {
        self.words = words.isEmpty ? nil : Highlighter(terms: words)
        self.authors = Set(authors.map(Self.spelling))
    }

    func contains(_ post: Post) -> Bool {
        if let words, words.isMatch(in: post.title) || words.isMatch(in: post.plainContents) { return true }
        let names = [post.writer?.name, post.writer?.emailAddress].compactMap { $0.map(Self.spelling) }
        return names.contains(where: authors.contains)
    }

    private static func spelling(_ name: String) -> String { name.composed.lowercased() }
}

extension AccountScope {
    /// Registers a check, whose record is erased when `account` signs out, or any account if it is `nil`.
    /// - Returns: A handle that withdraws the registration.
    @discardableResult public func register(_ check: NewPostCheck, for account: String? = nil) -> AccountRegistration {
        register(for: account, erasing: [check.recordFile], erase: { try await check.erase() })
    }
}
