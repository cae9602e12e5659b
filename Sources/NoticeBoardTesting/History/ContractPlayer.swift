import Foundation
import NoticeBoardBase
import NoticeBoardSearch

/// Plays the steps of a contract's clause with a history, and compares it with the rules after each step.
struct ContractPlayer {
    /// A broken clause and the reason.
    struct Broken: Error { let reason: String }

    typealias Open =
        @Sendable (SearchHistoryPolicy, _ now: @escaping @Sendable () -> Date) async throws -> any SearchHistoryRepository

    private let open: Open
    private let time: Locked<Double>
    /// The history as it must be.
    private var rules: SearchHistoryValue
    private var history: any SearchHistoryRepository
    private var openers: [any SearchHistoryRepository]
    /// The entries that changes of the history removed.
    private var removed: [SearchHistoryEntry] = []
    /// The entries that the same changes removed by the rules.
    private var expectedRemoved: [SearchHistoryEntry] = []
    private var updates: Updates?

    /// Plays `steps` on a new store with these rules; throws the reason at the first difference.
    static func play(_ steps: [ContractStep], policy: SearchHistoryPolicy, _ open: @escaping Open) async throws {
        let time = Locked(1_000.0)
        let history = try await open(policy) { date(time) }
        var player = ContractPlayer(
            open: open, time: time, rules: SearchHistoryValue(policy: policy), history: history, openers: [history])
        for (index, step) in steps.enumerated() { try await player.play(step, "step \(index + 1)") }
    }

    private static func date(_ time: Locked<Double>) -> Date { Date(timeIntervalSinceReferenceDate: time.withLock { $0 }) }

    private mutating func play(_ step: ContractStep, _ name: String) async throws {
        switch step {
        case .save(let keys):
            for key in keys {
                time.withLock { $0 += 1 }
                try await make(.save(key), name)
            }
        case .saveOrRefuse(let keyword):
            time.withLock { $0 += 1 }
            try await make(.save(.init(keyword)), name, mayRefuse: true)
        case .saveAt(let dates):
            for seconds in dates {
                time.withLock { $0 = seconds }
                try await make(.save(.init("\(seconds)")), name)
            }
        case .saveAtOnce(let count): return try await saveAtOnce(count)
        case .make(let change): try await make(change, name)
        case .restoreRemoved:
            let own = removed
            let expected = expectedRemoved
            removed = []
            expectedRemoved = []
            try await make(.restore(own), name, restoring: expected)
        case .wait(let seconds): time.withLock { $0 += seconds }
        case .use(let number):
            if number == openers.count { openers.append(try await open(SearchHistoryPolicy()) { [time] in Self.date(time) }) }
            return history = openers[number]
        case .look: break
        case .refresh: try await history.refresh()
        case .nextUpdate:
            let updates = updates ?? Updates(history)
            self.updates = updates
            guard let list = await updates.next() else { throw Broken(reason: "\(name): no update came") }
            try expect(list, rules.entries(now: Self.date(time)), "\(name): the update")
        }
        try expect(try await history.entries(), rules.entries(now: Self.date(time)), "\(name): the entries")
        let recording = try await history.recording()
        try expect(recording == rules.recording, "\(name): expected a history that is \(rules.recording), it is \(recording)")
    }

    /// Makes a change in the history and by the rules: both must remove the same entries, or throw the same error.
    private mutating func make(
        _ change: SearchHistoryChange, _ name: String, mayRefuse: Bool = false, restoring: [SearchHistoryEntry]? = nil
    ) async throws {
        var next = rules
        let expected = Result { try next.apply(restoring.map { .restore($0) } ?? change, now: Self.date(time)) }
        let found: Result<[SearchHistoryEntry], any Error>
        do { found = .success(try await history.apply(change)) } catch { found = .failure(error) }
        switch (found, expected) {
        case (.success(let found), .success(let expected)):
            try expect(found, expected, "\(name), \(change): the removed entries")
            removed += found
            expectedRemoved += expected
            rules = next
        case (.success, .failure(let expected)):
            throw Broken(reason: "\(name), \(change): expected the error \(expected), nothing was thrown")
        case (.failure(let error), .success):
            guard mayRefuse, Self.code(error) == .invalidInput else { throw error }
        case (.failure(let error), .failure(let expected)):
            guard Self.code(error) == Self.code(expected) else { throw error }
        }
    }

    private static func code(_ error: any Error) -> NoticeBoardError.Code? { (error as? NoticeBoardError)?.code }

    private func saveAtOnce(_ count: Int) async throws {
        let keywords = (0..<count).map { "동시 \($0)" }
        try await withThrowingTaskGroup(of: Void.self) { [history] group in
            for keyword in keywords { group.addTask { try await history.save(keyword) } }
            try await group.waitForAll()
        }
        let found = Set(try await history.entries().map(\.keyword)).intersection(keywords).count
        try expect(found == count, "\(count) saves at once: \(found) are there")
    }

    private func expect(_ found: [SearchHistoryEntry], _ expected: [SearchHistoryEntry], _ what: String) throws {
        try expect(found == expected, "\(what): expected \(Self.words(expected)), found \(Self.words(found))")
    }

    private func expect(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
        if !condition { throw Broken(reason: reason()) }
    }

    /// Keyword, target, uses, date and pin of each entry.
    private static func words(_ entries: [SearchHistoryEntry]) -> [String] {
        entries.map { entry in
            let details = [entry.target.rawValue, "\(entry.useCount)×", "\(entry.lastUsed.timeIntervalSinceReferenceDate)"]
            return "\(entry.keyword.prefix(20)) (\((details + (entry.isPinned ? ["pinned"] : [])).joined(separator: ", ")))"
        }
    }
}

/// An iterator of updates that can wait in its own task.
private actor Updates {
    private let stream: AsyncStream<[SearchHistoryEntry]>

    init(_ history: any SearchHistoryRepository) { stream = history.updates() }

    /// Returns the next list, or `nil` if none comes for ten seconds.
    nonisolated func next() async -> [SearchHistoryEntry]? {
        try? await TimeSource.system.result(within: 10) { await self.first() } ?? nil
    }

    // One consumer at a time, each with a new iterator: they share the stream's buffer.
    private func first() async -> [SearchHistoryEntry]? {
        for await list in stream { return list }
        return nil
    }
}
