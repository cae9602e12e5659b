import Foundation
import NoticeBoardBase
import NoticeBoardSearch

/// The tools of a clause: a store of its own and a clock that it sets.
struct ClauseContext: Sendable {
    /// A broken clause and the reason.
    struct Broken: Error { let reason: String }

    typealias Open =
        @Sendable (SearchHistoryPolicy, _ now: @escaping @Sendable () -> Date) async throws ->
        any SearchHistoryRepository

    private let openStore: Open
    private let time = Locked(1_000.0)

    init(_ open: @escaping Open) { openStore = open }

    func open(_ policy: SearchHistoryPolicy = SearchHistoryPolicy()) async throws -> any SearchHistoryRepository {
        let time = time
        return try await openStore(policy) { Date(timeIntervalSinceReferenceDate: time.withLock { $0 }) }
    }

    /// Sets the clock.
    func turn(to seconds: Double) { time.withLock { $0 = seconds } }

    func turn(by seconds: Double) { time.withLock { $0 += seconds } }

    /// Saves keywords, one second apart.
    func save(_ keywords: String..., in history: any SearchHistoryRepository) async throws {
        for keyword in keywords {
            turn(by: 1)
            try await history.save(keyword)
        }
    }

    func entry(_ keyword: String, at seconds: Double, count: Int = 1) -> SearchHistoryEntry {
        SearchHistoryEntry(keyword: keyword, lastUsed: Date(timeIntervalSinceReferenceDate: seconds), useCount: count)
    }

    /// Breaks the clause unless the keywords are these, in this order.
    func expect(_ history: any SearchHistoryRepository, _ keywords: [String], _ what: String) async throws {
        try expect(try await history.entries(), keywords, what)
    }

    func expect(_ entries: [SearchHistoryEntry], _ keywords: [String], _ what: String) throws {
        let found = entries.map(\.keyword)
        try expect(found == keywords, "\(what): expected \(keywords), found \(found)")
    }

    func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
        if !condition { throw Broken(reason: what()) }
    }

    /// Breaks the clause unless `body` throws an error with this code.
    func expect(_ code: NoticeBoardError.Code, _ what: String, _ body: () async throws -> Void) async throws {
        do { try await body() } catch let error as NoticeBoardError where error.code == code { return } catch {
            throw Broken(reason: "\(what): expected the error \(code.rawValue), it threw \(error)")
        }
        throw Broken(reason: "\(what): expected the error \(code.rawValue), nothing was thrown")
    }

    /// Returns the next list of a subscription; breaks the clause if none comes.
    func next(_ subscription: Subscription, _ what: String) async throws -> [SearchHistoryEntry] {
        let next = try await withThrowingTaskGroup(of: [SearchHistoryEntry]?.self) { group in
            group.addTask { await subscription.next() }
            group.addTask {
                try await TimeSource.system.sleep(10)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        guard let next else { throw Broken(reason: "\(what): no list came") }
        return next
    }

    /// An iterator that can wait in its own task.
    actor Subscription {
        private let stream: AsyncStream<[SearchHistoryEntry]>

        init(_ history: any SearchHistoryRepository) { stream = history.updates() }

        // One consumer at a time, each with a new iterator: they share the stream's buffer.
        func next() async -> [SearchHistoryEntry]? {
            for await list in stream { return list }
            return nil
        }
    }
}
