import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@MainActor @Suite("BoardMenu", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BoardMenuTests {
    private let simulator = BoardSimulator(seed: 5)
    private let selection = BoardSelection()
    private let clock = ManualClock()

    private func menu(opensFirst: Bool = true) throws -> BoardMenu {
        BoardMenu(
            service: try simulator.client(), selection: selection, opensFirst: opensFirst, language: .english, time: clock.time)
    }

    @Test("Opens the first board before it shows rows") func opening() async throws {
        let menu = try menu()
        var seen: [BoardMenu.State] = []
        let observation = menu.observe { seen.append($0) }
        menu.open()
        menu.open()
        await menu.firstState { $0.display == .items && $0.boards.phase == .idle }
        let expected = simulator.boards.sorted { $0.order < $1.order }
        #expect(menu.state.rows.map(\.id) == expected.map(\.id))
        #expect(selection.board?.id == expected[0].id)
        #expect(selection.board?.name == expected[0].name)
        #expect(simulator.log.count == 1)
        #expect(seen.filter { $0.display == .items }.allSatisfy { $0.rows.first?.isSelected == true })
        withExtendedLifetime(observation) {}
    }

    @Test("A menu that opens no board waits until the app selects one") func choosing() async throws {
        let menu = try menu(opensFirst: false)
        await menu.refreshAndWait()
        #expect(selection.state == .nothing)
        menu.select(simulator.boards[3].id)
        #expect(selection.board?.id == simulator.boards[3].id)
        let other = try #require(menu.state.boards.value?.first)
        selection.select(other)
        #expect(menu.state.rows.filter(\.isSelected).map(\.id) == [other.id])
        selection.clear()
        #expect(menu.state.rows.allSatisfy { !$0.isSelected })
        menu.setLanguage(.korean)
        #expect(menu.state.language == .korean)
    }

    @Test("Opens the board that was selected before the boards were loaded") func chosenEarly() async throws {
        let second = simulator.boards[1]
        let menu = try menu()
        menu.select(second.id)
        menu.open()
        await menu.firstState { !$0.rows.isEmpty }
        #expect(menu.state.selection.board?.id == second.id)
    }

    @Test(
        "A board that was selected early opens with the service's boards if stored ones lack it", arguments: [true, false])
    func chosenBeforeStored(isChosenFirst: Bool) async {
        let stored = [Board(id: 1, name: "1")]
        let service = HeldService(boards: stored + [Board(id: 2, name: "2")])
        let menu = BoardMenu(service: service, selection: selection, time: clock.time)
        if isChosenFirst { menu.select(2) }
        menu.restore(stored)
        menu.select(2)
        if isChosenFirst { #expect(selection.board == nil) }
        menu.open()
        service.gate.open()
        await menu.firstState { $0.rows.count == 2 }
        #expect(selection.board?.id == 2)
    }

    @Test("A board that was selected early opens with stored boards if they have it") func chosenAmongStored() {
        let menu = BoardMenu(service: HeldService(), selection: selection, time: clock.time)
        menu.select(2)
        menu.restore([Board(id: 1, name: "1"), Board(id: 2, name: "2")])
        #expect(selection.board?.id == 2)
    }

    @Test("The first board opens if the service lacks the one that was selected early") func chosenAndGone() async {
        let service = HeldService(boards: [Board(id: 1, name: "1")])
        let menu = BoardMenu(service: service, selection: selection, time: clock.time)
        menu.select(2)
        menu.restore(service.boards)
        menu.open()
        service.gate.open()
        await menu.firstState { !$0.boards.isStale && !$0.rows.isEmpty }
        #expect(selection.board?.id == 1)
    }

    @Test("Recovers from a slow failure on retry") func slow() async throws {
        let gate = Gate()
        simulator.hold(1, at: gate)
        simulator.answer(1, with: .status(503))
        let menu = try menu()
        menu.open()
        await gate.waitForArrivals(1)
        await clock.waitForSleepers(1)
        #expect(menu.state.boards.phase == .loading(isSlow: false))
        clock.advance(by: 0.3)
        await menu.firstState { $0.boards.phase.showsSpinner }
        gate.open()
        let failed = await menu.firstState { $0.boards.phase.failure != nil }
        #expect(failed?.boards.phase.failure?.code == .serverFailure)
        #expect(selection.state == failed?.boards.failure.map(BoardSelection.State.failed))
        menu.retry()
        await menu.firstState { $0.display == .items }
        #expect(selection.board != nil)
    }

    @Test("Renames or replaces the open board after a refresh") func refreshing()
        async throws
    {
        let menu = try menu()
        await menu.refreshAndWait()
        let open = try #require(selection.board)
        simulator.change(open.id) { $0.name = "Another name" }
        await menu.refreshAndWait()
        #expect(selection.board?.id == open.id)
        #expect(selection.board?.name == "Another name")
        simulator.boards.removeAll { $0.id == open.id }
        await menu.refreshAndWait()
        #expect(selection.board?.id == simulator.boards.min { $0.order < $1.order }?.id)
        simulator.answer(4, with: .status(500))
        await menu.refreshAndWait()
        #expect(menu.state.rows.count == 4)
        #expect(menu.state.display == .items)
        #expect(menu.state.boards.phase.failure != nil)
    }

    @Test("Clears menu and selection on reset") func signingOut() async throws {
        let service = HeldService(boards: [Board(id: 1, name: "1")])
        let menu = BoardMenu(service: service, selection: selection, time: clock.time)
        menu.open()
        await service.gate.waitForArrivals(1)
        menu.reset()
        await service.left.waitForArrivals(1)
        #expect(menu.state.display == .empty)
        #expect(selection.state == .signedOut)
        service.gate.open()
        menu.open()
        await menu.firstState { $0.display == .items }
        menu.reset()
        #expect(selection.state == .signedOut)
        #expect(menu.state.rows.isEmpty)
    }

    @Test("Opens the first board after another menu failed to load") func twoMenus()
        async throws
    {
        let (failing, menu) = (try menu(), try menu())
        simulator.answer(1, with: .status(503))
        await failing.refreshAndWait()
        #expect(selection.state == failing.state.boards.failure.map(BoardSelection.State.failed))
        await menu.refreshAndWait()
        #expect(selection.board?.id == simulator.boards.min { $0.order < $1.order }?.id)
        #expect(menu.state.rows[0].isSelected)
    }

    @Test("Skips and counts unreadable boards until it is reset") func skipped() async throws {
        simulator.answer(
            1, with: .json(#"{"value": [{"boardId": 1, "displayName": "one", "boardType": "normal"}, {"boardId": "?"}, 7]}"#))
        let menu = try menu()
        await menu.refreshAndWait()
        #expect(menu.state.rows.map(\.name) == ["one"])
        #expect(menu.state.skipped == 2)
        menu.reset()
        #expect(menu.state.skipped == 0)
    }

    @Test("A reload replaces a request that hangs") func reload() async throws {
        let gate = Gate()
        simulator.hold(1, at: gate)
        let menu = try menu()
        menu.open()
        await gate.waitForArrivals(1)
        menu.refresh()
        #expect(simulator.log.count == 1)
        menu.reload()
        await menu.firstState { $0.display == .items && $0.boards.phase == .idle }
        #expect(simulator.log.count == 2)
        gate.open()
    }

    @Test("Cancels its load when it is released") func letGo() async {
        let service = HeldService(boards: [])
        var menu: BoardMenu? = BoardMenu(service: service, selection: selection, time: clock.time)
        menu?.open()
        await service.gate.waitForArrivals(1)
        menu = nil
        await service.left.waitForArrivals(1)
        #expect(service.gate.waiting == 0)
    }
}
