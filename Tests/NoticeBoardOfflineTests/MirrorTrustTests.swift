import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

/// Lists that are limited, damaged or partly unreadable, and services that move items: what is alive stays, or is read again.
@Suite("A mirror loses nothing", .inTurn, .timeLimit(.minutes(1))) struct MirrorTrustTests {
    private let folder = ScratchFolder.url("mirror")

    private func mirror(
        _ service: NoteService, pageSize: Int = 10, _ change: (inout MirrorRules<Note>) -> Void = { _ in }
    ) -> Mirror<Note> {
        var rules = MirrorRules<Note>.notes(pageSize: pageSize)
        change(&rules)
        return makeMirror(of: service, in: folder, rules: rules)
    }

    /// Returns a mirror of the pages that `pages` makes of the service's.
    private func mirror(
        _ service: NoteService, changing change: @escaping @Sendable (inout Page<Note>, PagePosition?) -> Void
    ) -> Mirror<Note> {
        Mirror(in: folder, rules: .notes()) { _, position, limit in
            var page = try service.load(position, limit)
            change(&page, position)
            return page
        }
    }

    private func stored(_ mirror: Mirror<Note>) async throws -> [Note] { try await mirror.items(in: notes).items }

    /// Fails a service's requests from a number on.
    private func fail(_ service: NoteService, from first: Int) {
        service.onRequest { [unowned service] number in
            service.fail(number >= first ? NoticeBoardError(.connectionLost) : nil)
        }
    }

    /// Ends a service's failures.
    private func heal(_ service: NoteService) {
        service.onRequest { _ in }
        service.fail(nil)
    }

    // MARK: - Limits and versions

    @Test("A list that is limited by bytes has the first notes without a hole", arguments: NoteService.Kind.allCases)
    func byteLimit(kind: NoteService.Kind) async throws {
        let service = NoteService(kind, count: 60)
        let mirror = mirror(service) { $0.mostBytes = 3_000 }
        try await mirror.update(notes)
        #expect(try await stored(mirror).count < 60)
        service.add(25)
        for _ in 0..<2 {
            try await mirror.update(notes)
            let items = try await stored(mirror)
            #expect(items == Array(service.living.prefix(items.count)))
        }
    }

    @Test("A change of the items' version that is interrupted is finished later", arguments: NoteService.Kind.allCases)
    func interruptedUpgrade(kind: NoteService.Kind) async throws {
        let service = NoteService(kind, count: 35)
        try await mirror(service).update(notes)
        fail(service, from: service.requests + 2)
        let newer = mirror(service) { $0.version = 2 }
        await #expect(throws: NoticeBoardError.self) { try await newer.update(notes) }
        heal(service)
        try await newer.update(notes)
        #expect(try await newer.items(in: notes).unreadable.isEmpty)
    }

    @Test(
        "A list with a damaged line is read again as a whole, also if that is interrupted", arguments: NoteService.Kind.allCases)
    func interruptedRepair(kind: NoteService.Kind) async throws {
        let service = NoteService(kind, count: 35)
        let mirror = mirror(service)
        try await mirror.update(notes)
        try mirror.damageLine(20)
        service.add(1)
        fail(service, from: service.requests + 2)
        await #expect(throws: NoticeBoardError.self) { try await self.mirror(service).update(notes) }
        heal(service)
        try await self.mirror(service).update(notes)
        #expect(try await stored(self.mirror(service)) == service.living)
        let begin = service.requests
        try await self.mirror(service).update(notes)
        #expect(service.requests - begin <= 2)
    }

    @Test("A cursor that no stored note stands above is not continued", arguments: [true, false])
    func emptyFirstPage(isKilled: Bool) async throws {
        let service = NoteService(.cursors, count: 40)
        let isEmpty = Locked(true)
        let mirror = mirror(service) { page, position in if position == nil, isEmpty.withLock({ $0 }) { page.items = [] } }
        fail(service, from: 2)
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(notes) }
        isEmpty.withLock { $0 = false }
        service.add(15)
        let begin = service.requests
        fail(service, from: begin + 3)
        if isKilled { _ = try? await mirror.update(notes) }
        heal(service)
        try await mirror.update(notes)
        try await mirror.update(notes)
        #expect(try await stored(mirror) == service.living)
    }

    @Test("A service that answers with empty pages for ever ends an update") func emptyForEver() async throws {
        let count = Locked(0)
        let mirror = Mirror<Note>(in: folder) { _, _, _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return Page(items: number == 1 ? [Note(1)] : [], next: .cursor("\(number)"))
        }
        #expect(try await mirror.update(notes).isComplete == false)
        #expect(count.withLock { $0 } < 200)
    }

    @Test("Absurd page numbers of a service or a file are harmless", arguments: [Int.max, Int.min, 0, -1])
    func absurdPages(number: Int) async throws {
        let mirror = Mirror<Note>(in: folder, rules: .notes(pageSize: 4)) { _, position, _ in
            Page(items: (1...5).map { Note($0 + (position == nil ? 0 : 5)) }, next: position == nil ? .page(number) : nil)
        }
        try await mirror.update(notes)
        #expect(try await mirror.snapshot(of: notes, limit: 3)?.items.isEmpty == false)
        let file = mirror.folder.appendingPathComponent("list-notes.jsonl")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains(#""secondPage""#))
        for wrong in ["0", "-7", "\(Int.max)"] {
            let changed = text.replacingOccurrences(of: #""kind":"numbers""#, with: #""kind":"numbers","pageLength":\#(wrong)"#)
            try Data(changed.utf8).write(to: file)
            let again = Mirror<Note>(in: folder, rules: .notes(pageSize: 4)) { _, _, _ in throw NoticeBoardError(.noNetwork) }
            #expect(try await again.snapshot(of: notes, limit: 3)?.items.isEmpty == false)
        }
    }

    // MARK: - Unreadable elements

    /// Takes a note out of a page, as an element that cannot be decoded.
    private static func skip(_ id: String, _ page: inout Page<Note>) {
        guard let index = page.items.firstIndex(where: { $0.id == id }) else { return }
        page.items.remove(at: index)
        page.skipped = [SkippedElement(index: index, path: "", reason: "")]
    }

    @Test("An element that cannot be read hides no new notes from an interrupted update") func brokenBelowNew() async throws {
        let service = NoteService(.offsets, count: 100)
        let mirror = mirror(service) { page, _ in Self.skip("n110", &page) }
        fail(service, from: 2)
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(notes) }
        heal(service)
        service.add(25)
        #expect(try await mirror.update(notes).deleted.isEmpty)
        let kept = try await stored(mirror)
        #expect(Set(service.living.map(\.id)).subtracting(kept.map(\.id)) == ["n110"])
        #expect(try await mirror.update(notes).deleted.isEmpty)
    }

    @Test("An element that cannot be read hides no notes that come during an update") func brokenMeanwhile() async throws {
        let service = NoteService(.offsets, count: 100)
        let mirror = mirror(service) { page, _ in Self.skip("n110", &page) }
        service.onRequest { [unowned service] number in if number == 2 { service.add(25) } }
        try await mirror.update(notes)
        service.onRequest { _ in }
        for _ in 0..<3 {
            #expect(try await mirror.update(notes, depth: 60).deleted.isEmpty)
            #expect(Set(["n100", "n95", "n90", "n60"]).isSubset(of: try await stored(mirror).map(\.id)))
        }
    }

    @Test("A page of unreadable elements ends no update and is asked for few times") func brokenPage() async throws {
        let service = NoteService(.offsets, count: 60)
        let mirror = mirror(service) { page, position in
            guard position == .offset(20) else { return }
            page.skipped = page.items.indices.map { SkippedElement(index: $0, path: "", reason: "") }
            page.items = []
        }
        let update = try await mirror.update(notes)
        #expect(update.requests <= 14)
        #expect(update.count == 51)
    }

    @Test("A note of an interrupted update that has become unreadable stays") func brokenAside() async throws {
        let service = NoteService(.cursors, count: 100)
        let isBroken = Locked(false)
        let mirror = mirror(service) { page, _ in if isBroken.withLock({ $0 }) { Self.skip("n95", &page) } }
        fail(service, from: 6)
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(notes) }
        heal(service)
        service.refuseCursors()
        isBroken.withLock { $0 = true }
        #expect(try await mirror.update(notes).deleted.isEmpty)
        #expect(try await stored(mirror).contains { $0.id == "n95" })
    }

    // MARK: - Moving items

    @Test("A note on every page connects no pages", arguments: NoteService.Kind.allCases)
    func sticky(kind: NoteService.Kind) async throws {
        let service = NoteService(kind, count: 60)
        service.state.withLock { $0.givesTotal = false }
        var rules = MirrorRules<Note>.notes()
        rules.isPinned = { $0.id == "n1000" }
        let mirror = Mirror<Note>(in: folder, rules: rules) { _, position, limit in
            var page = try service.load(position, limit)
            page.items.insert(Note(1_000), at: 0)
            if service.requests == 1 { service.delete(["n60", "n59"]) }
            return page
        }
        try await mirror.update(notes)
        let kept = try await stored(mirror).map(\.id)
        #expect(Set(service.living.map(\.id)).isSubset(of: kept))
        #expect(Set(kept).count == kept.count)
    }

    @Test("Notes that sink below the pages that were read come back when these are read") func sinking() async throws {
        let service = NoteService(.offsets, count: 35)
        let mirror = mirror(service)
        try await mirror.update(notes)
        service.move("n33", to: 20)
        service.move("n32", to: 21)
        #expect(try await mirror.update(notes).deleted == ["n33", "n32"])
        try await mirror.update(notes, depth: .max)
        #expect(try await stored(mirror) == service.living)
    }

    @Test("A pinned note at the border of two pages connects them", arguments: [["n15"], (1...45).map { "n\($0)" }])
    func pinnedBorder(pinned: [String]) async throws {
        let service = NoteService(.offsets, count: 45)
        let mirror = mirror(service, pageSize: 10) { $0.isPinned = { pinned.contains($0.id) } }
        let update = try await mirror.update(notes)
        #expect(update.requests <= 5)
        #expect(try await stored(mirror) == service.living)
    }

    @Test("What was read is kept if the head cannot be read again") func headFails() async throws {
        let service = NoteService(.offsets, count: 35)
        try await mirror(service).update(notes)
        service.delete(["n30"])
        service.add(12)
        let begin = service.requests
        fail(service, from: begin + 3)
        let update = try await mirror(service).update(notes)
        #expect(update.deleted.isEmpty)
        #expect(update.added.count == 12)
        heal(service)
        try await mirror(service).update(notes, depth: 30)
        #expect(try await stored(mirror(service)) == service.living)
    }

    @Test("A note of an older version that cannot be read again is asked for once") func unreadableVersion() async throws {
        let service = NoteService(.offsets, count: 60)
        try await mirror(service).update(notes)
        service.state.withLock { $0.isBroken = { $0 == "n5" } }
        let newer = mirror(service) { $0.version = 2 }
        try await newer.update(notes)
        let begin = service.requests
        try await newer.update(notes)
        #expect(service.requests - begin <= 2)
        #expect(try await newer.items(in: notes).unreadable == ["n5"])
    }

    @Test("A note that rises to the head during an update stays", arguments: NoteService.Kind.allCases, [true, false])
    func rising(kind: NoteService.Kind, givesTotal: Bool) async throws {
        let service = NoteService(kind, count: 35)
        service.state.withLock { $0.givesTotal = givesTotal }
        let mirror = mirror(service)
        try await mirror.update(notes)
        let begin = service.requests
        service.onRequest { [unowned service] number in if number == begin + 2 { service.move("n3", to: 0) } }
        #expect(try await mirror.update(notes, depth: .max).deleted.isEmpty)
        #expect(try await stored(mirror).contains { $0.id == "n3" })
    }
}
