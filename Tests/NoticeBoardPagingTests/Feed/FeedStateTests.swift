import NoticeBoardBase
import NoticeBoardPaging
import Testing

@Suite("FeedState", .serialized, .inTurn, .timeLimit(.minutes(1))) struct FeedStateTests {
    private let failure = NoticeBoardError(.unreachable)
    private let later = NoticeBoardError(.storageFull)

    private func state(_ change: (inout FeedState<Numbered>) -> Void) -> FeedState<Numbered> {
        var state = FeedState<Numbered>()
        change(&state)
        return state
    }

    @Test("Combines the phases of both loads") func phases() {
        #expect(!state { _ in }.isLoading)
        #expect(state { $0.refresh = .loading(isSlow: false) }.isLoading)
        #expect(state { $0.older = .loading(isSlow: true) }.isLoading)
        #expect(state { _ in }.failure == nil)
        #expect(state { $0.refresh = .failed(failure) }.failure == failure)
        #expect(state { $0.older = .failed(later) }.failure == later)
        #expect(state { ($0.refresh, $0.older) = (.failed(failure), .failed(later)) }.failure == failure)
    }

    @Test("A list is fresh once it was loaded from the network") func fresh() {
        #expect(!state { _ in }.isFresh)
        #expect(!state { ($0.isLoaded, $0.isStale) = (true, true) }.isFresh)
        #expect(state { $0.isLoaded = true }.isFresh)
        #expect(state { ($0.isLoaded, $0.refresh) = (true, .failed(failure)) }.isFresh)
    }

    /// Any screen of a list has its own state, and that of its list.
    @MainActor private func states<Screen: FeedScreen>(of screen: Screen) -> (Screen.State, FeedState<Screen.Item>) {
        (screen.state, screen.feed)
    }

    @Test("A function over any screen reads its state") @MainActor func screenState() {
        let feed = Feed<Numbered> { _ in Page(items: []) }
        #expect(states(of: feed).0 == feed.state)
        #expect(states(of: feed).1 == feed.state)
    }

    @Test("Failures do not hide items") func display() {
        #expect(state { _ in }.display == .placeholder)
        #expect(state { $0.refresh = .failed(failure) }.display == .failure(failure))
        #expect(state { $0.isLoaded = true }.display == .placeholder)
        // A list that has never loaded shows a placeholder, for any end and any phase of its older pages.
        #expect(state { $0.end = .lastPage }.display == .placeholder)
        #expect(state { $0.older = .failed(later) }.display == .placeholder)
        #expect(state { ($0.isLoaded, $0.end) = (true, .lastPage) }.display == .empty)
        #expect(state { ($0.isLoaded, $0.end, $0.refresh) = (true, .lastPage, .failed(failure)) }.display == .empty)
        #expect(state { ($0.isLoaded, $0.older) = (true, .failed(later)) }.display == .failure(later))
        let items = [Numbered(1)]
        #expect(state { ($0.items, $0.refresh) = (FeedItems(items), .failed(failure)) }.display == .items)
        #expect(state { ($0.items, $0.total) = (FeedItems(items), 7) }.progress == PageProgress(loaded: 1, total: 7))
    }
}
