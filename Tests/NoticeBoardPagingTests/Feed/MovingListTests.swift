import NoticeBoardBase
import NoticeBoardPaging
import Testing

/// Lists with moving rows: a row that appears again never removes loaded rows.
@Suite("FeedMachine: moving lists", .serialized, .inTurn, .timeLimit(.minutes(1))) struct MovingListTests {
    private func desk(_ change: (inout FeedRules<Ranked>) -> Void = { _ in }) -> MachineDesk {
        var desk = MachineDesk(change)
        desk.handle(.open)
        return desk
    }

    @Test("Skips an unpinned row that reappears further down") func unpinned() {
        var desk = desk()
        desk.answer(.ranked([7] + Array(0..<5), next: .offset(6), total: 12))
        desk.handle(.all)
        desk.answer(.ranked([5, 6, 7, 8, 9, 10], next: nil, total: 12))
        #expect(desk.ids == [7, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10])
        #expect(desk.asked == [nil, .offset(6)])
        #expect(desk.state.end == .lastPage)
        #expect(desk.state.failure == nil)
    }

    @Test("Shows pinned rows of every page once", arguments: [true, false])
    func pinned(tellsTotal: Bool) {
        var desk = desk()
        let list = Array(0..<30)
        func page(at offset: Int) -> Page<Ranked> {
            let end = min(offset + 6, list.count)
            return .ranked(
                [100, 101] + list[min(offset, list.count)..<end], next: end < list.count ? .offset(end) : nil,
                total: tellsTotal ? list.count + 2 : nil)
        }
        desk.handle(.all)
        while let position = desk.load?.position ?? (desk.load == nil ? nil : .offset(0)), desk.asked.count < 50 {
            if case .offset(let offset) = position { desk.answer(page(at: offset)) }
        }
        #expect(desk.ids == [100, 101] + list)
        #expect(desk.state.end == .lastPage)
        #expect(desk.state.newItemCount == 0)
        #expect(desk.asked.filter { $0 == nil }.count == 1, "it was never reset")
    }

    @Test("Continues despite rows that the service repeats") func unstable() {
        var desk = desk { $0.serviceOrder = .moving }
        desk.answer(.ranked(0..<10, next: .offset(10), total: 30))
        desk.handle(.all)
        desk.answer(.ranked([10, 3, 11, 12, 4, 13, 14, 15, 16, 17], next: .offset(20), total: 30))
        desk.answer(.ranked([18, 3, 19, 20, 4, 21, 22, 23, 24, 25], next: nil, total: 30))
        #expect(desk.ids == Array(0...25))
        #expect(desk.state.failure == nil)
    }

    @Test("Rows appended to a complete list appear after a refresh", arguments: [true, false])
    func appended(tellsTotal: Bool) {
        var desk = desk()
        desk.answer(Array(0..<10), tellsTotal: tellsTotal)
        desk.handle(.all)
        desk.answerAll(Array(0..<10), tellsTotal: tellsTotal)
        #expect(desk.ids == Array(0..<10))
        #expect(desk.state.end == .lastPage)
        desk.handle(.refresh)
        desk.answerAll(Array(0..<11), tellsTotal: tellsTotal)
        #expect(desk.state.end == nil)
        desk.handle(.all)
        desk.answerAll(Array(0..<11), tellsTotal: tellsTotal)
        #expect(desk.ids == Array(0..<11))
        #expect(desk.state.end == .lastPage)
    }

    @Test("A row that jumps to the end of a refresh does not drop the rows between") func bumped() {
        var desk = desk()
        let list = Array(0..<40)
        desk.answer(list)
        desk.handle(.all)
        desk.answerAll(list)
        let now = [0, 1, 2, 30] + list[3..<30] + list[31...]
        desk.handle(.refresh)
        desk.answerAll(now)
        #expect(desk.ids == now)
    }

    @Test("Counts new rows above the list until a refresh loads them") func newItemCount() {
        var desk = desk()
        let list = Array(0..<20)
        desk.answer(list)
        desk.handle(.older)
        desk.answer([50, 51, 52] + list)
        #expect(desk.ids == Array(0..<5))
        #expect(desk.state.newItemCount == 3)
        desk.handle(.refresh)
        desk.answer([50, 51, 52] + list)
        #expect(desk.ids == [50, 51, 52] + Array(0..<5))
        #expect(desk.state.newItemCount == 0)
    }

    @Test("A row inserted by a change and then refreshed no longer reduces the new item count") func hintAfterNewcomer() {
        var desk = desk()
        let list = Array(0..<20)
        desk.answer(list)
        desk.handle(.changed(.inserted(Ranked(id: 50))))
        desk.handle(.refresh)
        desk.answer([50] + list)
        desk.handle(.older)
        desk.answerAll([50] + list)
        #expect(desk.ids == [50] + Array(0..<7))
        desk.handle(.older)
        desk.answer([60, 61, 62, 50] + list)
        #expect(desk.state.newItemCount == 3)
    }

    @Test("Keeps the service's order of two inserted rows during a refresh") func earlierArrival() {
        var desk = desk { $0.refreshPages = 1 }
        desk.answer(Array(0..<20))
        desk.handle(.refresh)
        for id in [50, 51] { desk.handle(.changed(.inserted(Ranked(id: id)))) }
        #expect(desk.ids == [51, 50, 0, 1, 2, 3])
        // Three more arrived between the two without a change event.
        desk.answer([51, 60, 61, 62, 50] + Array(0..<20))
        #expect(desk.ids == [51, 60, 61, 62, 50, 0, 1, 2, 3])
        #expect(desk.state.gaps == [PageGap(after: 50, before: 0)])
    }

    @Test("A closed list loads no further page after its refresh") func closed() {
        var desk = desk()
        desk.answer(Array(0..<20))
        desk.handle(.refresh)
        desk.handle(.rowAppeared(3))
        desk.handle(.close)
        desk.answer(Array(0..<20))
        #expect(desk.load == nil)
        #expect(desk.state.refresh == .idle)
        #expect(desk.asked == [nil, nil])
    }

    @Test("A page cancelled by closing is requested when the list opens again", arguments: [false, true])
    func backInSight(isOrdered: Bool) {
        var desk = desk { if isOrdered { $0.order = { $0.id > $1.id } } }
        desk.answer(Array(0..<20))
        // Report the last row, because visible rows don't appear again.
        desk.handle(.rowAppeared(isOrdered ? 0 : 3))
        #expect(desk.load?.position == .offset(4))
        desk.handle(.close)
        #expect(desk.load == nil)
        #expect(desk.state.older == .idle)
        #expect(desk.cancelled.count == 1)
        desk.handle(.refresh)
        desk.handle(.close)
        desk.answer(Array(0..<20))
        #expect(desk.load == nil)
        desk.handle(.open)
        #expect(desk.load != nil)
        #expect(desk.state.older.isLoading)
        desk.answerAll(Array(0..<20))
        #expect(Set(desk.ids) == Set(0..<8))
        #expect(desk.handle(.open).isEmpty)
    }

    @Test("Opening a closed list does not resume loading everything")
    func closedAndAsked() {
        for (ask, count) in [(FeedRequest<Int>.older, 8), (.rowAppeared(3), 8), (.all, 20), (.refresh, 4)] {
            var desk = desk()
            desk.answer(Array(0..<20))
            desk.handle(.all)
            desk.handle(.close)
            #expect(desk.load == nil)
            #expect(!desk.state.isLoadingAll)
            #expect(desk.handle(.open).isEmpty)
            desk.handle(.close)
            desk.handle(ask)
            desk.answerAll(Array(0..<20))
            #expect(desk.ids.count == count, "\(ask)")
        }
    }

    @Test("A retry requests an empty page below the total again") func early() {
        var desk = desk()
        desk.answer(.ranked(0..<4, next: .offset(4), total: 80))
        desk.handle(.older)
        desk.answer(.ranked([]))
        #expect(desk.state.end == .early)
        #expect(desk.state.failure == nil)
        #expect(desk.state.progress == PageProgress(loaded: 4, total: 80))
        desk.handle(.retry)
        #expect(desk.load?.position == .offset(4))
        desk.answer(.ranked(4..<8, next: .offset(8), total: 80))
        #expect(desk.ids == Array(0..<8))
        #expect(desk.state.end == nil)
    }

    @Test("Opening again does not repeat a failed first load") func opening() {
        var desk = desk()
        desk.fail()
        #expect(desk.handle(.open).isEmpty)
        #expect(desk.state.refresh.failure != nil)
        #expect(!desk.handle(.retry).isEmpty)
    }

    @Test("Pages merged above a visible row in the list's own order do not trigger more loads") func ownOrder() {
        // The order shows later rows further up.
        var desk = MachineDesk { $0.order = { $0.id > $1.id } }
        desk.handle(.open)
        desk.answer(Array(0..<40))
        desk.handle(.rowAppeared(0))
        desk.answerAll(Array(0..<40))
        #expect(desk.asked == [nil, .offset(4)])
    }

    @Test("Removing an unknown item does not restart a load") func otherLists() {
        var desk = desk()
        desk.answer(Array(0..<12), tellsTotal: false)
        desk.handle(.older)
        let load = desk.load?.ticket
        desk.handle(.changed(.removed(99)))
        #expect(desk.load?.ticket == load)
        #expect(desk.cancelled.isEmpty)
    }

    @Test("An unpinned row is found further down after a refresh without losing rows")
    func unpinnedBeforeRefresh() {
        var desk = desk()
        let before = [45] + Array(0..<45) + Array(46..<60)
        desk.answer(before, limit: 20)
        desk.handle(.all)
        desk.answerAll(before, limit: 20)
        desk.handle(.refresh)
        desk.answer(Array(0..<60), limit: 20)
        #expect(desk.ids == Array(0..<45) + Array(46..<60))
        desk.handle(.all)
        desk.answerAll(Array(0..<60), limit: 20)
        #expect(Set(desk.ids) == Set(0..<60))
        #expect(desk.ids.count == 60)
        #expect(desk.state.end == .lastPage)
    }

    @Test(
        "A burst larger than the loaded list keeps the order",
        arguments: [true, false])
    func burst(tellsTotal: Bool) {
        var desk = desk()
        let list = Array(0..<40)
        desk.answer(list, limit: 8, tellsTotal: tellsTotal)
        let now = Array(100..<111) + list
        desk.handle(.all)
        desk.answerAll(now, limit: 8, tellsTotal: tellsTotal)
        #expect(desk.ids == list)
        #expect(desk.state.end == .lastPage)
        desk.handle(.refresh)
        desk.answerAll(now, limit: 8, tellsTotal: tellsTotal)
        #expect(desk.ids == now)
    }

    @Test("Rows that arrive above in two bursts never appear in a wrong place")
    func burstAfterOthers() {
        var desk = MachineDesk { $0.paging.overlap = 3 }
        desk.handle(.open)
        desk.answer(Array(0..<58), limit: 9)
        desk.handle(.rowAppeared(8))
        let two = [59, 58] + Array(0..<58)
        desk.answer(two, limit: 9)
        #expect(desk.ids == Array(0..<13))
        #expect(desk.state.newItemCount == 2)
        #expect(desk.load == nil)
        desk.handle(.rowAppeared(12))
        #expect(desk.load?.position == .offset(12))
        let now = Array((60..<72).reversed()) + two
        desk.answer(now, limit: 9)
        #expect(desk.ids == Array(0..<13))
        desk.handle(.all)
        desk.answerAll(now, limit: 9)
        #expect(desk.ids == Array(0..<58))
        #expect(desk.state.end == .lastPage)
        #expect(desk.state.newItemCount == 14)
        desk.handle(.refresh)
        desk.answerAll(now, limit: 9)
        #expect(desk.ids == now)
        #expect(desk.state.gaps.isEmpty)
    }

    @Test("A reload keeps the list until the response and then shows only its items") func reloading() {
        var desk = desk()
        desk.answer(Array(0..<12))
        desk.handle(.older)
        desk.answer(Array(0..<12))
        desk.handle(.refresh)
        desk.handle(.reload)
        #expect(desk.ids == Array(0..<8))
        #expect(desk.cancelled.count == 1)
        #expect(desk.load?.position == nil)
        desk.answer([50] + Array(0..<12))
        #expect(desk.ids == [50, 0, 1, 2])
        #expect(desk.state.end == nil)
    }
}
