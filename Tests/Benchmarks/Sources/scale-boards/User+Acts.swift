import NoticeBoardKitOffline

// What the user does. A step is one or more acts; each act is measured by itself.
extension User {
    /// The index of the row at the top of the screen.
    private var topIndex: Int { list.anchor.flatMap { list.state.rows.items.index(id: $0) } ?? 0 }

    /// Shows a screen of ten rows, as a table view reports them.
    private func show<Screen: FeedScreen>(_ screen: Screen, from first: Int) where Screen.Item == Post {
        let items = screen.feed.items
        guard first < items.count else { return }
        for item in items[first..<min(first + 10, items.count)] { screen.rowAppeared(item.id) }
        screen.scrolled(to: items[first].id)
    }

    func scroll(down: Bool) async {
        for _ in 0..<1 + random.below(7) {
            let row = max(0, topIndex + (down ? 10 : -10))
            guard row < list.state.rows.count else { return }
            await act("scroll", movesPlace: true) { show(list, from: row) }
        }
    }

    func top() async {
        await act("to the top", movesPlace: true) { show(list, from: 0) }
    }

    func pull() async {
        let newest = board.living.last
        await act("pull") { await list.refreshAndWait() }
        await checkMissing(list, newest: newest, act: "pull") { board.living }
        let row = topIndex
        await act("look after a pull", movesPlace: true) { show(list, from: row) }
        guard isOnline, list.state.feed.failure == nil else { return }
        ledger.count("screens looked at after a pull")
        let seen = list.state.rows.ids.dropFirst(topIndex).prefix(10)
        if !seen.allSatisfy(board.isLiving) { ledger.count("screens with a deleted post after a pull") }
    }

    func tapGap() async {
        let gaps = list.state.feed.gaps
        guard !gaps.isEmpty else { return await scroll(down: true) }
        let gap = gaps[random.below(gaps.count)]
        let isFromBelow = random.isTrue(0.5)
        await act("gap") { list.loadGap(gap, fromBelow: isFromBelow) }
    }

    func search() async {
        let search = device.app.search
        let keyword = ModelBoard.keywords.keys.sorted()[random.below(ModelBoard.keywords.count)]
        let newest = board.hits(keyword).last
        let target: SearchTarget = random.isTrue(0.5) ? .title : .all
        search.begin()
        search.setText(keyword)
        await act("search") { search.choose(target) }
        var row = 0
        for _ in 0..<random.below(30) {
            await act("search scroll") { show(search, from: row) }
            row = min(row + 10, max(0, search.state.hits.count - 1))
            if random.isTrue(0.05) {
                await act("search pull") { await search.refreshAndWait() }
                await checkMissing(search, newest: newest, act: "search pull") { board.hits(keyword) }
            }
        }
        await act("search ends") { search.end() }
    }

    func read() async {
        let rows = list.state.rows
        guard !rows.isEmpty else { return }
        let row = rows[min(topIndex + random.below(10), rows.count - 1)].id
        let page = device.app.page
        await act("read") { page.open(row, from: list) }
        for _ in 0..<random.below(4) { await act("read the next") { page.next() } }
        await act("read ends") { page.clear() }
    }

    func changeNetwork() async {
        let faults = ModelService.Signal.allCases.dropFirst()
        model.network = isOnline ? faults[faults.startIndex + random.below(faults.count)] : .online
        clock.advance(by: 30)
    }

    /// The time in which the user is away, with what the others write.
    private func beAway() {
        let seconds = random.isTrue(0.2) ? 40_000 : random.below(600)
        clock.advance(by: Double(seconds))
        model.change(1) { [arrivals = random.below(1 + min(seconds / 2, 260))] in $0.arrive(1 + arrivals) }
    }

    private func saveNow() async {
        let place = (board: device.app.selection.board?.id, post: list.anchor)
        if let error = await device.app.saveNow() { return fail("the place is stored", "background", "\(error.code)") }
        if let board = place.board { keptPlace = (board, place.post) }
    }

    func leaveAndReturn() async {
        await saveNow()
        if random.isTrue(0.3) { await updateMirror() }
        beAway()
        await act("foreground") { await device.app.open() }
    }

    func beKilled() async {
        if random.isTrue(0.7) { await saveNow() }
        beAway()
        if random.isTrue(0.3) { await changeNetwork() }
        await relaunch()
    }

    func updateMirror() async {
        let depth = random.isTrue(0.2) ? 200 : 0
        await act("mirror") {
            _ = try? await device.mirror.updateBoards()
            _ = try? await device.mirror.update(board.id, depth: depth)
        }
    }

    func manyChanges() async {
        let count = 1 + random.below(120)
        let offset = random.below(max(1, min(list.state.rows.count, 300)))
        let arrivals = random.isTrue(0.5)
        model.change(1) { board in
            if arrivals { return board.arrive(count * 2) }
            for _ in 0..<count { board.delete(at: offset) }
        }
        await pull()
    }

    func visitOtherBoard() async {
        let boards: [Int] = [1, 2, 3].filter { $0 != device.app.selection.board?.id }
        let other = boards[random.below(boards.count)]
        await act("board", movesPlace: true) { device.app.menu.select(other) }
        if random.isTrue(0.5) { await scroll(down: true) }
        // The long board is the one that matters.
        if random.isTrue(0.8), device.app.selection.board?.id != 1 {
            await act("board", movesPlace: true) { device.app.menu.select(1) }
        }
    }
}
