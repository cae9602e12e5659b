import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("Search screen of any service", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchScreenTests {
    private let service = TopicService(TopicService.ten)
    private let history = InMemorySearchHistory()
    private let clock = ManualClock()

    private func screen(
        in place: SearchPlace = .everywhere, _ service: TopicService? = nil,
        _ change: (inout SearchRules<Topic>) -> Void = { _ in }
    ) -> SearchScreen<Topic> {
        let service = service ?? self.service
        var rules = SearchRules<Topic>()
        rules.targets = []
        change(&rules)
        return SearchScreen(history: history, place: place, rules: rules, language: .english, time: clock.time) {
            try await service.search($0.keyword, at: $1)
        }
    }

    private func search(_ screen: SearchScreen<Topic>, _ text: String) async {
        screen.begin()
        screen.setText(text)
        screen.submit()
        await screen.firstState { $0.results.isLoaded && $0.resultsQuery?.keyword == text }
    }

    @Test("A submitted text shows its results and is recorded") func submit() async throws {
        let screen = screen()
        #expect(screen.state.activity == .inactive)
        screen.begin()
        #expect(screen.state.activity == .history)
        screen.setText(" swift ")
        #expect(screen.state.activity == .suggestions)
        screen.submit()
        let query = try #require(SearchQuery("swift"))
        #expect(screen.state.activity == .results(query))
        await screen.firstState { $0.display == .items }
        #expect(screen.state.results.items.map(\.id) == [10, 8, 6])
        #expect(screen.state.title == "All : swift")
        await screen.firstState { $0.history.map(\.keyword) == ["swift"] }
    }

    @Test("The list loads more results, apart from the search") func more() async {
        let screen = screen()
        await search(screen, "swift")
        screen.list.loadMore()
        await screen.firstState { $0.results.items.count == 5 }
        #expect(screen.list.state.items.map(\.id) == [10, 8, 6, 4, 2])
        #expect(screen.state.results.end == .lastPage)
    }

    @Test("Closing the list keeps the search, resetting it goes back to the suggestions, and only end() ends it")
    func verbs() async throws {
        let screen = screen()
        await search(screen, "swift")
        let query = try #require(SearchQuery("swift"))
        screen.list.close()
        #expect(screen.state.activity == .results(query))
        #expect(screen.state.results.items.count == 3)
        screen.list.reset()
        #expect(screen.state.activity == .suggestions)
        #expect(screen.state.text == "swift")
        #expect(screen.state.results.items.isEmpty)
        screen.end()
        #expect(screen.state.activity == .inactive)
        #expect(screen.state.text.isEmpty)
        #expect(!screen.state.history.isEmpty, "earlier searches stay")
    }

    @Test("Clearing ends the search and forgets the earlier ones") func clear() async {
        let screen = screen()
        await search(screen, "swift")
        await screen.firstState { !$0.history.isEmpty }
        screen.clear()
        #expect(screen.state.activity == .inactive)
        #expect(screen.state.history.isEmpty)
        #expect(!screen.state.isHistoryLoaded)
    }

    @Test("Typing searches after a delay, and the former results stay until the new ones come") func typing() async throws {
        let held = TopicService(TopicService.ten)
        let screen = screen(held) { $0.typingDelay = 0.3 }
        screen.begin()
        screen.setText("swift")
        #expect(held.requests.withLock { $0.isEmpty })
        await clock.waitForSleepers(1)
        clock.advanceToNext()
        await screen.firstState { $0.results.isLoaded }
        #expect(screen.state.results.items.map(\.id) == [10, 8, 6])
        screen.setText("rust")
        #expect(screen.state.showsPreviousResults)
        #expect(screen.state.results.items.map(\.id) == [10, 8, 6])
        #expect(screen.state.highlighter?.terms == ["swift"])
        // Also passes the time after which a request counts as slow, which is on the same clock.
        let turner = Task { [clock] in
            while !Task.isCancelled {
                await clock.waitForSleepers(1)
                clock.advanceToNext()
            }
        }
        await screen.firstState { $0.resultsQuery?.keyword == "rust" }
        turner.cancel()
        #expect(screen.state.results.items.map(\.id) == [9, 7, 5])
        #expect(!screen.state.showsPreviousResults)
        #expect(screen.state.highlighter?.terms == ["rust"])
        #expect(try await history.entries().isEmpty, "searches while typing are not recorded")
    }

    @Test("A search waits for a place, and searches there") func waits() async throws {
        let screen = screen(in: .pending(.loading(isSlow: true)))
        screen.begin()
        screen.setText("swift")
        screen.submit()
        let key = SearchHistoryEntry.Key("swift")
        #expect(screen.state.activity == .waiting(key))
        #expect(screen.state.mode == .results)
        #expect(screen.state.results.refresh == .loading(isSlow: true))
        #expect(service.requests.withLock { $0.isEmpty })
        screen.setPlace(.open("news"))
        await screen.firstState { $0.display == .items }
        #expect(screen.state.query == SearchQuery("swift", in: "news"))
    }

    @Test("A text that was typed before a place was open is searched once one is") func typedEarly() async throws {
        let screen = screen(in: .pending(.loading(isSlow: false))) { $0.typingDelay = 0.3 }
        screen.begin()
        screen.setText("swift")
        screen.setPlace(.open("news"))
        try #require(screen.delay != nil)
        await clock.waitForSleepers(1)
        clock.advance(by: 0.3)
        await screen.firstState { $0.results.isLoaded }
        #expect(screen.state.query == SearchQuery("swift", in: "news"))
        #expect(service.requests.withLock { $0.count } == 1)
    }

    @Test("A text whose place closes during the delay is searched once a place is open") func closedMeanwhile() async throws {
        let screen = screen(in: .open("news")) { $0.typingDelay = 0.3 }
        screen.begin()
        screen.setText("swift")
        await clock.waitForSleepers(1)
        screen.setPlace(.pending(.idle))
        clock.advance(by: 0.3)
        #expect(await eventually { screen.delay == nil })
        screen.setPlace(.open("talk"))
        try #require(screen.delay != nil)
        await clock.waitForSleepers(1)
        clock.advance(by: 0.3)
        await screen.firstState { $0.results.isLoaded }
        #expect(screen.state.query == SearchQuery("swift", in: "talk"))
    }

    @Test("Another place starts no search without a typing delay") func unsearched() {
        let screen = screen(in: .pending(.idle))
        screen.begin()
        screen.setText("swift")
        screen.setPlace(.open("news"))
        #expect(screen.delay == nil)
        #expect(screen.state.activity == .suggestions)
    }

    @Test("Without a place a search says why it waits") func closed() {
        let screen = screen(in: .closed(NoticeBoardError(.forbidden)))
        screen.begin()
        screen.setText("swift")
        screen.submit()
        #expect(screen.state.refusal?.code == .forbidden)
        #expect(screen.state.emptyReason == .noPlace)
        #expect(screen.state.emptyText == "Choose where to search first.")
        screen.end()
        #expect(screen.state.refusal == nil)
    }

    @Test("Another place searches the text there") func otherPlace() async throws {
        let screen = screen(in: .open("news"))
        await search(screen, "swift")
        screen.setPlace(.open("talk"))
        #expect(screen.state.query == SearchQuery("swift", in: "talk"))
        await screen.firstState { $0.display == .items }
    }

    @Test("A failure is part of the state, and a retry repeats the load alone") func failure() async {
        service.failure.withLock { $0 = NoticeBoardError(.noNetwork) }
        let screen = screen()
        screen.begin()
        screen.setText("swift")
        screen.submit()
        await screen.firstState { $0.display == .failure(NoticeBoardError(.noNetwork)) }
        service.failure.withLock { $0 = nil }
        screen.retry()
        await screen.firstState { $0.display == .items }
        #expect(service.requests.withLock { $0.count } == 2)
    }

    @Test("A search that finds nothing says so") func nothing() async {
        let screen = screen()
        await search(screen, "kotlin")
        #expect(screen.state.emptyReason == .noResults)
        #expect(screen.state.emptyText == "Nothing was found. Try another keyword.")
    }

    @Test("Suggestions are matching earlier searches, highlighted, then the targets") func suggestions() async throws {
        try await history.save("swift talks")
        try await history.save("rust")
        let screen = screen { $0.targets = [.all, .title] }
        screen.begin()
        await screen.firstState { $0.isHistoryLoaded }
        screen.setText("swift")
        #expect(screen.state.suggestions.map(\.keyword) == ["swift talks", "swift", "swift"])
        #expect(screen.state.suggestions.map(\.kind) == [.earlier, .target, .target])
        let row = screen.state.suggestions[0]
        #expect(row.highlights.map { row.keyword[$0] } == ["swift"])
        screen.choose(row)
        #expect(screen.state.query?.keyword == "swift talks")
    }

    @Test("A deleted earlier search comes back by an undo") func undo() async throws {
        try await history.save("swift")
        try await history.save("rust")
        let screen = screen()
        screen.begin()
        await screen.firstState { $0.history.count == 2 }
        screen.delete(screen.state.history[0])
        await screen.firstState { $0.history.map(\.keyword) == ["swift"] && $0.undoable == 1 }
        screen.undo()
        await screen.firstState { $0.history.map(\.keyword) == ["rust", "swift"] }
        #expect(screen.state.undoable == 0)
    }

    @Test("An undo restores the search that was being deleted, not one that is deleted afterwards")
    func undoneEarly() async throws {
        let history = HeldHistory()
        for keyword in ["rust", "swift"] { try await history.base.save(keyword) }
        let screen = SearchScreen<Topic>(history: history) { [service] in try await service.search($0.keyword, at: $1) }
        screen.begin()
        await screen.firstState { $0.history.map(\.keyword) == ["swift", "rust"] }
        screen.delete(screen.state.history[0])
        screen.undo()
        screen.delete(screen.state.history[1])
        history.gate.open()
        #expect(await eventually { screen.earlier.isResting })
        #expect(try await history.entries().map(\.keyword) == ["swift"])
        #expect(screen.state.undoable == 1)
    }

    @Test("Two undos restore both searches that are being deleted") func undoneTwice() async throws {
        let history = HeldHistory()
        for keyword in ["rust", "swift"] { try await history.base.save(keyword) }
        let screen = SearchScreen<Topic>(history: history) { [service] in try await service.search($0.keyword, at: $1) }
        screen.begin()
        await screen.firstState { $0.history.map(\.keyword) == ["swift", "rust"] }
        for row in screen.state.history {
            screen.delete(row)
            screen.undo()
        }
        history.gate.open()
        #expect(await eventually { screen.earlier.isResting })
        #expect(try await history.entries().map(\.keyword) == ["swift", "rust"])
    }

    @Test("An undo of a deletion under way is made also if the search ends") func undoneAtTheEnd() async throws {
        let history = HeldHistory()
        try await history.base.save("swift")
        let screen = SearchScreen<Topic>(history: history) { [service] in try await service.search($0.keyword, at: $1) }
        screen.begin()
        await screen.firstState { !$0.history.isEmpty }
        screen.delete(screen.state.history[0])
        screen.undo()
        screen.end()
        history.gate.open()
        #expect(await eventually { screen.earlier.isResting })
        #expect(try await history.entries().map(\.keyword) == ["swift"])
    }

    @Test("A history whose updates have ended is read again at the next tap") func endedUpdates() async throws {
        let history = HeldHistory(endsUpdates: true)
        let screen = SearchScreen<Topic>(history: history) { [service] in try await service.search($0.keyword, at: $1) }
        screen.begin()
        await screen.firstState { $0.isHistoryLoaded }
        try await history.base.save("swift")
        #expect(
            await eventually {
                screen.begin()
                return screen.state.history.map(\.keyword) == ["swift"]
            })
    }

    @Test("The app's filter hides results of a query, and is asked again") func filter() async {
        let screen = screen()
        let hidden = Locked<Set<Int>>([10])
        screen.filter = { _ in
            let hidden = hidden.withLock { $0 }
            return { hidden.contains($0.id) ? .author : nil }
        }
        await search(screen, "swift")
        #expect(screen.state.results.items.map(\.id) == [8, 6])
        hidden.withLock { $0 = [] }
        screen.applyFilter()
        #expect(screen.state.results.items.map(\.id) == [10, 8, 6])
    }

    @Test("An edit on another screen changes the results") func edit() async {
        let screen = screen()
        await search(screen, "swift")
        screen.edit { query in
            #expect(query.keyword == "swift")
            return { _ in [.remove(8)] }
        }
        #expect(screen.state.results.items.map(\.id) == [10, 6])
    }

    @Test("A stored snapshot is shown until the service answers") func restored() async throws {
        let held = TopicService(TopicService.ten, isHeld: true)
        let screen = screen(held)
        screen.begin()
        screen.setText("swift")
        screen.submit()
        let feed = Feed<Topic> { _ in Page(items: [Topic(id: 2, title: "swift 2")]) }
        feed.open()
        await feed.firstState { $0.isLoaded }
        screen.restore(try #require(feed.snapshot), of: try #require(SearchQuery("swift")))
        #expect(screen.state.results.items.map(\.id) == [2])
        #expect(screen.state.results.isStale)
        held.gate.open()
        await screen.firstState { !$0.results.isStale }
        #expect(screen.state.results.items.prefix(3).map(\.id) == [10, 8, 6])
    }

    @Test("A state can be made by hand, and its description does not show the text") func byHand() throws {
        var state = SearchScreen<Topic>.State(language: .english)
        state.text = "secret"
        state.activity = .results(try #require(SearchQuery("secret")))
        state.results.refresh = .failed(NoticeBoardError(.noNetwork))
        #expect(state.display == .failure(NoticeBoardError(.noNetwork)))
        #expect(state.bannerText == nil)
        #expect(!"\(state)".contains("secret"))
    }

    @Test("Releasing the screen cancels its load") func released() async {
        let held = TopicService(TopicService.ten, isHeld: true)
        var screen: SearchScreen<Topic>? = screen(held)
        screen?.setText("swift")
        screen?.submit()
        await held.gate.waitForArrivals(1)
        weak let released = screen
        screen = nil
        #expect(released == nil)
        #expect(await eventually { held.gate.waiting == 0 })
    }
}
