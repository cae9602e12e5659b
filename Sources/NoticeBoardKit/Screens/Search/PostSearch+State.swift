public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardScreens
import NoticeBoardSearch

extension PostSearch {
    /// What the search screen shows.
    public typealias Mode = SearchMode

    /// The state of a search screen: that of a search of any service, and what boards add to it.
    ///
    /// The values of ``search`` are also values of this state: `state.text`, `state.mode`, `state.history`, `state.results`.
    ///
    /// A plain value that can be made by hand, for a preview or a test. No description of it shows the text.
    @dynamicMemberLookup public struct State: PostListing, FailingState, Redacted {
        /// The field, the earlier searches, the suggestions and the results.
        public var search: SearchScreen<Post>.State
        /// The open board.
        public var selection: BoardSelection.State
        /// How the results look, with their matches.
        public var builder: PostRowBuilder

        /// Creates a state; by default, of a search that has not begun, before the boards are known.
        public init(
            search: SearchScreen<Post>.State = .init(), selection: BoardSelection.State = .pending,
            builder: PostRowBuilder = PostRowBuilder()
        ) {
            self.search = search
            self.selection = selection
            self.builder = builder
        }

        /// Returns or changes a value of ``search``.
        public subscript<Value>(dynamicMember path: WritableKeyPath<SearchScreen<Post>.State, Value>) -> Value {
            get { search[keyPath: path] }
            set { search[keyPath: path] = newValue }
        }
        /// Returns a value of ``search``.
        public subscript<Value>(dynamicMember path: KeyPath<SearchScreen<Post>.State, Value>) -> Value {
            search[keyPath: path]
        }

        /// The mode and the counts; never the text.
        public var description: String { search.description }

        /// The placeholder of an empty search field; empty without a board.
        public var placeholder: String { selection.board?.searchPlaceholder(in: language) ?? "" }

        /// The one thing that the screen's place shows, in every mode.
        public var display: FeedDisplay { search.display }

        /// Why there are no rows, as a value.
        public var emptyReason: EmptyReason? {
            switch search.emptyReason {
            case nil: nil
            case .noResults: .noResults
            case .hidden: .hidden
            case .noHistory: .noHistory
            case .historyOff: .historyOff
            case .historyPaused: .historyPaused
            case .noPlace: reasonForNoBoard
            }
        }

        private var reasonForNoBoard: EmptyReason {
            switch selection {
            case .noBoards: .noBoards
            case .signedOut: .signedOut
            default: .noBoardSelected
            }
        }

        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? {
            emptyReason == .hidden ? search.results.hiddenText(in: language) : emptyReason?.text(in: language)
        }

        /// Why the last request failed, whether or not rows stay visible; `retry()` repeats it.
        public var failure: NoticeBoardError? { search.failure }
        /// Why the search has stopped; `nil` while it loads, and if nothing failed.
        package var restingFailure: NoticeBoardError? { search.restingFailure }
        /// A sentence to show above rows that stay visible: why they could not be refreshed or come from the device, or why
        /// searches are not recorded.
        public var bannerText: String? { search.bannerText }

        /// The language of the texts.
        public var language: Language { search.language }
        /// The results.
        public var feed: FeedState<Post> { search.results }
        /// The rows of the results.
        public var hits: FeedRows<PostRowBuilder> { FeedRows(search.results.items, builder) }
    }
}
