import Foundation
import NoticeBoardBase
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardKit

@Suite("Account search history", .serialized, .inTurn, .timeLimit(.minutes(1))) struct AccountHistoryTests {
    @Test("Fulfills the contract of the wrapped history") func contract() async {
        let contract = SearchHistoryContract(isPersistent: false) { name, policy, now in
            AccountHistory(InMemorySearchHistory(policy: policy, now: now))
        }
        #expect(await contract.failures().isEmpty)
    }

    @Test("Drops waiting writes at sign-out before erasing")
    func order() async throws {
        let (inner, gate) = (InMemorySearchHistory(), Gate())
        try await inner.save("전에")
        let history = AccountHistory(HeldHistory(inner, gate))
        let writing = history.begin(.save(.init("쓰는 중")))
        await gate.waitForArrivals(1)
        let waiting = history.begin(.save(.init("기다림")))
        history.end()
        let erasing = history.beginErasing()
        // The next account's search is kept, and its list never shows the former account's entries.
        let next = history.begin(.save(.init("다음")))
        let entries = Task { try await history.entries() }
        gate.open()
        _ = try await writing.value
        let refusal = await #expect(throws: NoticeBoardError.self) { try await waiting.value }
        #expect(refusal?.code == .sessionOver)
        try await erasing.value
        _ = try await next.value
        #expect(try await inner.entries().map(\.keyword) == ["다음"])
        #expect(try await entries.value.allSatisfy { $0.keyword == "다음" })
    }

    @Test("Sends no entry of the former account while its history is erased") func following() async throws {
        let (inner, gate) = (InMemorySearchHistory(), Gate())
        try await inner.save("전에")
        let history = AccountHistory(HeldHistory(inner, gate))
        history.end()
        let erasing = Task { try await history.erase() }
        await gate.waitForArrivals(1)
        var lists = history.updates().makeAsyncIterator()
        gate.open()
        #expect(await lists.next()?.isEmpty == true)
        try await erasing.value
        try await history.save("다음")
        while let list = await lists.next(), list.map(\.keyword) != ["다음"] { #expect(list.isEmpty) }
    }

    @Test("Ends a stream opened during an erase when the history's own stream ends") func ended() async throws {
        let gate = Gate()
        let history = AccountHistory(HeldHistory(ListlessHistory(), gate))
        history.end()
        let erasing = Task { try await history.erase() }
        await gate.waitForArrivals(1)
        var lists = history.updates().makeAsyncIterator()
        gate.open()
        #expect(await lists.next() == nil)
        #expect(!Task.isCancelled)
        await #expect(throws: NoticeBoardError.self) { try await erasing.value }
    }

    @Test("Erases every search on disk but keeps the policy") func file() async throws {
        let folder = ScratchFolder.url("account")
        defer { try? FileManager.default.removeItem(at: folder) }
        let history = AccountHistory(
            FileSearchHistory(directory: folder, scope: "ann", policy: SearchHistoryPolicy(capacity: 2)))
        for keyword in ["하나", "둘", "셋"] { try await history.save(keyword) }
        func holds(_ keyword: String) throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { name in
                try Data(contentsOf: folder.appendingPathComponent(name)).range(of: Data(keyword.utf8)) != nil
            }
        }
        #expect(try holds("셋"))
        history.end()
        try await history.erase()
        for keyword in ["하나", "둘", "셋"] { #expect(try !holds(keyword)) }
        for keyword in ["넷", "다섯", "여섯"] { try await history.save(keyword) }
        #expect(try await history.entries().map(\.keyword) == ["여섯", "다섯"])
    }
}

/// An unavailable history: its streams end immediately.
private struct ListlessHistory: SearchHistoryRepository {
    func entries() async throws -> [SearchHistoryEntry] { [] }
    func recording() async throws -> SearchHistoryPolicy.Recording { .on }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        throw NoticeBoardError(.storageFull)
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { AsyncStream { $0.finish() } }
}

/// A history that holds each change at a gate.
struct HeldHistory: SearchHistoryRepository {
    let history: any SearchHistoryRepository
    let gate: Gate

    init(_ history: any SearchHistoryRepository, _ gate: Gate) { (self.history, self.gate) = (history, gate) }

    func entries() async throws -> [SearchHistoryEntry] { try await history.entries() }
    func recording() async throws -> SearchHistoryPolicy.Recording { try await history.recording() }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        try await gate.pass()
        return try await history.apply(change)
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { history.updates() }
}
