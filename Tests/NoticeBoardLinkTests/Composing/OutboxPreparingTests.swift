import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Files that are being prepared for a draft", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor
struct OutboxPreparingTests {
    private let fixture = OutboxFixture()
    private let files = WatchedFiles()

    private func loadedOutbox() async throws -> LinkOutbox {
        let session = try await fixture.session()
        let outbox = try #require(session.outbox(in: fixture.folder, files: files, time: fixture.clock.time))
        await outbox.firstState { $0.isLoaded }
        return outbox
    }

    /// A picture on its way to a draft, which `arrive()` lets through.
    private struct Attaching {
        let task: Task<NoticeBoardError?, Never>
        let arrive: () -> Void
    }

    /// Begins to attach a picture, and holds it before it is written.
    private func beginAttaching(to id: LinkDraft.ID, of outbox: LinkOutbox, isFailing: Bool = false) async throws -> Attaching {
        #expect(await outbox.waitUntilSaved())
        let folder = try fixture.place("x").deletingLastPathComponent().lastPathComponent
        let (line, semaphore) = ("makeDirectory \(folder)", DispatchSemaphore(value: 0))
        files.reset(failing: isFailing ? 0 : nil)
        files.hold(line, semaphore)
        let task = Task { () -> NoticeBoardError? in
            do { try await outbox.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id) } catch {
                return error as? NoticeBoardError
            }
            return nil
        }
        await files.waitForLine(line)
        return Attaching(task: task) { [files] in
            files.hold(line, nil)
            semaphore.signal()
        }
    }

    private var pictures: [String] { fixture.files.filter { $0.hasSuffix(".png") } }

    @Test("A draft is sent with the file that was being prepared") func online() async throws {
        let outbox = try await loadedOutbox()
        let id = outbox.newDraft(.post, "글")
        let attaching = try await beginAttaching(to: id, of: outbox)
        outbox.send(id)
        await letOtherTasksRun()
        #expect(outbox.state[id]?.status == .waiting)
        attaching.arrive()
        #expect(await attaching.task.value == nil)
        await outbox.sent(id)
        #expect(fixture.posts("글").map(\.files.count) == [1])
    }

    @Test("A post of a picture alone is handed in while the picture is being prepared") func pictureAlone() async throws {
        let outbox = try await loadedOutbox()
        let before = fixture.simulator.posts.count
        let id = outbox.newDraft(.post)
        let attaching = try await beginAttaching(to: id, of: outbox)
        #expect(outbox.send(id) == nil)
        attaching.arrive()
        #expect(await attaching.task.value == nil)
        try #require(outbox.state[id]?.status != .writing)
        await outbox.sent(id)
        #expect(fixture.simulator.posts.count == before + 1)
    }

    @Test("A draft is not sent without the file that could not be attached") func failed() async throws {
        let outbox = try await loadedOutbox()
        let id = outbox.newDraft(.post, "글")
        let attaching = try await beginAttaching(to: id, of: outbox, isFailing: true)
        outbox.send(id)
        attaching.arrive()
        #expect(await attaching.task.value?.code == .storageFull)
        #expect(outbox.state[id]?.status == .writing)
        await letOtherTasksRun()
        #expect(fixture.posts("글").isEmpty)
    }

    @Test("A file whose draft was discarded says so") func discarded() async throws {
        let outbox = try await loadedOutbox()
        let id = outbox.newDraft(.post, "글")
        let attaching = try await beginAttaching(to: id, of: outbox)
        outbox.discard(id)
        attaching.arrive()
        #expect(await attaching.task.value?.code == .draftGone)
        #expect(pictures.isEmpty)
    }

    @Test("A file whose account signed out says so") func signedOut() async throws {
        let session = try await fixture.session()
        let outbox = try #require(session.outbox(in: fixture.folder, files: files, time: fixture.clock.time))
        await outbox.firstState { $0.isLoaded }
        let id = outbox.newDraft(.post, "글")
        let attaching = try await beginAttaching(to: id, of: outbox)
        let leaving = Task { try await session.signOut() }
        await outbox.firstState { $0.isOver }
        attaching.arrive()
        #expect(await attaching.task.value?.code == .sessionOver)
        try await leaving.value
        #expect(fixture.files.isEmpty)
    }

    @Test("A reply says that it takes no files") func reply() async throws {
        let outbox = try await loadedOutbox()
        let id = outbox.newDraft(.reply(on: "p"), "답글")
        let error = await #expect(throws: NoticeBoardError.self) {
            try await outbox.attach(LinkFile(unchecked: PictureSample.rgb, kind: .png), to: id)
        }
        #expect(error?.text(in: .english) == "A reply cannot have files.")
    }
}
