import Foundation
import NoticeBoardKit
import TerminalSupport

/// A board app in a terminal: keys become calls on the screens, and what the screens show becomes lines.
///
/// Everything else (what is loaded, searched, remembered and said) is done by the library.
@MainActor package final class Browser {
    /// What the app is made of.
    package struct Parts {
        package var service: any NoticeBoardService
        package var history: any SearchHistoryRepository
        /// Where what was read is kept; it is forgotten with the program without it.
        package var marks: FileReadMarks?
        package var language: Language
        /// Gets another token, where that is possible.
        package var signIn: (@Sendable () -> Void)?

        package init(
            service: any NoticeBoardService, history: any SearchHistoryRepository,
            marks: FileReadMarks? = nil, language: Language,
            signIn: (@Sendable () -> Void)? = nil
        ) {
            (self.service, self.history, self.marks) = (service, history, marks)
            (self.language, self.signIn) = (language, signIn)
        }
    }

    /// What the program is to do about a key.
    package enum Outcome: Equatable {
        case goOn, quit, interrupt, suspend, redraw
    }

    let parts: Parts
    let app: BoardApp
    package var menu: BoardMenu { app.menu }
    package var list: PostList { app.list }
    package var search: SearchScreen { app.search }
    package var page: PostPage { app.page }
    package var marks: ReadMarks { app.marks }
    package internal(set) var view = BrowserState.View()
    /// How many rows a page has, as it was drawn last.
    var rowsInSight = 1
    /// The window that was drawn last.
    private var size = WindowSize(columns: 0, rows: 0)
    /// The open post as lines, and what they were made of.
    var layout: PostLayout?
    var laidOut: LaidOut?
    /// Whether the reader has gone to another hit, which is to be in sight.
    var showsHit = false
    /// Where to search what the field holds, as soon as a board is open.
    var wanted: SearchTarget?
    private var observations: [StateObservation] = []
    /// What was told to be in sight last.
    private var received: (first: Post.ID?, last: Post.ID?, count: Int) = (nil, nil, 0)

    /// Calls `changed` whenever there is something else to be drawn.
    package init(_ parts: Parts, changed: @escaping @MainActor () -> Void) {
        self.parts = parts
        let style = PostRowStyle(
            language: parts.language,
            date: PostDateFormat(language: parts.language, showsTimeToday: true, namesYesterday: true))
        app = BoardApp(service: parts.service, history: parts.history, marks: ReadMarks(parts.marks), style: style)
        observations = [
            menu.observe { _ in changed() }, list.observe { _ in changed() }, search.observe { _ in changed() },
            page.observe { _ in changed() }, marks.observe { _ in changed() },
            app.selection.observe { [weak self] in if $0.board != nil { self?.findWanted() } },
        ]
    }

    /// The app came into sight.
    package func open() {
        menu.open()
        list.open()
    }

    /// Everything that is drawn.
    package var state: BrowserState {
        BrowserState(
            view: view, menu: menu.state, list: list.state, search: search.state, page: page.state, layout: layout,
            marks: marks.state, language: parts.language)
    }

    /// The screen in a window of that size; what is in sight is told to the lists.
    package func lines(in size: WindowSize) -> [StyledLine] {
        self.size = size
        let frame = Frame(follow(), in: size)
        rowsInSight = frame.bodyRows
        tellOfSight(frame)
        layOut(frame)
        return Frame(state, in: size).lines
    }

    /// Finds the rows again where somebody stands: what is drawn, and what a key means that comes before the next drawing.
    @discardableResult func follow() -> BrowserState {
        let state = state
        let frame = Frame(state, in: size)
        let (posts, hits) = (state.list.feed.items, state.search.results.items)
        view.board.follow(state.menu.rows.map(\.id), height: frame.bodyRows)
        view.post.follow(posts.lazy.map(\.id), height: frame.bodyRows) { posts.index(id: $0) }
        view.hit.follow(hits.lazy.map(\.id), height: max(frame.bodyRows / frame.rowsOfHit, 1)) { hits.index(id: $0) }
        view.row.follow(state.searchRows.map(\.id), height: frame.searchRowsInSight)
        if state.searchRows.isEmpty { view.isBelowField = false }
        return self.state
    }

    private func tellOfSight(_ frame: Frame) {
        switch view.place {
        case .menu, .post: break
        case .list: rowAppeared(view.post, frame.bodyRows, in: list)
        case .search: rowAppeared(view.hit, max(frame.bodyRows / frame.rowsOfHit, 1), in: search)
        }
    }

    private func rowAppeared<Screen: FeedScreen>(_ cursor: ListCursor<Post.ID>, _ height: Int, in screen: Screen)
    where Screen.Item == Post {
        let items = screen.feed.items
        let window = cursor.window(of: items.count, height: height)
        guard let top = window.first, let bottom = window.last else { return }
        let (first, last) = (items[top].id, items[bottom].id)
        // A list that has grown is told again what is in sight: it may still be near its end.
        guard received != (first, last, items.count) else { return }
        received = (first, last, items.count)
        screen.scrolled(to: first)
        screen.rowAppeared(last)
    }
}
