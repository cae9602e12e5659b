import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardSearch

/// Several histories of one file that share no memory, as separate processes would.
@Suite("Several processes with one history file", .inTurn, .trialLimit(minutes: 1))
struct SeveralOpenersTests {
    @Test("A process sees another process's change of the same keyword")
    func acknowledgedStays() async throws {
        let files = MemoryFileSystem()
        let (one, other) = (Fixture(files).open(), Fixture(files).open())
        for keyword in ["other", "foo"] { try await one.save(keyword) }
        // A second record of foo starts where the first process stopped reading. Deleting foo removes both records.
        try await other.save("foo")
        try await other.delete([entry("foo")])
        for number in 0..<3 { try await other.save("b-\(number)") }
        try await one.refresh()
        #expect(try await one.keywords() == ["b-2", "b-1", "b-0", "other"])
        try await one.delete([entry("other")])
        #expect(try await Fixture(files).open().keywords() == ["b-2", "b-1", "b-0"])
        expectNoTrace(of: "foo", in: files.contents)
    }

    @Test("Random calls of several processes match the model")
    func anyOrder() async throws {
        let trials = RandomTrials()
        var random = trials.random
        for number in 0..<trials.count(60, atLeast: 20) {
            var story = SharedFileScenario(&random)
            let calls = Int.random(in: 5...40, using: &random)
            for remaining in (0..<calls).reversed() {
                let step = story.chooseCall(&random)
                let fault = await story.make(step, checksFile: remaining == 0 || random.chance(20))
                #expect(
                    fault == nil, "sequence \(number), after \(story.log.joined(separator: ", ")): \(fault ?? ""); \(trials)")
                if fault != nil { return }
            }
        }
    }
}

/// Several processes, their file, and a model of the entries that each must show.
private struct SharedFileScenario {
    private let files = MemoryFileSystem()
    private let clock = TestClock()
    private let minimumSize: Int
    private var model: HistoryModel
    private var openers: [FileSearchHistory] = []
    private var removed: (entries: [SearchHistoryEntry], items: [HistoryModel.Item]) = ([], [])
    private var imports = 0
    private(set) var log: [String] = []

    enum Call {
        case save(String), pin(String, Bool), delete([String]), deleteAll(keepingPinned: Bool), add([String]), restore, erase
        case refresh, startAgain, fillDisk, freeDisk
    }

    init(_ random: inout SeededRandom) {
        model = HistoryModel(capacity: Int.random(in: 2...9, using: &random))
        minimumSize = random.chance(50) ? Int.random(in: 100...1_000, using: &random) : 65_536
        for _ in 0..<Int.random(in: 2...3, using: &random) { openers.append(open()) }
    }

    private func open() -> FileSearchHistory {
        FileSearchHistory(
            files, directory: URL(fileURLWithPath: Fixture.directory), policy: SearchHistoryPolicy(capacity: model.capacity),
            lockTimeout: 0.1, minimumSize: minimumSize, now: clock.read)
    }

    func chooseCall(_ random: inout SeededRandom) -> (call: Call, opener: Int) {
        func keyword() -> String { "낱말" + String(Int.random(in: 0..<7, using: &random)) }
        let call: Call =
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<48: .save(keyword())
            case 48..<60: .delete(random.chance(70) ? [keyword()] : [keyword(), keyword()])
            case 60..<62: .deleteAll(keepingPinned: random.chance(50))
            case 62..<64: .erase
            case 64..<71: .pin(keyword(), random.chance(60))
            case 71..<76: .add((0..<3).map { _ in keyword() })
            case 76..<80: .restore
            case 80..<90: .refresh
            case 90..<94: .startAgain
            case 94..<97: .fillDisk
            default: .freeDisk
            }
        return (call, Int.random(in: 0..<openers.count, using: &random))
    }

    /// Makes a call and returns how the history differs from the model; with `checksFile`, also as a newly opened history sees it.
    mutating func make(_ step: (call: Call, opener: Int), checksFile: Bool) async -> String? {
        log.append("\(step.opener) \(step.call)")
        do {
            try await perform(step.call, openers[step.opener], step.opener)
            try await openers[step.opener].refresh()
            let seen = try await summary(of: openers[step.opener])
            if seen != model.summary { return "it shows \(seen) and not \(model.summary)" }
            let found = checksFile ? try await summary(of: open()) : seen
            if found != model.summary { return "the file holds \(found) and not \(model.summary)" }
            return traces.isEmpty ? nil : "\(traces) are in a file"
        } catch { return "it threw \(error)" }
    }

    private mutating func perform(_ call: Call, _ history: FileSearchHistory, _ number: Int) async throws {
        var next = model
        do {
            switch call {
            case .save(let keyword):
                next.save(keyword)
                try await history.save(keyword)
            case .pin(let keyword, let isPinned):
                next.pin(keyword, isPinned)
                try await history.apply(.pin(.init(keyword), isPinned))
            case .delete(let keywords):
                let items = next.delete(keywords)
                removed = (try await history.delete(keywords.map { entry($0) }), items)
                erased.formUnion(removed.items.map(\.keyword))
            case .deleteAll(let keepingPinned):
                let items = next.deleteAll(keepingPinned: keepingPinned)
                removed = (try await history.deleteAll(keepingPinned: keepingPinned), items)
                erased.formUnion(removed.items.map(\.keyword))
            case .add(let keywords):
                imports += 1
                let source = "source \(imports)"
                let places = keywords.enumerated().map { (Double($0.offset - 10 * imports), $0.element) }
                next.add(places.map { .init(keyword: $0.1, count: 1, isPinned: false, place: $0.0) }, source: source)
                try await history.import(places.map { entry($0.1, at: $0.0) }, from: source)
            case .restore:
                if next.restore(removed.items) { try await history.restore(removed.entries) }
            case .erase:
                let gone = next.deleteAll(keepingPinned: false)
                removed = ([], [])
                try await history.erase()
                erased.formUnion(gone.map(\.keyword))
            case .refresh: try await history.refresh()
            case .startAgain: openers[number] = open()
            case .fillDisk: files.room = files.used
            case .freeDisk: files.room = .max
            }
            model = next
            erased.subtract(model.items.map(\.keyword))
            if case .add(let keywords) = call { erased.subtract(keywords) }
        } catch let error as NoticeBoardError where error.code == .storageFull && !call.isErasing {
            // Nothing changed.
        }
    }

    private var erased: Set<String> = []

    /// Returns deleted keywords that are still in a file.
    private var traces: [String] {
        if erased.isEmpty { return [] }
        let contents = files.contents.values
        return erased.filter { keyword in contents.contains { $0.holds(keyword) } }
    }

    private func summary(of history: FileSearchHistory) async throws -> String {
        try await history.entries().map { "\($0.keyword)×\($0.useCount)\($0.isPinned ? "*" : "")" }.joined(separator: " ")
    }
}

extension SharedFileScenario.Call {
    fileprivate var isErasing: Bool {
        if case .erase = self { return true }
        return false
    }
}
