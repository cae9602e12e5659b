public import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardSearch

extension Samples {
    /// The row builder of the samples.
    public static let builder = PostRowBuilder(
        style: PostRowStyle(
            language: .korean, date: PostDateFormat(language: .korean, showsTimeToday: true, namesYesterday: true),
            snippetLength: 60), now: now)

    /// States of a post list.
    public static let lists: [Sample<PostList.State>] = {
        let board = BoardSelection.State.open(boards[0])
        return [
            Sample("not asked for", PostList.State(builder: builder)),
            Sample("no board", PostList.State(selection: .nothing, builder: builder)),
            Sample("loading", list(board) { $0.refresh = .loading(isSlow: false) }),
            Sample("loading slowly", list(board) { $0.refresh = .loading(isSlow: true) }),
            Sample("empty", list(board) { ($0.isLoaded, $0.end, $0.total) = (true, .lastPage, 0) }),
            Sample("failed", list(board) { $0.refresh = .failed(failures[0]) }),
            Sample("posts", list(board, posts) { $0.end = .lastPage }),
            Sample("loading more", list(board, posts) { $0.older = .loading(isSlow: true) }),
            Sample("more failed", list(board, posts) { $0.older = .failed(failures[0]) }),
            Sample("refresh failed", list(board, posts) { $0.refresh = .failed(failures[1]) }),
            Sample("kept from before", list(board, posts) { $0.isStale = true }),
            Sample("long", list(.open(boards[3]), [longPost] + posts) { $0.total = 123_456_789 }),
            Sample("hostile", list(board, hostilePosts) { $0.end = .lastPage }),
        ]
    }()

    /// States of a board menu.
    public static let menus: [Sample<BoardMenu.State>] = [
        Sample("not asked for", BoardMenu.State(language: .korean)),
        Sample("loading slowly", BoardMenu.State(boards: Loaded(phase: .loading(isSlow: true)), language: .korean)),
        Sample("empty", BoardMenu.State(boards: Loaded([]), language: .korean)),
        Sample("failed", BoardMenu.State(boards: Loaded(phase: .failed(failures[0])), language: .korean)),
        Sample("boards", BoardMenu.State(boards: Loaded(boards), selection: .open(boards[0]), language: .korean)),
        Sample(
            "refresh failed", BoardMenu.State(boards: Loaded(boards, phase: .failed(failures[0])), language: .korean)),
    ]

    /// States of a search screen.
    public static let searches: [Sample<PostSearch.State>] = {
        func search(
            _ activity: SearchActivity, _ change: (inout PostSearch.State) -> Void = { _ in }
        ) -> PostSearch.State {
            var search = SearchScreen<Post>.State(language: .korean)
            search.activity = activity
            var state = PostSearch.State(search: search, selection: .open(boards[0]), builder: builder)
            change(&state)
            return state
        }
        let keyword = SearchHistoryEntry.Key("메일")
        func results(_ posts: [Post] = [], _ change: (inout FeedState<Post>) -> Void) -> PostSearch.State {
            guard let query = SearchQuery("메일", target: .all, in: 1) else { return search(.history) }
            return search(.results(query)) { state in
                state.text = "메일"
                state.builder = marked
                state.resultsQuery = query
                state.results = list(.pending, posts, change).feed
            }
        }
        return [
            Sample("history not read", search(.history)),
            Sample("no history", search(.history) { $0.isHistoryLoaded = true }),
            Sample("history failed", search(.history) { $0.historyFailure = NoticeBoardError(.fileUnavailable) }),
            Sample(
                "suggestions",
                search(.suggestions) { state in
                    state.text = "메일"
                    state.suggestions = SearchTarget.wellKnown.map { SearchRow($0, keyword: "메일", in: .korean) }
                }),
            Sample(
                "no board",
                search(.waiting(keyword)) { state in
                    state.selection = .nothing
                    state.place = .closed(NoticeBoardError(.noBoardSelected))
                }),
            Sample("searching", results { $0.refresh = .loading(isSlow: true) }),
            Sample("nothing found", results { ($0.isLoaded, $0.end) = (true, .lastPage) }),
            Sample("failed", results { $0.refresh = .failed(failures[0]) }),
            Sample("found", results(posts) { $0.end = .lastPage }), Sample("hostile", results(hostilePosts) { _ in }),
        ]
    }()

    /// States of a post page.
    public static let pages: [Sample<PostPage.State>] = {
        func page(_ post: Post?, _ change: (inout PostPage.State) -> Void = { _ in }) -> PostPage.State {
            let content = post.map { PostContent($0.contents, highlighting: Highlighter("메일")) }
            var state = PostPage.State(post, content: content, builder: marked, board: boards[0])
            change(&state)
            return state
        }
        return [
            Sample("nothing open", page(nil)), Sample("being made", page(posts[0]) { $0.content = nil }),
            Sample("a post", page(posts[0]) { ($0.next, $0.indexInList, $0.total) = (posts[1], 0, 5) }),
            Sample("hits", page(posts[1])), Sample("no contents", page(posts[4])), Sample("long", page(longPost)),
            Sample("not there", page(nil) { $0.failure = NoticeBoardError(.notFound) }),
            Sample("deleted", page(posts[0]) { $0.disappearance = .deleted }),
        ] + hostilePosts.map { post in Sample("hostile: \(post.title)", page(post)) }
    }()

    /// The row builder of search results.
    private static let marked = builder.highlighting(SearchHighlighting(Highlighter("메일")))

    private static func list(
        _ selection: BoardSelection.State, _ posts: [Post] = [], _ change: (inout FeedState<Post>) -> Void
    ) -> PostList.State {
        var feed = FeedState<Post>()
        feed.items = FeedItems(posts)
        feed.wasRequested = true
        feed.isLoaded = !posts.isEmpty
        change(&feed)
        return PostList.State(selection: selection, feed: feed, builder: builder)
    }
}
