import Foundation
import NoticeBoardKit
import TerminalSupport

/// A board app in a terminal: maps keys to calls of the library's screens, and their states to lines.
///
/// The library's screens load, search, keep the history and provide the texts.
@MainActor package final class Browser {
    /// The dependencies of the app.
    package struct Parts {
        package var service: any NoticeBoardService
        package var history: any SearchHistoryRepository
        /// Stores which posts were read; with `nil` they are kept in memory only.
        package var marks: FilePostMarks?
        package var language: Language
        /// Renews the access token; `nil` if the app can't.
        package var signIn: (@Sendable () -> Void)?

        package init(
            service: any NoticeBoardService, history: any SearchHistoryRepository,
            marks: FilePostMarks? = nil, language: Language,
            signIn: (@Sendable () -> Void)? = nil
        ) {
            (self.service, self.history, self.marks) = (service, history, marks)
            (self.language, self.signIn) = (language, signIn)
        }
    }

    /// What the caller of ``press(_:)`` has to do.
    package enum Outcome: Equatable {
        /// The key was handled; draw and wait for the next one.
        case handled
        case quit, interrupt, suspend, redraw
    }

    let parts: Parts
    let app: BoardApp
    package var menu: BoardMenu { app.menu }
    package var list: PostList { app.list }
    package var search: PostSearch { app.search }
    package var page: PostPage { app.page }
    package var marks: PostMarks { app.marks }
    package internal(set) var view = BrowserState.View()
    /// How many rows the body had in the last drawing.
    var visibleRows = 1
    /// The window's size in the last drawing.
    private var size = WindowSize(columns: 0, rows: 0)
    /// The open post as lines.
    var layout: PostLayout?
    /// The input from which `layout` was made.
    var laidOut: LayoutInput?
    /// Whether the next drawing scrolls to the current hit.
    var scrollsToHit = false
    /// The target of a search that waits for a board to open.
    var pendingTarget: SearchTarget?
    private var observations: [StateObservation] = []
    /// The visible rows that were last reported to a screen, and its number of rows then.
    private var reported: (first: Post.ID?, last: Post.ID?, count: Int) = (nil, nil, 0)

    /// Creates the app.
    ///
    /// It calls `changed` whenever a screen's state changes.
    package init(_ parts: Parts, changed: @escaping @MainActor () -> Void) {
        self.parts = parts
        let style = PostRowStyle(
            language: parts.language,
            date: PostDateFormat(language: parts.language, showsTimeToday: true, namesYesterday: true))
        app = BoardApp(service: parts.service, history: parts.history, marks: PostMarks(parts.marks), style: style)
        observations = [
            menu.observe { _ in changed() }, list.observe { _ in changed() }, search.observe { _ in changed() },
            page.observe { _ in changed() }, marks.observe { _ in changed() },
            app.selection.observe { [weak self] in if $0.board != nil { self?.runPendingSearch() } },
        ]
    }

    /// Loads the boards and the first board's posts.
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

    /// Returns the lines of a window, and reports the visible rows to the screens, which may load the next page.
    package func lines(in size: WindowSize) -> [StyledLine] {
        self.size = size
        let frame = Frame(updateCursors(), in: size)
        visibleRows = frame.bodyRows
        reportVisibleRows(frame)
        layOut(frame)
        return Frame(state, in: size).lines
    }

    /// Moves each cursor to its row's current index.
    ///
    /// Needed before drawing, and before a key acts on the selected row.
    @discardableResult func updateCursors() -> BrowserState {
        let state = state
        let frame = Frame(state, in: size)
        let posts = state.list.feed.entries.map(\.id)
        let hits = state.search.results.items
        view.board.follow(state.menu.rows.map(\.id), height: frame.bodyRows)
        view.post.follow(posts, height: frame.bodyRows) { posts.firstIndex(of: $0) }
        view.hit.follow(hits.lazy.map(\.id), height: max(frame.bodyRows / frame.rowsPerHit, 1)) { hits.index(id: $0) }
        view.row.follow(state.searchRows.map(\.id), height: frame.visibleSearchRows)
        if state.searchRows.isEmpty { view.isBelowField = false }
        return self.state
    }

    private func reportVisibleRows(_ frame: Frame) {
        switch view.pane {
        case .menu, .post: break
        case .list:
            let entries = state.list.feed.entries
            let visible = entries[view.post.window(of: entries.count, height: frame.bodyRows)]
            reportVisibleRows(visible.compactMap(\.postID), in: list)
        case .search:
            let hits = state.search.results.items
            let height = max(frame.bodyRows / frame.rowsPerHit, 1)
            reportVisibleRows(hits[view.hit.window(of: hits.count, height: height)].map(\.id), in: search)
        }
    }

    private func reportVisibleRows<Screen: FeedScreen>(_ posts: [Post.ID], in screen: Screen) where Screen.Item == Post {
        guard let first = posts.first, let last = posts.last else { return }
        let count = screen.feed.items.count
        // Report again after the list has grown: the visible rows may still be near its end.
        guard reported != (first, last, count) else { return }
        reported = (first, last, count)
        screen.scrolled(to: first)
        screen.rowAppeared(last)
    }
}

extension FeedEntry<Post> {
    /// The ID of the entry's post; `nil` for a gap.
    var postID: Post.ID? { if case .item(let post) = self { post.id } else { nil } }
}
