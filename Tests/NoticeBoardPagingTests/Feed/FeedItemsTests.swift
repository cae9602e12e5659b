import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// A text in a class, to distinguish equal instances by identity.
private final class Text: Sendable, Equatable {
    let text: String
    init(_ text: String) { self.text = text }
    static func == (left: Text, right: Text) -> Bool { left.text == right.text }
}

private struct Entry: Identifiable, Equatable, Sendable {
    let id: Int
    var text = Text("")
}

@Suite("FeedItems", .onOwnThread, .serialized, .trialLimit(minutes: 3)) struct FeedItemsTests {
    @Test("Matches an array model after random changes") func model() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(100) {
            var bench = Bench(isOrdered: random.chance(50))
            for _ in 0..<random.number(1...60) {
                let (kept, before) = (bench.items, bench.model)
                bench.change(&random)
                #expect(bench.holds(random: &random), "\(trials): \(bench.model.map(\.id)), but \(bench.items.ids)")
                #expect(bench.hides(), "\(trials): \(bench.model.map(\.id)), but \(bench.items.withoutHidden().items.ids)")
                #expect(Array(kept) == before, "\(trials)")
                #expect((kept == bench.items) == (before == bench.model), "\(trials)")
            }
        }
    }

    @Test("Lists with different histories are equal if they show the same items") func equality() {
        var grown: FeedItems<Ranked> = [Ranked(id: 1), Ranked(id: 2), Ranked(id: 3)]
        grown.remove([2])
        grown.insert([Ranked(id: 2)], at: 0)
        #expect(grown == [Ranked(id: 2), Ranked(id: 1), Ranked(id: 3)])
        #expect(grown.ids == [2, 1, 3])
        #expect(grown != [Ranked(id: 2), Ranked(id: 3), Ranked(id: 1)])
        #expect(grown != [Ranked(id: 2), Ranked(id: 1)])
        grown.replace(Ranked(id: 1, version: 1))
        #expect(grown != [Ranked(id: 2), Ranked(id: 1), Ranked(id: 3)])
        #expect(grown[id: 1]?.version == 1)
        #expect(FeedItems([Ranked(id: 1), Ranked(id: 1, version: 2)]) == [Ranked(id: 1)])
    }

    @Test("Compares lists of different lengths without comparing items") func lengths() {
        let looks = Locked(0)
        let items = (0..<3).map { Looked(id: $0, looks: looks) }
        #expect(FeedItems(items) != FeedItems(items.dropLast()))
        #expect(FeedItems(items.dropLast()) != FeedItems(items))
        #expect(looks.withLock { $0 } == 0)
        var turned = FeedItems(items.dropFirst())
        turned.insert([items[0]], at: 0)
        #expect(turned == FeedItems(items))
        #expect(looks.withLock { $0 } > 0)
    }

    @Test("An equal item that is loaded again keeps its instance", arguments: ["refresh", "patch", "reload", "longer"])
    func instances(how: String) throws {
        var machine = FeedMachine<Entry>()
        let first = entries(0..<4)
        answer(&machine, machine.handle(.open), first, next: 4)
        switch how {
        case "refresh": answer(&machine, machine.handle(.refresh), entries(0..<4), next: 4)
        case "reload": answer(&machine, machine.handle(.reload), entries(0..<4), next: 4)
        case "longer": answer(&machine, machine.handle(.refresh), entries(-1..<3), next: 4)
        default: _ = machine.handle(.edited { _ in [.patchAll { $0.text = Text($0.text.text) }] })
        }
        for entry in first {
            #expect(try #require(machine.state.items[id: entry.id]).text === entry.text, "\(entry.id) after \(how)")
        }
    }

    private func entries(_ ids: Range<Int>) -> [Entry] { ids.map { Entry(id: $0, text: Text("text \($0)")) } }

    private func answer(
        _ machine: inout FeedMachine<Entry>, _ effects: [FeedMachine<Entry>.Effect], _ items: [Entry], next: Int
    ) {
        for case .load(_, let ticket) in effects {
            _ = machine.handle(.loaded(Page(items: items, next: .offset(next), total: 9), ticket))
        }
    }
}

