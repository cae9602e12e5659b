import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardSearch

/// Tests the methods that are built on a repository's four requirements.
@Suite("History convenience methods", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct HistoryConveniencesTests {
    /// A history that records its calls.
    private final class Asked: SearchHistoryRepository {
        let changes = Locked<[SearchHistoryChange]>([])
        let list: [SearchHistoryEntry]
        init(_ list: [SearchHistoryEntry]) { self.list = list }
        func entries() async throws -> [SearchHistoryEntry] { list }
        func recording() async throws -> SearchHistoryPolicy.Recording { .on }
        func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
            changes.withLock { $0.append(change) }
            return list
        }
        func updates() -> AsyncStream<[SearchHistoryEntry]> { AsyncStream { $0.finish() } }
    }

    @Test("A list has at most the requested length")
    func limits() async throws {
        let list = (0..<12).map { number in
            SearchHistoryEntry(
                keyword: "검색 \(number)", target: number % 2 == 0 ? .all : .title, lastUsed: Date(), useCount: number)
        }
        let asked = Asked(list)
        for limit in -1...13 {
            let many = max(limit, 0)
            #expect(try await asked.recent(limit) == Array(list.prefix(many)))
            let titles = list.filter { $0.target == .title }
            #expect(try await asked.recent(limit, target: .title) == Array(titles.prefix(many)))
            for typed in ["", " ", "검"] {
                #expect(try await asked.suggestions(for: typed, limit: limit) == Array(list.prefix(many)))
                #expect(try await asked.suggestions(for: typed, target: .title, limit: limit) == Array(titles.prefix(many)))
            }
        }
        #expect(try await asked.suggestions(for: "검색") == Array(list.prefix(10)))
        let words = ["가나1메일", "새-메일", "1메일", "메일2", "메 일", "새\u{301}메일", "_메일", "x a_메일"].map { entry($0) }
        let ranked = SearchHistorySuggestions("메일").ranked(words, limit: 9).map(\.keyword)
        #expect(ranked == ["메일2", "새-메일", "_메일", "x a_메일", "가나1메일", "1메일", "새\u{301}메일"])
    }
}
