import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("A mirror and the app's life", .inTurn, .timeLimit(.minutes(1))) @MainActor struct MirrorLifeTests {
    private let folder = ScratchFolder.url("mirror")
    private let service = NoteService(.offsets, count: 35)
    private let clock = ManualClock()

    private func makeMirror(_ life: AppLife) -> Mirror<Note> {
        Mirror(in: folder, rules: .notes(), life: life, time: clock.time) { [service] _, position, limit in
            try service.load(position, limit)
        }
    }

    private func makeLife() -> AppLife { AppLife(time: clock.time, random: { 0 }) }

    /// Waits until a list is stored.
    private func waitUntilStored(_ mirror: Mirror<Note>, count: Int) async throws -> Bool {
        for _ in 0..<10_000 {
            if try await mirror.items(in: notes).items.count == count { return true }
            await Task.yield()
        }
        return false
    }

    @Test("An update that the network ended goes on when it returns") func networkReturns() async throws {
        let life = makeLife()
        let mirror = makeMirror(life)
        service.onRequest { [service] number in
            if number == 2 { service.fail(NoticeBoardError(.connectionLost)) }
        }
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(notes) }
        service.onRequest { _ in }
        service.fail(nil)
        life.networkReturned()
        #expect(try await waitUntilStored(mirror, count: 35))
    }

    @Test("An update that the network ended does not go on after its list was deleted", arguments: [true, false])
    func deleted(isAll: Bool) async throws {
        let life = makeLife()
        let mirror = makeMirror(life)
        service.fail(NoticeBoardError(.connectionLost))
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(notes) }
        service.fail(nil)
        if isAll { try await mirror.deleteAll() } else { try await mirror.delete(notes) }
        let requests = service.requests
        life.networkReturned()
        await letOtherTasksRun()
        #expect(service.requests == requests)
    }

    @Test("An update that the network ended goes on after another process has let the list go") func busy() async throws {
        let life = makeLife()
        let mirror = makeMirror(life)
        service.fail(NoticeBoardError(.connectionLost))
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(notes) }
        service.fail(nil)
        let files = POSIXFileSystem()
        let lock = try #require(
            try files.takeLock(mirror.folder.path + "/list-notes.updating", "The lock", until: files.uptime))
        life.networkReturned()
        await letOtherTasksRun()
        files.releaseLock(lock)
        #expect(try await mirror.items(in: notes).items.isEmpty)
        life.networkReturned()
        #expect(try await waitUntilStored(mirror, count: 35))
    }

    @Test("An update that the service refused does not go on") func refused() async throws {
        let life = makeLife()
        let mirror = makeMirror(life)
        service.fail(NoticeBoardError(.inputRefused))
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(notes) }
        let requests = service.requests
        life.enterBackground()
        life.enterForeground()
        await letOtherTasksRun()
        #expect(service.requests == requests)
    }

    @Test("A feed of the mirror goes on when the network returns") func feed() async {
        let life = makeLife()
        let mirror = makeMirror(life)
        service.fail(NoticeBoardError(.noNetwork))
        let feed = mirror.feed(of: notes)
        feed.open()
        await feed.firstState { $0.failure != nil }
        service.fail(nil)
        life.enterBackground()
        life.enterForeground()
        #expect(await feed.firstState { $0.isLoaded } != nil)
    }
}