/// Items next to an array that receives the same changes.
private struct Bench {
    private(set) var items = FeedItems<Ranked>()
    private(set) var model: [Ranked] = []
    let isOrdered: Bool
    /// The service's order, also of removed items.
    private var sequence: [Int] = []
    private var nextID = 0
    private var hidesSome = false

    init(isOrdered: Bool) { self.isOrdered = isOrdered }

    mutating func change(_ random: inout SeededRandom) {
        switch random.number(0...8) {
        case 0...1: arrive(random.number(0...50), ahead: random.chance(50), &random)
        case 2: replace(&random)
        case 3: remove(random.chance(60) ? 1 : random.number(0...60), &random)
        case 4 where isOrdered: move(&random)
        case 6: hide(random.chance(70))
        case 7: patchAll()
        default: remove(0, &random)
        }
    }

    func holds(random: inout SeededRandom) -> Bool {
        let id = random.number(0...max(nextID, 1))
        return items.count == model.count && items.elementsEqual(model) && items.ids == model.map(\.id)
            && items[id: id] == model.first { $0.id == id } && items.contains(id: id) == model.contains { $0.id == id }
            && items.index(id: id) == model.firstIndex { $0.id == id } && items == FeedItems(model)
    }

    /// Whether the items without the hidden ones match the model.
    func hides() -> Bool {
        let shown = model.filter { !hidesSome || Self.reason($0) == nil }
        let (visible, hidden) = (items.withoutHidden().items, model.filter { hidesSome && Self.reason($0) != nil })
        let counts = Dictionary(grouping: hidden) { Self.reason($0) ?? .read }.mapValues(\.count)
        return visible.elementsEqual(shown) && hidden.allSatisfy { !visible.contains(id: $0.id) }
            && shown.allSatisfy { visible[id: $0.id] == $0 } && items.withoutHidden().counts == counts
            && Set(items.hiddenIDs) == Set(hidden.map(\.id))
    }

    @Sendable private static func reason(_ item: Ranked) -> HiddenReason? {
        [HiddenReason.word, .author, nil, nil][(item.id + item.version) % 4]
    }

    private mutating func hide(_ hidesSome: Bool) {
        self.hidesSome = hidesSome
        items.hide(by: hidesSome ? Self.reason : nil)
    }

    private mutating func patchAll() {
        items.patchAll { if $0.id % 5 == 0 { $0.version += 1 } }
        model = model.map { Ranked(id: $0.id, rank: $0.rank, version: $0.id % 5 == 0 ? $0.version + 1 : $0.version) }
    }

    private mutating func fresh(_ count: Int, _ random: inout SeededRandom) -> [Ranked] {
        (0..<count).map { _ in
            nextID += 1
            return Ranked(id: nextID, rank: random.number(0...3))
        }
    }

    private mutating func arrive(_ count: Int, ahead: Bool, _ random: inout SeededRandom) {
        let new = fresh(count, &random)
        items.insert(new, at: ahead ? 0 : items.count)
        model = ahead ? new + model : model + new
        sequence = ahead ? new.map(\.id) + sequence : sequence + new.map(\.id)
        sort()
    }

    /// Sorts by rank, and items of equal rank by the sequence.
    private mutating func sort() {
        guard isOrdered else { return }
        items.sort([sequence[...]]) { $1.rank < $2.rank }
        model = (0...3).flatMap { rank in sequence.compactMap { id in model.first { $0.id == id && $0.rank == rank } } }
    }

    private mutating func replace(_ random: inout SeededRandom) {
        guard !model.isEmpty else { return }
        let index = random.below(model.count)
        model[index].version += 1
        items.replace(model[index])
    }

    private mutating func remove(_ count: Int, _ random: inout SeededRandom) {
        let gone = Set(model.shuffled(using: &random).prefix(count).map(\.id))
        items.remove(gone)
        model.removeAll { gone.contains($0.id) }
    }

    private mutating func move(_ random: inout SeededRandom) {
        guard !model.isEmpty else { return }
        let index = random.below(model.count)
        model[index].rank = random.number(0...3)
        items.replace(model[index])
        sort()
    }
}

/// Counts comparisons.
private struct Looked: Identifiable, Equatable, Sendable {
    let id: Int
    let looks: Locked<Int>

    static func == (left: Self, right: Self) -> Bool {
        left.looks.withLock { $0 += 1 }
        return left.id == right.id
    }
}
