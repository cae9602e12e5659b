import BoardTerminal
import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import TerminalSupport

/// Sample posts, boards and states, with hostile and very wide texts.
enum Samples {
    static let hostile =
        "\u{1B}[2J\u{1B}]0;title\u{7}\u{9B}31m\u{202E}evil\r\n\u{8}\u{2028}" + String(repeating: "\u{301}", count: 200)
    static let family = "👨‍👩‍👧‍👦"
    static let titles = [
        "회의실 안내 🎉", "short", hostile, family + " 가족 모임 " + family, "e\u{301}e\u{301} café", String(repeating: "긴제목", count: 400),
        String(repeating: "wide ", count: 300), "🇰🇷🇺🇸 flags ❤\u{FE0F}", "", "\u{1112}\u{1161}\u{11AB}글 in parts",
    ]
    static let boards = [
        Board(id: 1, name: "공지사항", hasNewPosts: true), Board(id: 2, name: hostile, isFavorite: true),
        Board(id: 3, name: String(repeating: "Engineering", count: 30)),
    ]
    static let failure = NoticeBoardError(.unreachable, "The host refuses the connection.")
    static let sizes = [(80, 24), (40, 10), (20, 5), (200, 60), (1, 1), (3, 2), (84, 8)].map {
        WindowSize(columns: $0.0, rows: $0.1)
    }

    static func posts(_ count: Int) -> [Post] {
        (0..<count).map { index in
            Post(
                id: 1_000 + index, title: titles[index % titles.count], boardID: 1,
                writer: Writer(name: titles[(index + 3) % titles.count]),
                contents: "메일 \(titles[(index + 1) % titles.count]) mail", createdAt: Date(timeIntervalSince1970: 1_772_323_200),
                type: index % 4 == 0 ? .notice : .normal, viewCount: index * 999, commentCount: index % 3, isNew: index % 2 == 0)
        }
    }

    static func feed(_ count: Int, _ change: (inout FeedState<Post>) -> Void = { _ in }) -> FeedState<Post> {
        var feed = FeedState<Post>()
        (feed.items, feed.wasRequested, feed.isLoaded, feed.total) = (FeedItems(posts(count)), true, true, count)
        change(&feed)
        return feed
    }

    static func builder(_ language: Language, highlighting: String? = nil) -> PostRowBuilder {
        PostRowBuilder(
            style: PostRowStyle(language: language), highlighting: highlighting.map { SearchHighlighting(Highlighter($0)) })
    }

    /// Every combination of list or menu state and pane; the search has hits in posts with hostile texts.
    static func states(_ language: Language) -> [BrowserState] {
        let menus = [
            BoardMenu.State(boards: Loaded(boards), selection: .open(boards[0]), language: language),
            BoardMenu.State(boards: Loaded(boards, phase: .failed(failure)), selection: .open(boards[1]), language: language),
            BoardMenu.State(boards: Loaded(nil, phase: .failed(failure)), selection: .nothing, language: language),
            BoardMenu.State(boards: Loaded([]), selection: .nothing, language: language),
            BoardMenu.State(boards: Loaded(nil, phase: .loading(isSlow: true)), language: language),
        ]
        let feeds = [
            feed(60), feed(0), FeedState(), feed(0) { ($0.isLoaded, $0.refresh) = (false, .failed(failure)) },
            feed(30) { $0.older = .failed(failure) }, feed(30) { ($0.older, $0.total) = (.loading(isSlow: true), 10_000) },
            feed(30) { ($0.isLoadingAll, $0.older, $0.total) = (true, .loading(isSlow: true), 10_000) },
            feed(30) { ($0.newItemCount, $0.skipped) = (3, 2) },
        ]
        var states: [BrowserState] = []
        for (menu, feed) in feeds.map({ (menus[0], $0) }) + menus.map({ ($0, feeds[0]) }) {
            let list = PostList.State(selection: menu.selection, feed: feed, builder: builder(language))
            for place in [BrowserState.Pane.menu, .list, .search, .post] {
                var view = BrowserState.View()
                view.pane = place
                states.append(
                    BrowserState(view: view, menu: menu, list: list, search: search(feed, language), language: language))
            }
        }
        states[0].view.showsHelp = true
        states[1].view.message = hostile
        return states
    }

    static func search(_ feed: FeedState<Post>, _ language: Language) -> PostSearch.State {
        var search = SearchScreen<Post>.State(language: language)
        search.activity = SearchQuery("메일", target: .all, in: boards[0].id).map { .results($0) } ?? .inactive
        search.text = "메일"
        search.results = feed
        let state = PostSearch.State(
            search: search, selection: .open(boards[0]), builder: builder(language, highlighting: "메일"))
        return state
    }
}
