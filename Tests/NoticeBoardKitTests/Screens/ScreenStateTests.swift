import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@Suite("Failures and notices of screen states", .timeLimit(.minutes(1))) struct ScreenStateTests {
    private let builder = PostRowBuilder(style: PostRowStyle(language: .english))
    private let failure = NoticeBoardError(.noNetwork)
    private let post = Post(id: 1, title: "a")
    private var sentence: String { failure.text(in: .english) }

    private let results = SearchQuery("a", target: .all, in: 1).map { SearchActivity.results($0) } ?? .inactive

    private func feed(_ change: (inout FeedState<Post>) -> Void) -> FeedState<Post> {
        var feed = FeedState<Post>()
        change(&feed)
        return feed
    }

    @MainActor @Test("A probe ends at once when a board's screen rests in a failure") func probes() async {
        let list = PostList.State(feed: feed { $0.refresh = .failed(failure) })
        await endsAtOnce(list)
        var menu = BoardMenu.State()
        menu.boards.phase = .failed(failure)
        await endsAtOnce(menu)
        var search = PostSearch.State()
        search.activity = results
        search.results = list.feed
        await endsAtOnce(search)
        var page = PostPage.State()
        page.failure = failure
        await endsAtOnce(page)
    }

    @MainActor private func endsAtOnce(_ state: some Sendable & Equatable) async {
        let probe = StateProbe(StateStore(state))
        let error = await #expect(throws: (any Error).self) { try await probe.firstState(within: 20) { _ in false } }
        #expect(error.map { "\($0)" }?.contains("It rests in a failure") == true)
    }

    @Test("A failed refresh of the menu is a notice beside its boards") func menu() {
        var state = BoardMenu.State(language: .english)
        state.boards.phase = .failed(failure)
        #expect(state.display == .failure(failure))
        #expect(state.failure == failure)
        #expect(state.bannerText == nil)
        state.boards.value = [Board(id: 1, name: "a")]
        #expect(state.display == .items)
        #expect(state.failure == failure)
        #expect(state.bannerText == sentence)
    }

    @Test("A failed refresh of the list is a notice beside its posts") func list() {
        let first = feed { $0.refresh = .failed(failure) }
        var state = PostList.State(selection: .open(Board(id: 1, name: "a")), feed: first, builder: builder)
        #expect(state.display == .failure(failure))
        #expect(state.failure == failure)
        #expect(state.bannerText == nil)
        state.feed.items = FeedItems([post])
        #expect(state.bannerText == sentence)
    }

    @Test("A failed older page is a failure without a notice") func older() {
        let older = feed { ($0.items, $0.older) = (FeedItems([post]), .failed(failure)) }
        let state = PostList.State(selection: .open(Board(id: 1, name: "a")), feed: older, builder: builder)
        #expect(state.failure == failure)
        #expect(state.bannerText == nil)
    }

    @Test("A list shows the failure of the boards") func boards() {
        let state = PostList.State(selection: .failed(failure), builder: builder)
        #expect(state.display == .failure(failure))
        #expect(state.failure == failure)
    }

    @Test("A failed history is a notice beside search results") func search() {
        var state = PostSearch.State()
        state.historyFailure = failure
        state.search.language = .english
        #expect(state.display == .failure(failure))
        #expect(state.failure == failure)
        #expect(state.bannerText == nil)
        state.activity = results
        state.results = feed { $0.items = FeedItems([post]) }
        #expect(state.bannerText == sentence)
    }

    @Test("A failed load of the next post is a notice beside the open post") func page() {
        var state = PostPage.State(builder: builder)
        state.failure = failure
        #expect(state.display == .failure(failure))
        #expect(state.bannerText == nil)
        (state.post, state.content) = (post, PostContent("a"))
        #expect(state.display == .items)
        #expect(state.failure == failure)
        #expect(state.bannerText == sentence)
        state.disappearance = .deleted
        #expect(state.bannerText == "This post was deleted.")
    }
}
