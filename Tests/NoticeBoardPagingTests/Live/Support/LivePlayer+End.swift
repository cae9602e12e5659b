import NoticeBoardPaging

/// The end of a script: everything is quiet, and the list is compared with the service's.
extension LivePlayer {
    mutating func finish() {
        trace?("quiet; service \(service.rows)")
        settle()
        trace?("settled \(machine.state.items.ids) gaps \(machine.state.gaps)")
        compare()
        trace?("shown \(machine.state.items.ids), service \(service.rows)")
    }

    /// Lets everything arrive or be lost, breaks the stream once, and answers all that is asked.
    private mutating func settle() {
        dropPending()
        play(.use)
        rest()
        play(.disconnect)
        rest()
        if machine.state.live != .following { note(.notFollowing) }
        if liveReads > breaks + garbage + failedReads { note(.manyReads) }
        if machine.state.unreadableEvents != garbage { note(.uncounted) }
    }

    /// Does what is due until nothing is.
    private mutating func rest() {
        for _ in 0..<500 where !finishStep() {}
    }

    /// Does the next thing that is due; returns whether nothing is.
    private mutating func finishStep() -> Bool {
        if load != nil {
            answer()
        } else if stream != nil, !isConnected {
            play(.connect(repeating: 0))
        } else if wait != nil {
            play(.endWait)
        } else if stream == nil {
            send(.request(.retry))
        } else {
            return true
        }
        return false
    }

    /// Lets every row appear until none causes a request any more.
    private mutating func showRows() {
        for _ in 0..<Self.mostRounds {
            let before = requests
            for id in machine.state.items.ids where machine.state.items.contains(id: id) {
                trace?("row \(id) appears")
                send(.request(.rowAppeared(id)))
                rest()
            }
            if requests == before { return }
        }
        note(.restless)
    }

    private static var mostRounds: Int { 40 }

    /// Compares the list with the service's, after every gap was loaded and every row has appeared.
    ///
    /// With cursors, the rows below a gap can be read only through the gap. A row that was the last one may be deleted: no page
    /// shows that until it has rows on both sides and the list is refreshed.
    private mutating func compare() {
        gapped = !machine.state.gaps.isEmpty
        if machine.state.items.first?.id != service.rows.first { note(.missing) }
        for _ in 0..<100 {
            guard let gap = machine.state.gaps.first else { break }
            trace?("gap \(gap)")
            send(.request(.gap(gap)))
            rest()
        }
        showRows()
        let shown = machine.state.items
        let last = shown.last?.id
        let rows = Set(service.rows)
        let known = Set(shown.ids)
        let expected = service.rows.filter(known.contains)
        let deleted = known.subtracting(rows)
        if deleted == [last] { note(.lastGhost) } else if !deleted.isEmpty { note(.ghost) }
        if shown.ids.filter(rows.contains) != expected { note(.order) }
        if machine.state.gaps.isEmpty, expected != Array(service.rows.prefix(expected.count)) { note(.missing) }
        if shown.contains(where: { rows.contains($0.id) && $0.version != versions[$0.id] ?? 0 }) { note(.oldCopy) }
    }
}
