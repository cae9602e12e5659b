import NoticeBoardKit
import TerminalSupport

/// Everything that is drawn: the states of the library's screens and the user's position in them.
package struct BrowserState: Sendable {
    /// The part of the app that receives the keys.
    package enum Pane: Sendable, Hashable {
        case menu, list, search, post
    }

    /// The user's position, which the library's screens don't know.
    package struct View: Sendable, Hashable {
        package var pane = Pane.list
        package var board = ListCursor<Board.ID>()
        package var post = ListCursor<FeedEntry<Post>.ID>()
        package var hit = ListCursor<Post.ID>()
        /// The cursor among the earlier searches or the suggestions.
        package var row = ListCursor<SearchRow.ID>()
        /// Whether keys go into the search field.
        package var isTyping = false
        /// Whether a row below the search field is selected.
        package var isBelowField = false
        package var field = TextField()
        /// The pane from which the post was opened.
        package var previousPane = Pane.list
        /// The line of the post at the top of the window.
        package var postTop = 0
        package var showsHelp = false
        package var helpTop = 0
        /// A message in the status line, until the next key.
        package var message: String?
        /// The spinner's step, which advances while a screen is busy.
        package var tick = 0

        package init() {}
    }

    package var view: View
    package var menu: BoardMenu.State
    package var list: PostList.State
    package var search: PostSearch.State
    package var page: PostPage.State
    /// The open post laid out for the window's width.
    package var layout: PostLayout?
    package var marks: PostMarks.State
    package var language: Language

    package init(
        view: View = View(), menu: BoardMenu.State, list: PostList.State, search: PostSearch.State,
        page: PostPage.State = PostPage.State(), layout: PostLayout? = nil, marks: PostMarks.State = PostMarks.State(),
        language: Language
    ) {
        (self.view, self.menu, self.list, self.search, self.language) = (view, menu, list, search, language)
        (self.page, self.layout, self.marks) = (page, layout, marks)
    }

    /// The list that is visible, or the one from which the post was opened.
    package var feed: FeedState<Post> {
        (view.pane == .post ? view.previousPane : view.pane) == .search ? search.results : list.feed
    }

    /// The failure of the visible pane.
    package var failure: NoticeBoardError? {
        switch view.pane {
        case .menu: menu.failure
        case .list: list.failure ?? menu.failure
        case .post: page.failure
        case .search: search.failure
        }
    }

    /// Whether loading takes so long that the spinner is shown.
    package var isBusy: Bool {
        let feed = feed
        return feed.refresh.showsSpinner || feed.older.showsSpinner || isLoadingAll
            || view.pane != .search && menu.boards.phase.showsSpinner
    }

    /// Whether the list is loading all of its pages and hasn't failed.
    package var isLoadingAll: Bool { feed.isLoadingAll && feed.isLoading }

    /// The earlier searches or suggestions below the search field.
    package var searchRows: [SearchRow] {
        switch search.mode {
        case .history: search.history
        case .suggestions: search.suggestions
        case .results: []
        }
    }
}
