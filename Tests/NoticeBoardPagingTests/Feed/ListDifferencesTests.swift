import NoticeBoardPaging
import NoticeBoardTesting
import Testing

private struct Line: Identifiable, Equatable {
    let id: Int
    var text = ""
}

@Suite("The differences of two lists", .serialized, .inTurn, .trialLimit(minutes: 1)) struct ListDifferencesTests {
    private func differences(_ old: [Int], _ new: [Int]) -> ListDifferences<Int> {
        ListDifferences(from: old.map { Line(id: $0) }, to: new.map { Line(id: $0) })
    }

    @Test("What came, went, moved and changed is told by its places") func received() {
        let differences = ListDifferences(
            from: [Line(id: 1), Line(id: 2), Line(id: 3), Line(id: 4)],
            to: [Line(id: 4, text: "new"), Line(id: 1), Line(id: 9), Line(id: 3, text: "new")])
        #expect(differences.removed == [ListDifferences.Place(id: 2, index: 1)])
        #expect(differences.inserted == [ListDifferences.Place(id: 9, index: 2)])
        #expect(differences.moved == [ListDifferences.Move(id: 4, from: 3, to: 0)])
        #expect(differences.changed.map(\.index) == [0, 3])
        #expect(self.differences([1, 2], [1, 2]).isEmpty && self.differences([], []).isEmpty)
    }

    @Test("One element that moves is one move, up and down") func single() {
        let list = Array(0..<1_000)
        #expect(differences(list, [999] + list.dropLast()).moved == [ListDifferences.Move(id: 999, from: 999, to: 0)])
        #expect(differences(list, list.dropFirst() + [0]).moved == [ListDifferences.Move(id: 0, from: 0, to: 999)])
        #expect(differences(list, list.reversed()).moved.count == 999)
    }

    @Test("Of several elements with one ID each is matched once, in order") func several() {
        let differences = differences([2, 1, 1, 3, 1], [1, 1, 1, 1])
        #expect(differences.removed.map(\.index) == [0, 3] && differences.inserted.map(\.index) == [3])
        #expect(differences.moved.isEmpty)
    }

    @Test("Applied as a table does, they make the one list of the other, with as few moves as can be") func applied() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(800) {
            // With the same number twice now and then.
            let reach = 1 + random.below(12)
            let old = (0..<random.below(9)).map { _ in random.below(reach) }
            var new = old.filter { _ in random.below(4) > 0 }
            for _ in 0..<random.below(4) { new.insert(random.below(reach), at: random.below(new.count + 1)) }
            if random.below(2) == 0, !new.isEmpty {
                new.insert(new.remove(at: random.below(new.count)), at: random.below(new.count))
            }
            let differences = differences(old, new)
            #expect(differences.applied(to: old) == new)
            #expect(table(old, differences) == new, "\(old) → \(new)")
            #expect(differences.moved.count == fewestMoves(old, new) || Set(old).count < old.count || Set(new).count < new.count)
            #expect(differences.changed.isEmpty)
        }
    }

    /// What a table makes of its rows: all that leaves is taken out from below, all that comes is put in from above.
    private func table(_ old: [Int], _ differences: ListDifferences<Int>) -> [Int] {
        var rows = old
        for index in (differences.removed.map(\.index) + differences.moved.map(\.from)).sorted().reversed() {
            rows.remove(at: index)
        }
        let coming = differences.inserted.map { ($0.index, $0.id) } + differences.moved.map { ($0.to, $0.id) }
        for (index, id) in coming.sorted(by: { $0.0 < $1.0 }) { rows.insert(id, at: index) }
        return rows
    }

    /// By trying all: how many of the common elements have to move.
    private func fewestMoves(_ old: [Int], _ new: [Int]) -> Int {
        let common = new.filter(old.contains)
        let places = common.compactMap(old.firstIndex)
        let longest = (0..<(1 << places.count)).map { bits -> Int in
            let chosen = places.indices.filter { bits & (1 << $0) != 0 }.map { places[$0] }
            return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? chosen.count : 0
        }
        return places.count - (longest.max() ?? 0)
    }
}
