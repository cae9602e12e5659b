import NoticeBoardKit
import TerminalSupport

/// Everything that is drawn: what the screens of the library show, and where the reader stands in it.
package struct BrowserState: Sendable {
    /// Which part the keys are for.
    package enum Place: Sendable, Hashable {
        case menu, list, search, post
    }

    /// The reader's place.
    package struct View: Sendable, Hashable {
        package var place = Place.list
        package var board = ListCursor<Board.ID>()
        package var post = ListCursor<Post.ID>()
        package var hit = ListCursor<Post.ID>()
        /// Among the earlier searches, or among what can be searched.
        package var row = ListCursor<SearchRow.ID>()
        /// Whether keys go into the search field.
        package var isTyping = false
        /// Whether a row below the field is meant, and not the field.
        package var isBelowField = false
        package var field = TextField()
        /// From which place a post was opened, and which of its lines is at the top.
        package var cameFrom = Place.list
        package var postTop = 0
        package var showsHelp = false
        package var helpTop = 0
        /// Said once, until the next key.
        package var message: String?
        /// Counts while something is under way.
        package var tick = 0

        package init() {}
    }

    package var view: View
    package var menu: BoardMenu.State
    package var list: PostList.State
    package var search: SearchScreen.State
    package var page: PostPage.State
    /// The post as lines, for the window that it is drawn in.
    package var layout: PostLayout?
    package var marks: ReadMarks.State
    package var language: Language

    package init(
        view: View = View(), menu: BoardMenu.State, list: PostList.State, search: SearchScreen.State,
        page: PostPage.State = PostPage.State(), layout: PostLayout? = nil, marks: ReadMarks.State = ReadMarks.State(),
        language: Language
    ) {
        (self.view, self.menu, self.list, self.search, self.language) = (view, menu, list, search, language)
        (self.page, self.layout, self.marks) = (page, layout, marks)
    }

    /// The list that the keys are for, and what keeps it from going on.
    package var feed: FeedState<Post> {
        (view.place == .post ? view.cameFrom : view.place) == .search ? search.results : list.feed
    }

    /// What failed in sight.
    package var failure: NoticeBoardError? {
        switch view.place {
        case .menu: menu.failure
        case .list: list.failure ?? menu.failure
        case .post: page.failure
        case .search: search.failure
        }
    }

    /// Whether something in sight takes so long that a wheel turns.
    package var isBusy: Bool {
        let feed = feed
        return feed.refresh.showsSpinner || feed.older.showsSpinner || isLoadingAll
            || view.place != .search && menu.boards.phase.showsSpinner
    }

    /// Whether the list in sight is on its way to its end, and nothing keeps it.
    package var isLoadingAll: Bool { feed.isLoadingAll && feed.isLoading }

    /// The rows below the search field.
    package var searchRows: [SearchRow] {
        switch search.mode {
        case .history: search.history
        case .suggestions: search.suggestions
        case .results: []
        }
    }
}
