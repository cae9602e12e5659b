import Foundation
import NoticeBoardBase
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("A slow subscriber of a history", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BusyListenerTests {
    enum Kind: CaseIterable { case memory, file }

    private func history(_ kind: Kind, _ folder: TemporaryDirectory) -> any SearchHistoryRepository {
        switch kind {
        case .memory: InMemorySearchHistory()
        case .file: FileSearchHistory(directory: folder.url)
        }
    }

    @Test("While a subscriber is being notified, the history can be read, changed and followed", arguments: Kind.allCases)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func held(_ kind: Kind) async throws {
        let folder = try TemporaryDirectory()
        let history = history(kind, folder)
        try await history.save("가")
        let slow = SlowListener()
        defer { slow.resume() }
        let hearing = try await slow.hearing(history.updates())
        let adding = Task { try await withOwnThread { try await history.save("나") } }
        try await slow.isBeingTold.pass()
        let done = Gate()
        let others = Task {
            defer { done.open() }
            var updates = history.updates().makeAsyncIterator()
            let list = await updates.next()
            return (list?.map(\.keyword), try await history.entries().map(\.keyword), try await history.recording())
        }
        // Don't await the task's value, which would exceed the time limit if the call is blocked.
        try await done.pass()
        slow.resume()
        let seen = try await others.value
        #expect(seen.0 == ["나", "가"])
        #expect(seen.1 == ["나", "가"])
        #expect(seen.2 == .on)
        try await adding.value
        hearing.cancel()
        #expect(await hearing.value.map { $0.map(\.keyword) }.prefix(2) == [["가"], ["나", "가"]])
    }
}
