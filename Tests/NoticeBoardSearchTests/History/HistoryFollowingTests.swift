import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// A file system that runs a closure before it watches a folder.
private final class WatchedFiles: ForwardingFileSystem {
    private final class Watch: Sendable {}

    let base: any FileSystem
    private let willWatch: @Sendable () -> Void

    init(_ base: any FileSystem, willWatch: @escaping @Sendable () -> Void) {
        self.base = base
        self.willWatch = willWatch
    }

    func watch(_ folder: String, _ file: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? {
        willWatch()
        return Watch()
    }
}

@Suite("Following a search history", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HistoryFollowingTests {
    /// A history that keeps entries for 100 seconds.
    enum Kind: CaseIterable {
        case memory
        case file

        func history(_ clock: TestClock) -> any SearchHistoryRepository {
            let policy = SearchHistoryPolicy(maximumAge: 100)
            switch self {
            case .memory: return InMemorySearchHistory(policy: policy, now: clock.read)
            case .file: return Fixture(MemoryFileSystem(), clock).open(policy)
            }
        }
    }

    @Test("Shows what another process wrote before the watch began") func beforeWatch() async throws {
        let memory = MemoryFileSystem()
        let other = Fixture(memory).open()
        let files = WatchedFiles(memory) { _ = try? other.applyBlocking(.save(SearchHistoryEntry.Key("나"))) }
        let history = Fixture(files).open()
        try await history.save("가")
        let lists = history.updates()
        #expect(await eventually { (try? history.recentBlocking(9))?.map(\.keyword) == ["나", "가"] })
        withExtendedLifetime(lists) {}
    }

    @Test("Following does not wait for the file system") func slowWatch() async throws {
        let isFree = DispatchSemaphore(value: 0)
        let history = Fixture(WatchedFiles(MemoryFileSystem()) { isFree.wait() }).open()
        try await history.save("가")
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.map(\.keyword) == ["가"])
        isFree.signal()
    }

    @Test("A stream shows changes of another process after its history was released") func released() async throws {
        let folder = try TemporaryDirectory()
        var history: FileSearchHistory? = FileSearchHistory(directory: folder.url)
        let same = FileSearchHistory(directory: folder.url)
        var lists = history?.updates().makeAsyncIterator()
        #expect(await lists?.next() == [])
        history = nil
        let other = FileSearchHistory(POSIXFileSystem(), directory: folder.url)
        try await other.save("가")
        #expect(await eventually { (try? same.recentBlocking(9))?.map(\.keyword) == ["가"] })
        #expect(await lists?.next()?.map(\.keyword) == ["가"])
    }

    @Test("A refresh removes an entry that became too old from an open list") func refreshed() async throws {
        let clock = TestClock(1_000)
        let history = Kind.file.history(clock)
        try await history.save("가")
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.map(\.keyword) == ["가"])
        clock.set(2_000)
        try await history.refresh()
        #expect(await lists.next() == [])
    }

    @Test("A change removes an entry that became too old from every open list", arguments: Kind.allCases)
    func changed(_ kind: Kind) async throws {
        let clock = TestClock(1_000)
        let history = kind.history(clock)
        try await history.save("가")
        var early = history.updates().makeAsyncIterator()
        #expect(await early.next()?.map(\.keyword) == ["가"])
        clock.set(2_000)
        var late = history.updates().makeAsyncIterator()
        #expect(await late.next() == [])
        try await history.deleteExpired()
        #expect(await early.next() == [])
    }
}
