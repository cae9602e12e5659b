import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

/// A list with offsets, cursors or page numbers that changes between and during requests; requests that fail, cursors that are
/// refused, and processes that are killed at any file operation.
@Suite("Mirror of a changing list", .inTurn, .trialLimit(minutes: 1)) struct MirrorModelTests {
    @Test("Agrees with the service after random changes and kills", arguments: NoteService.Kind.allCases)
    func model(kind: NoteService.Kind) async throws {
        let trials = RandomTrials()
        var random = SeededRandom(seed: trials.seed &+ UInt64(NoteService.Kind.allCases.firstIndex(of: kind) ?? 0))
        for trial in 0..<trials.count(20) {
            var run = ModelRun(kind, &random, "\(trials) trial \(trial)")
            for _ in 0..<Int.random(in: 1...9, using: &random) { try await run.update(&random) }
            try await run.finish()
        }
    }
}

/// A mirror, its service and what must hold between them.
private struct ModelRun {
    private let service: NoteService
    private let folder = ScratchFolder.url("model")
    private let rules: MirrorRules<Note>
    /// Whether notes appear at the head alone.
    private let isNewestFirst: Bool
    /// Every so many notes one cannot be decoded; 0 for none.
    private let brokenEvery: Int
    private let name: String
    private var mirror: Mirror<Note>

    init(_ kind: NoteService.Kind, _ random: inout SeededRandom, _ name: String) {
        let service = NoteService(kind, count: Int.random(in: 0...80, using: &random))
        let pageSize = Int.random(in: 4...14, using: &random)
        let decidesLength = Bool.random(using: &random)
        let givesTotal = Bool.random(using: &random)
        let firstPage = Int.random(in: 0...1, using: &random)
        let brokenEvery = Int.random(in: 0...2, using: &random) == 0 ? Int.random(in: 5...40, using: &random) : 0
        self.brokenEvery = brokenEvery
        service.state.withLock { state in
            state.pageLength = decidesLength ? pageSize : nil
            state.givesTotal = givesTotal
            state.firstPage = firstPage
            state.isBroken = { Self.isBroken($0, every: brokenEvery) }
        }
        // With an unchanged total, a page number says nothing of notes that appear in the middle.
        let mayInsert = kind != .numbers || !givesTotal
        isNewestFirst = !mayInsert || Bool.random(using: &random)
        self.service = service
        self.name = name
        rules = .notes(pageSize: pageSize)
        mirror = makeMirror(of: service, in: folder, rules: rules)
    }

    /// Runs an update that may fail or be killed, during which the list may change.
    mutating func update(_ random: inout SeededRandom) async throws {
        let before = try await stored()
        let livingBefore = Set(service.living.map(\.id))
        let files = FaultyFiles()
        mirror = makeMirror(of: service, in: folder, rules: rules, files: files)
        let isKilled = Int.random(in: 0...2, using: &random) == 0
        if isKilled { files.fail(Int.random(in: 0...160, using: &random), failsAllLater: true) }
        let failing = Int.random(in: 0...3, using: &random) == 0 ? Int.random(in: 1...8, using: &random) : nil
        let depth = Int.random(in: 0...40, using: &random)
        let step = random.next()
        let begin = service.requests
        service.onRequest { [service, isNewestFirst] number in
            var random = SeededRandom(seed: step &+ UInt64(number))
            Self.change(service, isNewestFirst, &random)
            let fails = failing.map { number - begin > $0 } ?? false
            service.fail(fails ? NoticeBoardError(.connectionLost, "lost") : nil)
        }
        var update: ListUpdate<String>?
        do { update = try await mirror.update(notes, depth: depth) } catch { #expect(error is NoticeBoardError, "\(name)") }
        service.onRequest { _ in }
        service.fail(nil)
        files.die()
        mirror = makeMirror(of: service, in: folder, rules: rules)
        try await check(before, livingBefore, update)
    }

    private func check(_ before: [String], _ livingBefore: Set<String>, _ update: ListUpdate<String>?) async throws {
        let living = service.living.map(\.id)
        let alive = Set(living)
        let after = try await stored()
        let kept = Set(after)
        #expect(after.count == kept.count, "twice: \(name)")
        let lost = before.filter { alive.contains($0) && !kept.contains($0) }
        #expect(lost.isEmpty, "lost \(lost): \(name)")
        // Beside an element that cannot be decoded, notes that come during an update may be in a wrong order for a while.
        if isNewestFirst, brokenEvery == 0 {
            #expect(after.filter(alive.contains) == living.filter(kept.contains), "order: \(name)")
        }
        for id in update?.deleted ?? [] { #expect(!alive.contains(id), "deleted \(id), which is alive: \(name)") }
        guard update != nil, isNewestFirst, let deepest = living.lastIndex(where: kept.contains) else { return }
        let missing = living[..<deepest].filter { livingBefore.contains($0) && !kept.contains($0) && !isBroken($0) }
        #expect(missing.isEmpty, "a hole \(missing): \(name)")
    }

    /// Updates twice while nothing changes: the mirror is the list then.
    func finish() async throws {
        try await mirror.update(notes)
        try await mirror.update(notes, depth: .max)
        let stored = try await mirror.items(in: notes)
        #expect(stored.unreadable.isEmpty, "\(name)")
        let readable = service.living.filter { !isBroken($0.id) }
        let ids = Set(readable.map(\.id))
        // Beside an element that cannot be decoded nothing proves that a note was deleted.
        let items = readable.count == service.living.count ? stored.items : stored.items.filter { ids.contains($0.id) }
        #expect(items == readable, "\(name)")
        #expect(stored.isComplete, "\(name)")
    }

    private func isBroken(_ id: String) -> Bool { Self.isBroken(id, every: brokenEvery) }

    private static func isBroken(_ id: String, every count: Int) -> Bool {
        count > 0 && Int(id.dropFirst()).map { $0.isMultiple(of: count) } == true
    }

    private func stored() async throws -> [String] {
        let stored = try await mirror.items(in: notes)
        #expect(stored.unreadable.isEmpty, "\(name)")
        return stored.items.map(\.id)
    }

    private static func change(_ service: NoteService, _ isNewestFirst: Bool, _ random: inout SeededRandom) {
        let living = service.living
        switch Int.random(in: 0...19, using: &random) {
        // More than a deletion removes: an equal number would hide one page's move from page numbers without a total.
        case 0: service.add(Int.random(in: 5...20, using: &random))
        case 1:
            let count = Int.random(in: 1...4, using: &random)
            service.delete(Set((0..<count).compactMap { _ in living.randomElement(using: &random)?.id }))
        case 2: if let note = living.randomElement(using: &random) { service.edit(note.id, title: "neu \(random.next() % 100)") }
        case 3: service.refuseCursors()
        case 4 where !isNewestFirst:
            let index = Int.random(in: 0...living.count, using: &random)
            for _ in 0..<5 { service.insert(at: index) }
        default: break
        }
    }
}
