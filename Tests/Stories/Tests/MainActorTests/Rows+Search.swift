import Foundation
import NoticeBoardSearch
import NoticeBoardTesting

extension Row {
    static let search: [Row] = files + stored + histories + memory

    @RowBuilder private static var memory: [Row] {
        Row("InMemorySearchHistory.entries()") { $0.show(try await InMemorySearchHistory().entries()) }
        Row("InMemorySearchHistory.recording()") { $0.show(try await InMemorySearchHistory().recording()) }
        Row("InMemorySearchHistory.apply(_:isolation:)") { screen in
            screen.show(try await InMemorySearchHistory().apply(.save(word.id)))
        } fails: { screen in
            do {
                screen.show(
                    try await InMemorySearchHistory().apply(.save(SearchHistoryEntry.Key("")), isolation: MainActor.shared))
            } catch { screen.caught(error) }
        }
    }

    @RowBuilder private static var files: [Row] {
        fileHistory("FileSearchHistory.entries()") { do { $1.show(try await $0.entries()) } catch { $1.caught(error) } }
        fileHistory("FileSearchHistory.recording()") { do { $1.show(try await $0.recording()) } catch { $1.caught(error) } }
        fileHistory("FileSearchHistory.apply(_:isolation:)") {
            do { $1.show(try await $0.apply(.save(word.id), isolation: MainActor.shared)) } catch { $1.caught(error) }
        }
        fileHistory("FileSearchHistory.refresh()") { do { $1.show(try await $0.refresh()) } catch { $1.caught(error) } }
    }

    @RowBuilder private static var stored: [Row] {
        storedHistory("StoredSearchHistory.entries()") { do { $1.show(try await $0.entries()) } catch { $1.caught(error) } }
        storedHistory("StoredSearchHistory.recording()") { do { $1.show(try await $0.recording()) } catch { $1.caught(error) } }
        storedHistory("StoredSearchHistory.apply(_:isolation:)") {
            do { $1.show(try await $0.apply(.save(word.id), isolation: MainActor.shared)) } catch { $1.caught(error) }
        }
        storedHistory("StoredSearchHistory.refresh()") { do { $1.show(try await $0.refresh()) } catch { $1.caught(error) } }
        Row(callback: "StoredSearchHistory.init(policy:now:load:store:)") { onEvent in
            let history = StoredSearchHistory { @MainActor in
                onEvent()
                return nil
            } store: { @MainActor _ in
                onEvent()
            }
            try await history.save("word")
        }
    }

    @RowBuilder private static var histories: [Row] {
        anyHistory("SearchHistoryRepository.entries()") { do { $1.show(try await $0.entries()) } catch { $1.caught(error) } }
        anyHistory("SearchHistoryRepository.recording()") { do { $1.show(try await $0.recording()) } catch { $1.caught(error) } }
        anyHistory("SearchHistoryRepository.apply(_:isolation:)") {
            do { $1.show(try await $0.apply(.save(word.id), isolation: MainActor.shared)) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.refresh()") { do { $1.show(try await $0.refresh()) } catch { $1.caught(error) } }
        anyHistory("SearchHistoryRepository.apply(_:_:)") {
            do { $1.show(try await $0.apply(.save(word.id))) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.erase(isolation:)") {
            do { $1.show(try await $0.erase()) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.save(_:target:isolation:)") {
            do { $1.show(try await $0.save("word")) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.recent(_:target:)") {
            do { $1.show(try await $0.recent(5)) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.suggestions(for:target:limit:)") {
            do { $1.show(try await $0.suggestions(for: "w")) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.delete(_:target:isolation:)") {
            do { $1.show(try await $0.delete("word")) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.delete(_:isolation:)") {
            do { $1.show(try await $0.delete([word])) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.deleteAll(keepingPinned:isolation:)") {
            do { $1.show(try await $0.deleteAll(keepingPinned: true)) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.deleteExpired(isolation:)") {
            do { $1.show(try await $0.deleteExpired()) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.pin(_:isolation:)") {
            do { $1.show(try await $0.pin(word)) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.unpin(_:isolation:)") {
            do { $1.show(try await $0.unpin(word)) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.restore(_:isolation:)") {
            do { $1.show(try await $0.restore([word])) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.import(_:from:isolation:)") {
            do { $1.show(try await $0.import([word], from: "elsewhere")) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.setPolicy(_:isolation:)") {
            do { $1.show(try await $0.setPolicy(SearchHistoryPolicy(capacity: 5))) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.turnOn(isolation:)") {
            do { $1.show(try await $0.turnOn()) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.pause(isolation:)") {
            do { $1.show(try await $0.pause()) } catch { $1.caught(error) }
        }
        anyHistory("SearchHistoryRepository.turnOff(isolation:)") {
            do { $1.show(try await $0.turnOff()) } catch { $1.caught(error) }
        }
    }

    private static let word = SearchHistoryEntry(keyword: "word", lastUsed: Date(timeIntervalSince1970: 1_700_000_000))

    private static func fileHistory(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (FileSearchHistory, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await inFolder { try await call(FileSearchHistory(directory: $0), screen) }
        } fails: { screen in
            try await inNoFolder { try await call(FileSearchHistory(directory: $0), screen) }
        }
    }

    private static func storedHistory(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (StoredSearchHistory, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in
            try await call(StoredSearchHistory(load: { nil }, store: { _ in }), screen)
        } fails: { screen in
            try await call(StoredSearchHistory(load: { throw Refusal() }, store: { _ in throw Refusal() }), screen)
        }
    }

    private static func anyHistory(
        _ symbol: String, _ call: @escaping @MainActor @Sendable (any SearchHistoryRepository, Screen) async throws -> Void
    ) -> Row {
        Row(symbol) { screen in
            let history: any SearchHistoryRepository = InMemorySearchHistory()
            try await history.save("word")
            return try await call(history, screen)
        } fails: { screen in
            try await call(BrokenHistory(), screen)
        }
    }
}

/// A history that fails on every call.
struct BrokenHistory: SearchHistoryRepository {
    func entries() async throws -> [SearchHistoryEntry] { throw Refusal() }
    func recording() async throws -> SearchHistoryPolicy.Recording { throw Refusal() }
    func apply(
        _ change: SearchHistoryChange, isolation: isolated (any Actor)?
    ) async throws -> [SearchHistoryEntry] { throw Refusal() }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { AsyncStream { $0.finish() } }
    func refresh() async throws { throw Refusal() }
}
