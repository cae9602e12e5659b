import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Mirror of a list", .inTurn, .timeLimit(.minutes(1))) struct MirrorTests {
    private let folder = ScratchFolder.url("mirror")

    private func mirror(
        _ service: NoteService, mostItems: Int? = nil, pageSize: Int = 10, _ change: (inout MirrorRules<Note>) -> Void = { _ in }
    ) -> Mirror<Note> {
        var rules = MirrorRules<Note>.notes(mostItems: mostItems, pageSize: pageSize)
        change(&rules)
        return makeMirror(of: service, in: folder, rules: rules)
    }

    private func stored(_ mirror: Mirror<Note>) async throws -> [Note] { try await mirror.items(in: notes).items }

    // MARK: - Updating

    @Test("Stores a whole list in order after the first update", arguments: NoteService.Kind.allCases)
    func firstUpdate(kind: NoteService.Kind) async throws {
        let service = NoteService(kind, count: 35)
        let mirror = mirror(service)
        let update = try await mirror.update(notes)
        #expect(update.added == service.living.map(\.id))
        #expect(update.isComplete)
        #expect(try await stored(mirror) == service.living)
    }

    @Test("Finds new, changed and deleted notes", arguments: NoteService.Kind.allCases)
    func changes(kind: NoteService.Kind) async throws {
        let service = NoteService(kind, count: 35)
        let mirror = mirror(service)
        try await mirror.update(notes)
        service.add(3)
        service.edit("n34", title: "neu")
        service.delete(["n33"])
        let update = try await mirror.update(notes)
        #expect(update.added == ["n38", "n37", "n36"])
        #expect(update.changed == ["n34"])
        #expect(update.deleted == ["n33"])
        #expect(try await stored(mirror) == service.living)
    }

    @Test("Finds a deletion between two pages", arguments: NoteService.Kind.allCases, [true, false])
    func deletionAtSeam(kind: NoteService.Kind, givesTotal: Bool) async throws {
        let service = NoteService(kind, count: 35)
        service.state.withLock { state in
            state.givesTotal = givesTotal
            state.pageLength = 10
        }
        let mirror = mirror(service)
        try await mirror.update(notes)
        service.delete(["n26", "n25"])
        service.add(2)
        // The new notes move the border of the pages to where the deleted ones were.
        let update = try await mirror.update(notes, depth: 20)
        #expect(update.deleted == ["n26", "n25"])
    }

    @Test("Page numbers lose no note that moves up to an earlier page during an update", arguments: [true, false])
    func movedUp(givesTotal: Bool) async throws {
        let service = NoteService(.numbers, count: 35)
        service.state.withLock { $0.givesTotal = givesTotal }
        service.onRequest { [unowned service] number in if number == 2 { service.delete(["n35", "n34"]) } }
        let mirror = mirror(service)
        try await mirror.update(notes)
        let living = Set(service.living.map(\.id))
        #expect(living.isSubset(of: try await stored(mirror).map(\.id)))
    }

    @Test("Page numbers with a total need one request for each page") func totals() async throws {
        let service = NoteService(.numbers, count: 35)
        let mirror = mirror(service, pageSize: 9)
        let update = try await mirror.update(notes)
        #expect(update.requests == 4)
    }

    @Test("An interrupted update continues", arguments: NoteService.Kind.allCases)
    func resumes(kind: NoteService.Kind) async throws {
        let service = NoteService(kind, count: 100)
        service.onRequest { [unowned service] number in
            service.fail(number == 6 ? NoticeBoardError(.connectionLost) : nil)
        }
        await #expect(throws: NoticeBoardError.self) { try await self.mirror(service).update(notes) }
        let before = service.requests
        let mirror = mirror(service)
        try await mirror.update(notes)
        #expect(service.requests - before < 8)
        #expect(try await stored(mirror) == service.living)
    }

    @Test(
        "New notes below known ones keep their place if an update is interrupted", arguments: NoteService.Kind.allCases, 1...8)
    func interruptedBelowKnown(kind: NoteService.Kind, failing: Int) async throws {
        let service = NoteService(kind, count: 10)
        service.state.withLock { ($0.givesTotal, $0.pageLength) = (false, 6) }
        try await mirror(service, pageSize: 6).update(notes)
        service.add(12)
        // The third page has known notes, and ends with a new one.
        for _ in 0..<5 { service.insert(at: 17) }
        let begin = service.requests
        service.onRequest { [unowned service] number in
            if number == begin + failing { service.fail(NoticeBoardError(.connectionLost)) }
        }
        _ = try? await mirror(service, pageSize: 6).update(notes)
        service.onRequest { _ in }
        service.fail(nil)
        // The last page of the next update ends above the new notes.
        service.add(1)
        let update = try await mirror(service, pageSize: 6).update(notes, depth: 18)
        #expect(update.deleted.isEmpty)
        try await mirror(service, pageSize: 6).update(notes, depth: .max)
        #expect(try await stored(mirror(service, pageSize: 6)) == service.living)
    }

    @Test(
        "A refused cursor begins at the head",
        arguments: [
            NoticeBoardError(.inputRefused) as any Error, NoticeBoardError(.notFound), CocoaError(.coderInvalidValue),
        ])
    func refusedCursor(error: any Error) async throws {
        let service = NoteService(.cursors, count: 100)
        service.onRequest { [unowned service] number in service.fail(number == 6 ? NoticeBoardError(.connectionLost) : nil) }
        let mirror = mirror(service)
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(notes) }
        service.add(2)
        service.refuseCursors()
        service.onRequest { [unowned service] number in service.fail(number == 7 ? error : nil) }
        try await mirror.update(notes)
        #expect(service.positions[6] != nil)
        #expect(service.positions[7] == nil)
        #expect(try await stored(mirror) == service.living)
    }

    @Test("Notes of an interrupted update stay readable while the list is read from its head") func aside() async throws {
        let service = NoteService(.cursors, count: 100)
        service.onRequest { [unowned service] number in service.fail(number == 6 ? NoticeBoardError(.connectionLost) : nil) }
        let mirror = mirror(service)
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(notes) }
        let first = try await stored(mirror)
        service.refuseCursors()
        service.onRequest { [unowned service] number in service.fail(number == 9 ? NoticeBoardError(.connectionLost) : nil) }
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(notes) }
        #expect(try await stored(mirror) == first)
    }

    @Test("A service whose cursors lead in a circle ends an update") func circle() async throws {
        let mirror = Mirror<Note>(in: folder) { _, position, _ in
            let isFirst = position?.cursor != "b"
            return Page(items: [Note(isFirst ? 1 : 2)], next: .cursor(isFirst ? "b" : "a"))
        }
        let update = try await mirror.update(notes)
        #expect(update.requests <= 4)
        #expect(!update.isComplete)
    }

    @Test("An app's error of a load is thrown as it is") func ownError() async throws {
        struct OwnError: Error {}
        let mirror = Mirror<Note>(in: folder) { _, _, _ in throw OwnError() }
        await #expect(throws: OwnError.self) { try await mirror.update(notes) }
        await #expect(throws: OwnError.self) { try await mirror.page(of: notes) }
    }

    @Test("A list of cursors that is limited ends where it can be continued") func limit() async throws {
        let service = NoteService(.cursors, count: 100)
        let mirror = mirror(service, mostItems: 35)
        let update = try await mirror.update(notes)
        #expect(update.count == 33)
        #expect(!update.isComplete)
        #expect(try await stored(mirror) == Array(service.living.prefix(33)))
    }

    @Test("Notes that the service shows on top of every page connect no pages") func pinned() async throws {
        let service = NoteService(.offsets, count: 60)
        let sticky = Note(1_000)
        let mirror = Mirror<Note>(in: folder) { _, position, limit in
            var page = try service.load(position, limit)
            page.items.insert(sticky, at: 0)
            page.pinned = 1
            if service.requests == 1 { service.delete(["n60", "n59"]) }
            return page
        }
        try await mirror.update(notes)
        let living = Set(service.living.map(\.id))
        #expect(living.isSubset(of: try await stored(mirror).map(\.id)))
    }

    // MARK: - Lists

    @Test("Keeps lists with any characters in their names apart") func names() async throws {
        let names = ["", "a/b", "A", "a", "자유게시판", "../x", "%41"]
        let mirror = Mirror<Note>(in: folder) { list, _, _ in Page(items: [Note(names.firstIndex(of: list) ?? -1)]) }
        for name in names { try await mirror.update(name) }
        #expect(Set(try await mirror.lists()) == Set(names))
        for (number, name) in names.enumerated() {
            #expect(try await mirror.items(in: name).items == [Note(number)])
        }
    }

    @Test("A name that is too long for a file is refused") func longName() async throws {
        let mirror = Mirror<Note>(in: folder) { _, _, _ in Page(items: []) }
        let error = await #expect(throws: NoticeBoardError.self) { try await mirror.update(String(repeating: "가", count: 70)) }
        #expect(error?.code == .invalidInput)
    }

    @Test("A later page that the service does not have leaves the list on the device") func missingPage() async throws {
        let service = NoteService(.numbers, count: 35)
        let mirror = mirror(service)
        try await mirror.update(notes)
        service.fail(NoticeBoardError(.notFound))
        await #expect(throws: NoticeBoardError.self) { try await mirror.page(of: notes, at: .page(9)) }
        #expect(try await stored(mirror).count == 35)
        await #expect(throws: NoticeBoardError.self) { try await mirror.page(of: notes) }
        #expect(try await mirror.lists().isEmpty)
    }

    // MARK: - An app's type that changes

    @Test("Items of an older version are converted, and loaded again") func upgrade() async throws {
        let service = NoteService(.offsets, count: 35)
        try await mirror(service).update(notes)
        let newer = mirror(service) { rules in
            rules.version = 2
            rules.upgrade = { json, _ in
                var note = try JSONDecoder().decode(Note.self, from: json)
                note.text = "converted"
                return note
            }
        }
        #expect(try await stored(newer).map(\.text) == Array(repeating: "converted", count: 35))
        let update = try await newer.update(notes)
        #expect(update.changed.count == 35)
        #expect(try await stored(newer) == service.living)
    }

    @Test("Items that cannot be read are named, not taken for an empty list") func unreadable() async throws {
        let service = NoteService(.offsets, count: 3)
        try await mirror(service).update(notes)
        let newer = mirror(service) { $0.version = 2 }
        let result = try await newer.items(in: notes)
        #expect(result.items.isEmpty)
        #expect(result.unreadable == ["n3", "n2", "n1"])
        #expect(result.count == 3)
    }

    @Test("A damaged line between others is loaded again") func damage() async throws {
        let service = NoteService(.offsets, count: 35)
        let mirror = mirror(service)
        try await mirror.update(notes)
        try mirror.damageLine(20)
        let again = self.mirror(service)
        #expect(try await stored(again).count == 34)
        try await again.update(notes)
        #expect(try await stored(again) == service.living)
    }

    // MARK: - Accounts

    @Test("Signing out erases the mirror of the account alone") func signOut() async throws {
        let scope = AccountScope()
        scope.signIn("ann@example.com")
        let ann = Mirror<Note>(in: folder, scope: scope) { _, _, _ in Page(items: [Note(1)]) }
        let other = Mirror<Note>(in: folder) { _, _, _ in Page(items: [Note(2)]) }
        try await ann.update(notes)
        try await other.update(notes)
        #expect(!ann.folder.path.contains("ann"))
        scope.signOut()
        await scope.waitUntilErased()
        #expect(!FileManager.default.fileExists(atPath: ann.folder.path))
        let error = await #expect(throws: NoticeBoardError.self) { try await ann.update(notes) }
        #expect(error?.code == .sessionOver)
        #expect(try await other.items(in: notes).items == [Note(2)])
    }

    @Test("A launch finishes an interrupted sign-out before it opens a mirror") func interruptedSignOut() async throws {
        let accounts = ScratchFolder.url("accounts")
        let first = AccountScope(directory: accounts)
        first.signIn("ann")
        let mirror = Mirror<Note>(in: folder, scope: first) { _, _, _ in Page(items: [Note(1)]) }
        try await mirror.update(notes)
        await first.waitUntilErased()
        let record = try Data(contentsOf: accounts.appendingPathComponent("account.owner"))
        first.signOut()
        await first.waitUntilErased()
        // As if the sign-out had been killed before it erased anything.
        let killed = Mirror<Note>(in: folder) { _, _, _ in Page(items: [Note(1)]) }
        try await killed.update(notes)
        try FileManager.default.moveItem(at: killed.folder, to: mirror.folder)
        try record.write(to: accounts.appendingPathComponent("account.owner"))
        let second = AccountScope(directory: accounts)
        second.signIn("bob")
        await second.waitUntilErased()
        #expect(!FileManager.default.fileExists(atPath: mirror.folder.path))
    }

    @Test("An expired session keeps the mirror for the same account") func expired() async throws {
        let scope = AccountScope()
        scope.signIn("ann")
        let mirror = Mirror<Note>(in: folder, scope: scope) { _, _, _ in Page(items: [Note(1)]) }
        try await mirror.update(notes)
        scope.expire()
        await #expect(throws: NoticeBoardError.self) { try await mirror.items(in: notes) }
        scope.signIn("ann")
        let again = Mirror<Note>(in: folder, scope: scope) { _, _, _ in Page(items: []) }
        #expect(try await again.items(in: notes).items == [Note(1)])
    }

    @Test("Describes itself without folder and account") func description() {
        let mirror = Mirror<Note>(in: folder) { _, _, _ in Page(items: []) }
        #expect("\(mirror)" == "Mirror(…)")
    }
}
