import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

/// A cache in memory that records where it is called, and can be held while it stores.
private final class HeldCache: LinkPictureCache {
    let stored = Locked<[String: Data]>([:])
    /// Whether a call came from a thread that runs a task.
    let wasCalledByTask = Locked(false)
    let storing = Gate()
    let semaphore: DispatchSemaphore?

    init(_ semaphore: DispatchSemaphore? = nil) { self.semaphore = semaphore }

    private func noteCall() {
        let isTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
        if isTask { wasCalledByTask.withLock { $0 = true } }
    }

    func data(for path: String) -> Data? {
        noteCall()
        return stored.withLock { $0[path] }
    }
    func store(_ data: Data, for path: String) {
        noteCall()
        Task { [storing] in try? await storing.pass() }
        semaphore?.wait()
        stored.withLock { $0[path] = data }
    }
    func removeAll() { stored.withLock { $0 = [:] } }
}

@Suite("Where a picture cache is called", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PictureQueueTests {
    private let fixture = PictureFixture()

    @Test("A cache is never called on a thread that tasks share") func threads() async throws {
        let session = try await fixture.session()
        let cache = HeldCache()
        let pictures = try #require(session.pictures(in: cache))
        _ = try await pictures.picture(at: "uploads/1.jpg")
        await pictures.settled()
        pictures.forgetMemory()
        #expect(try await pictures.picture(at: "uploads/1.jpg") == PictureFixture.picture("uploads/1.jpg"))
        #expect(fixture.asked.count == 1)
        #expect(!cache.wasCalledByTask.withLock { $0 })
    }

    @Test("A picture that is being stored at the sign-out does not stay in an app's cache") func signedOut() async throws {
        let session = try await fixture.session()
        let semaphore = DispatchSemaphore(value: 0)
        let cache = HeldCache(semaphore)
        let pictures = try #require(session.pictures(in: cache))
        let loading = Task { try await pictures.picture(at: "uploads/1.jpg") }
        await cache.storing.waitForArrivals(1)
        let leaving = Task { try await session.signOut() }
        await letOtherTasksRun()
        semaphore.signal()
        try await leaving.value
        _ = try? await loading.value
        #expect(cache.stored.withLock { $0.isEmpty })
    }
}
