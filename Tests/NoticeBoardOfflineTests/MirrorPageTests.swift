import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Pages of a mirror", .inTurn, .timeLimit(.minutes(1))) struct MirrorPageTests {
    private let folder = ScratchFolder.url("pages")
    private let clock = ManualClock()

    /// Returns a mirror of the first notes of a list of 100, and its service.
    private func mirror(_ kind: NoteService.Kind, mostItems: Int? = 55) async throws -> (Mirror<Note>, NoteService) {
        let service = NoteService(kind, count: 100)
        let mirror = makeMirror(of: service, in: folder, rules: .notes(mostItems: mostItems), time: clock.time)
        try await mirror.update(notes)
        return (mirror, service)
    }

    /// Returns the notes of all pages until the list ends or a page fails.
    private func readAll(
        _ mirror: Mirror<Note>, from first: PagePosition? = nil
    ) async throws -> (notes: [Note], failure: NoticeBoardError?) {
        var notes: [Note] = []
        var position = first
        for _ in 0..<40 {
            do {
                let page = try await mirror.page(of: "notes", at: position)
                notes += page.items
                guard let next = page.next else { return (notes, nil) }
                position = next
            } catch let error as NoticeBoardError { return (notes, error) }
        }
        return (notes, nil)
    }

    @Test(
        "Without a network the stored list is read page by page, then the network's error",
        arguments: NoteService.Kind.allCases)
    func offline(kind: NoteService.Kind) async throws {
        let (mirror, service) = try await mirror(kind)
        let stored = try await mirror.items(in: notes).items
        service.fail(NoticeBoardError(.noNetwork))
        let read = try await readAll(mirror)
        #expect(read.notes == stored)
        #expect(read.failure?.code == .noNetwork)
    }

    @Test("A list that is stored as a whole ends with its last note", arguments: NoteService.Kind.allCases)
    func whole(kind: NoteService.Kind) async throws {
        let (mirror, service) = try await mirror(kind, mostItems: nil)
        service.fail(NoticeBoardError(.noNetwork))
        let read = try await readAll(mirror)
        #expect(read.notes == service.living)
        #expect(read.failure == nil)
    }

    @Test("A list goes on where the network failed", arguments: NoteService.Kind.allCases)
    func midway(kind: NoteService.Kind) async throws {
        let (mirror, service) = try await mirror(kind, mostItems: nil)
        let first = try await mirror.page(of: notes)
        service.fail(NoticeBoardError(.timedOut))
        let rest = try await readAll(mirror, from: first.next)
        #expect(first.items + rest.notes == service.living)
    }

    @Test("The service goes on where the device's pages end", arguments: NoteService.Kind.allCases)
    func back(kind: NoteService.Kind) async throws {
        let (mirror, service) = try await mirror(kind)
        service.fail(NoticeBoardError(.noNetwork))
        let first = try await mirror.page(of: notes)
        service.fail(nil)
        clock.advance(by: 100)
        let rest = try await readAll(mirror, from: first.next)
        #expect(first.items + rest.notes == service.living)
    }

    @Test("A page from the device says when it was stored and why it was needed", arguments: NoteService.Kind.allCases)
    func origin(kind: NoteService.Kind) async throws {
        let (mirror, service) = try await mirror(kind)
        service.fail(NoticeBoardError(.networkSignIn))
        let page = try await mirror.page(of: notes)
        #expect(page.storedAt == Date(timeIntervalSince1970: 1_000))
        #expect(page.networkFailure?.code == .networkSignIn)
    }

    @Test("A page from the device names the service's last total, never the number of stored notes") func total() async throws {
        let (mirror, service) = try await mirror(.offsets)
        service.fail(NoticeBoardError(.noNetwork))
        #expect(try await mirror.page(of: notes).total == 100)
    }

    @Test("A page from the device names no total if the service reports none") func noTotal() async throws {
        let service = NoteService(.cursors, count: 30)
        service.state.withLock { $0.givesTotal = false }
        let mirror = makeMirror(of: service, in: folder)
        try await mirror.update(notes)
        service.fail(NoticeBoardError(.noNetwork))
        #expect(try await mirror.page(of: notes).total == nil)
    }

    @Test("A list that is not stored throws the network's error") func notStored() async throws {
        let service = NoteService(.cursors, count: 3)
        let mirror = makeMirror(of: service, in: folder)
        service.fail(NoticeBoardError(.noNetwork))
        let error = await #expect(throws: NoticeBoardError.self) { try await mirror.page(of: notes) }
        #expect(error?.code == .noNetwork)
    }

    @Test(
        "The server's error is thrown instead of showing stored notes",
        arguments: [
            NoticeBoardError.Code.serverFailure, .unauthorized, .forbidden,
        ])
    func refused(code: NoticeBoardError.Code) async throws {
        let (mirror, service) = try await mirror(.offsets)
        service.fail(NoticeBoardError(code))
        let error = await #expect(throws: NoticeBoardError.self) { try await mirror.page(of: notes) }
        #expect(error?.code == code)
    }

    @Test("Scrolling without a network asks it once in ten seconds", arguments: NoteService.Kind.allCases)
    func outage(kind: NoteService.Kind) async throws {
        let (mirror, service) = try await mirror(kind)
        service.fail(NoticeBoardError(.timedOut))
        let before = service.requests
        var position = try await mirror.page(of: notes).next
        position = try await mirror.page(of: notes, at: position).next
        position = try await mirror.page(of: notes, at: position).next
        #expect(service.requests == before + 1)
        clock.advance(by: 10)
        _ = try await mirror.page(of: notes, at: position)
        #expect(service.requests == before + 2)
    }

    // MARK: - On a screen

    @Test("A feed shows the stored notes at once, and the service's when they arrive", arguments: NoteService.Kind.allCases)
    @MainActor func feed(kind: NoteService.Kind) async throws {
        let (mirror, service) = try await mirror(kind)
        service.fail(NoticeBoardError(.noNetwork))
        let feed = mirror.feed(of: notes)
        feed.open()
        await feed.firstState { $0.networkFailure != nil && !$0.isLoading && !$0.items.isEmpty }
        #expect(feed.state.storedAt == Date(timeIntervalSince1970: 1_000))
        service.add(2)
        service.fail(nil)
        await feed.refreshAndWait()
        #expect(feed.state.isFresh)
        #expect(feed.state.items.first?.id == "n102")
        feed.loadAll()
        await feed.firstState { $0.end != nil && !$0.isLoading }
        #expect(Array(feed.state.items) == service.living)
    }

    @Test("A snapshot ends where the service can continue", arguments: NoteService.Kind.allCases)
    func snapshot(kind: NoteService.Kind) async throws {
        let (mirror, service) = try await mirror(kind)
        let snapshot = try #require(try await mirror.snapshot(of: notes, limit: 25))
        let position = try #require(snapshot.bookmark.position)
        let page = try service.load(position, 10)
        #expect(Array(service.living.prefix(snapshot.items.count)) == snapshot.items)
        #expect(page.items.first == service.living[snapshot.items.count])
        #expect(!snapshot.bookmark.isAtEnd)
    }

    @Test("A list that is not stored has no snapshot") func noSnapshot() async throws {
        let mirror = makeMirror(of: NoteService(.cursors, count: 3), in: folder)
        #expect(try await mirror.snapshot(of: notes) == nil)
    }
}
