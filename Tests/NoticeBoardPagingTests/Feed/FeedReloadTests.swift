import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

/// Lists that get another load closure, or edits from the app.
@MainActor @Suite("Feed: sources and edits", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedReloadTests {
    @Test("Resetting with another closure loads from it") func anotherSource() async {
        let feed = Feed<Numbered> { _ in Page([1, 2]) }
        feed.open()
        await feed.firstState { $0.isLoaded }
        feed.reset(loading: { _ in Page([7, 8, 9]) })
        #expect(feed.state.items.isEmpty)
        await feed.firstState { $0.isLoaded }
        #expect(feed.state.items.ids == [7, 8, 9])
    }

    @Test("Drops a late response of the former closure") func lateAnswer() async {
        let gate = Gate()
        let feed = Feed<Numbered> { _ in
            try? await gate.pass()
            return Page([1, 2])
        }
        feed.open()
        await gate.waitForArrivals(1)
        feed.reset(loading: { _ in Page([7]) })
        gate.open()
        await feed.firstState { $0.isLoaded }
        #expect(feed.state.items.ids == [7])
    }

    @Test("Resetting a list that was never opened does not load it") func notAskedFor() async {
        let feed = Feed<Numbered> { _ in Page([1]) }
        feed.reset(loading: { _ in Page([7]) })
        #expect(!feed.state.wasRequested)
        feed.open()
        await feed.firstState { $0.isLoaded }
        #expect(feed.state.items.ids == [7])
    }

    @Test("Resetting a closed list does not load it") func closed() async {
        let feed = Feed<Numbered> { _ in Page([1]) }
        await feed.refreshAndWait()
        feed.close()
        feed.reset(loading: { _ in Page([7]) })
        #expect(!feed.state.wasRequested)
    }

    @Test("A request made while the list is reset uses the new closure") func requestDuringReset() async {
        let feed = Feed<Numbered> { _ in Page([1]) }
        await feed.refreshAndWait()
        feed.close()
        let observation = feed.observe { [weak feed] in if !$0.isLoaded { feed?.open() } }
        feed.reset(loading: { _ in Page([7]) })
        await feed.firstState { $0.isLoaded }
        #expect(feed.state.items.ids == [7])
        observation.cancel()
    }

    @Test("An edit survives a page that is loading") func edit() async {
        let gate = Gate()
        let feed = Feed<Numbered> { _ in
            try await gate.pass()
            return Page([1, 2, 3])
        }
        feed.open()
        await gate.waitForArrivals(1)
        feed.edit { _ in [.remove(2)] }
        gate.open()
        await feed.firstState { $0.isLoaded }
        #expect(feed.state.items.ids == [1, 3])
    }
}
