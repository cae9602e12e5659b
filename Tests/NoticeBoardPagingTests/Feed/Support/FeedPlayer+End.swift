import NoticeBoardBase
import NoticeBoardTesting

@testable import NoticeBoardPaging

/// The end of a run: all loads succeed, and the list is compared with the service.
extension FeedPlayer {
    /// Lets all loads succeed and compares.
    ///
    /// Further changes must then appear immediately and exactly.
    mutating func settle() {
        for wish in [FeedRequest<Int>.open, isBurst ? .reload : .refresh] where complaints.isEmpty {
            send(wish)
            rest()
        }
        fillAll()
        send(.all)
        rest()
        guard complaints.isEmpty else { return }
        let state = machine.state
        check(state.end == .lastPage, "no end: \(state)")
        check(!state.isLoadingAll, "everything is loaded and it still says that it loads")
        // The order of such a list promises no more.
        guard kind?.order != .moving else { return }
        compare()
        if isDirty { compareAnew() } else { counts.exact += 1 }
        for _ in 0..<8 where complaints.isEmpty && !isDirty {
            if random.chance(50) { send(.refresh) } else { change() }
            rest()
            fillAll()
            if machine.state.end == nil { send(.all) }
            rest()
            compare()
        }
    }

    /// Loads every gap that a refresh left, in random order.
    private mutating func fillAll() {
        var tries = 0
        while let gap = machine.state.gaps.randomElement(using: &random), tries < 200, complaints.isEmpty {
            tries += 1
            send(.gap(gap, fromBelow: readsUpwards && random.chance(60)))
            rest()
        }
        // A reload ends what the loads of the gaps did not.
        guard !machine.state.gaps.isEmpty else { return }
        counts.unfilled += 1
        send(.reload)
        rest()
    }

    /// Answers every request successfully until none is pending.
    private mutating func rest() {
        var spinnerDelay = 400
        while spinnerDelay > 0, complaints.isEmpty {
            spinnerDelay -= 1
            if let load = flying.popLast() {
                stale.append(load)
                deliver(load)
            } else if machine.state.failure != nil || machine.state.gapPhases.values.contains(where: { $0.failure != nil }) {
                send(.retry)
            } else {
                break
            }
        }
        check(spinnerDelay > 0, "it never comes to rest")
    }

    /// Lets every row appear and compares, first as the list is, then after a restart: rows that the service deleted must be gone.
    private mutating func compareAnew() {
        look(rounds: PlainPlayer.rounds)
        let now = Set(list.items.map(\.id))
        if !now.isSuperset(of: machine.state.items.ids) { counts.differentBefore += 1 }
        restart()
        send(.open)
        rest()
        // With pages of one to three rows, a row in doubt may move by only one row in several refreshes.
        look(rounds: 100)
        compareRows()
    }

    /// Lets every row appear until none is stale.
    ///
    /// The reload of a row may need more pages than a refresh allows; it is tried again after the next refresh.
    private mutating func look(rounds: Int) {
        for _ in 0..<rounds where complaints.isEmpty {
            for id in machine.state.items.ids where complaints.isEmpty {
                send(.rowAppeared(id))
                rest()
            }
            if machine.content.unconfirmed.isEmpty { break }
            send(.refresh)
            rest()
            fillAll()
            if machine.state.end == nil { send(.all) }
            rest()
        }
    }

    private mutating func compareRows() {
        counts.compared += 1
        let now = Set(list.items.map(\.id))
        if !now.isSuperset(of: machine.state.items.ids) {
            counts.different += 1
            keepsDeleted = true
        }
        let shown = machine.content.sequence.filter { now.contains($0) && !list.everPinned.contains($0) }
        if shown != list.items.map(\.id).filter(Set(shown).contains) { isMisplaced = true }
        if !Set(list.shown.map(\.id)).isSubset(of: machine.state.items.ids) { counts.incomplete += 1 }
    }

    private mutating func compare() {
        guard !isDirty, complaints.isEmpty else { return }
        let expected = isOrdered ? (0...2).flatMap { rank in list.shown.filter { $0.rank == rank } } : list.shown
        let items = machine.state.items
        let isComplete = items.sorted { $0.id < $1.id } == expected.sorted { $0.id < $1.id }
        if isComplete, !items.elementsEqual(expected) { isMisplaced = true }
        let (total, count) = (machine.state.total ?? list.items.count, list.items.count)
        // The list cannot know of a removed row that it could not decode.
        if list.broken.isEmpty { check(total == count, "a total of \(total), not \(count)") }
        check(isComplete, "\(items) instead of \(expected)")
    }
}
