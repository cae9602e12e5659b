import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

/// A note with a number that grows with each new note.
private struct Numbered: Identifiable, Equatable, Sendable {
    let id: Int
}

@Suite("New item check", .inTurn, .trialLimit(minutes: 1)) struct NewItemCheckTests {
    private let folder = ScratchFolder.url("new-items")

    private func check(_ service: NoteService, name: String = "new", pageSize: Int = 10) -> NewItemCheck<Numbered> {
        NewItemCheck(in: folder, name: name, lists: [notes], pageSize: pageSize) {
            $0.id % 2 == 0
        } load: { _, position, limit in
            let page = try service.load(position, limit)
            return Page(items: page.items.map { Numbered(id: Int($0.id.dropFirst()) ?? 0) }, next: page.next, total: page.total)
        }
    }

    @Test("Finds the items since the last delivery", arguments: NoteService.Kind.allCases)
    func news(kind: NoteService.Kind) async throws {
        let service = NoteService(kind, count: 30)
        #expect(try await check(service).run().items.isEmpty)
        service.add(3)
        let found = try await check(service).run()
        #expect(found.items.map(\.item.id) == [33, 32, 31])
        #expect(found.wanted.map(\.item.id) == [32])
        #expect(try await check(service).run() == found)
        try await check(service).markDelivered(found)
        #expect(try await check(service).run().items.isEmpty)
    }

    @Test("Finds the items of a gap that has moved up by pages", arguments: [NoteService.Kind.offsets, .numbers])
    func movedGap(kind: NoteService.Kind) async throws {
        let service = NoteService(kind, count: 10)
        try await check(service).markDelivered(check(service).run())
        service.add(60)
        let first = try await check(service).run(requests: 3)
        try await check(service).markDelivered(first)
        #expect(first.items.count == 30)
        service.delete(Set(first.items.prefix(25).map { "n\($0.item.id)" }))
        service.add(5)
        let second = try await check(service).run(requests: 100)
        let told = Set((first.items + second.items).map(\.item.id))
        #expect(told == Set(11...75))
    }

    @Test("Writes nothing after the account has signed out") func signedOut() async throws {
        let scope = AccountScope()
        scope.signIn("ann@example.com")
        let gate = Gate()
        let check = NewItemCheck<Numbered>(in: folder, scope: scope, lists: [notes]) { _, _, _ in
            try await gate.pass()
            return Page(items: [Numbered(id: 1)])
        }
        let running = Task { try await check.run() }
        await gate.waitForArrivals(1)
        scope.signOut()
        await scope.waitUntilErased()
        gate.open()
        let found = try await running.value
        let error = await #expect(throws: NoticeBoardError.self) { try await check.markDelivered(found) }
        #expect(error?.code == .sessionOver)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        #expect(!names.contains { $0.hasSuffix(".json") })
    }

    @Test("Random checks deliver every item once", arguments: NoteService.Kind.allCases)
    func model(kind: NoteService.Kind) async throws {
        let trials = RandomTrials()
        var random = SeededRandom(seed: trials.seed)
        for trial in 0..<trials.count(40) {
            let service = NoteService(kind, count: Int.random(in: 0...40, using: &random))
            let check = check(service, name: "check-\(trial)", pageSize: Int.random(in: 2...9, using: &random))
            try await check.markDelivered(check.run())
            let first = service.state.withLock { $0.lastNumber }
            var told: [Int] = []
            for _ in 0..<12 {
                service.add(Int.random(in: 0...25, using: &random))
                let found = try await check.run(requests: Int.random(in: 1...6, using: &random))
                if Int.random(in: 0...9, using: &random) == 0 { service.refuseCursors() }
                guard Int.random(in: 0...4, using: &random) > 0 else { continue }
                try await check.markDelivered(found)
                told += found.items.map(\.item.id)
            }
            let last = try await check.run(requests: 1_000)
            #expect(last.unreached.isEmpty, "\(trials) \(trial)")
            told += last.items.map(\.item.id)
            #expect(told.count == Set(told).count, "told twice: \(trials) \(trial)")
            let all = service.living.compactMap { Int($0.id.dropFirst()) }.filter { $0 > first }
            #expect(Set(told) == Set(all), "\(trials) \(trial)")
        }
    }

    @Test("Signing out erases the record") func signOut() async throws {
        let scope = AccountScope()
        scope.signIn("ann")
        let check = NewItemCheck<Numbered>(in: folder, scope: scope, lists: [notes]) { _, _, _ in Page(items: [Numbered(id: 1)]) }
        _ = try await check.run()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasSuffix(".json") })
        scope.signOut()
        await scope.waitUntilErased()
        #expect(try !FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.hasSuffix(".json") })
    }
}
