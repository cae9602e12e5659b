package import Foundation
import NoticeBoardBase
import NoticeBoardPaging

extension PostPage {
    /// The list from which a post was opened, as it was last.
    package struct Listing: Sendable, Equatable {
        /// The list.
        var feed: FeedState<Post>
        /// How its rows look.
        var builder: PostRowBuilder

        /// Creates the listing of a list whose rows look as they do at `now`.
        package init(_ state: some PostListing, now: Date) {
            (feed, builder) = (state.feed, state.builder.at(now))
        }

        /// The list's posts.
        var items: FeedItems<Post> { feed.items }
        /// Whether there is more of it to load.
        var hasMore: Bool { feed.isLoaded && feed.end == nil }
        /// Whether it was not requested, and shows kept posts at most.
        fileprivate var isUnrequested: Bool { !feed.wasRequested && (feed.isStale || !feed.isLoaded) }
        /// Whether nothing is being loaded.
        fileprivate var isResting: Bool { !feed.refresh.isLoading && !feed.older.isLoading }

        /// Whether a load that was under way or requested has ended.
        fileprivate func hasRested(since before: Self) -> Bool {
            isResting && (feed.refresh, feed.older) != (before.feed.refresh, before.feed.older)
        }
    }

    /// The page as a value: the open post and its neighbors in the list.
    package struct Machine: StateMachine {
        /// A call of one of the machine's functions, which return the work for the driver.
        package typealias Event = @Sendable (inout Self) -> [Effect]

        /// Work for the page's driver.
        package enum Effect: Sendable, Hashable {
            /// Prepares contents off the main actor, then calls `show` with this number; cancels an earlier preparation.
            case prepare(String, HighlightRules?, Int)
            /// Cancels the preparation.
            case stopPreparing
            /// Marks the post as read.
            case read(Post, on: Board.ID?)
            /// Sends a request to the list.
            case list(FeedRequest<Post.ID>)
        }

        /// The state of the page.
        package private(set) var state: State
        private var selection: BoardSelection.State
        /// The list from which the post was opened, as it was last.
        private var listing: Listing?
        private var number = 0
        /// The post that was opened and that the list does not have yet, and how many pages may still be loaded to find it.
        private var wanted: (id: Post.ID, pagesLeft: Int)?
        /// How many pages are loaded to find a post.
        private static let mostPages = 10
        /// The last index of the post in the list.
        private var place = 0

        /// Creates a page without a post.
        package init(selection: BoardSelection.State = .pending, builder: PostRowBuilder = PostRowBuilder()) {
            self.selection = selection
            state = State(builder: builder)
        }

        /// Makes a call.
        package mutating func handle(_ event: Event) -> [Effect] { event(&self) }

        // MARK: - Opening

        /// Opens a post of a list.
        package mutating func open(_ id: Post.ID, _ listing: Listing) -> [Effect] {
            (self.listing, wanted) = (listing, (id, Self.mostPages))
            return lookForWanted()
        }

        /// Opens a post that is in no list.
        package mutating func open(_ post: Post, _ builder: PostRowBuilder) -> [Effect] {
            (listing, wanted, state.builder) = (nil, nil, builder)
            return show(post)
        }

        /// Shows the opened post once the list has it, and loads up to ten pages to find it.
        private mutating func lookForWanted() -> [Effect] {
            guard let wanted, let listing else { return [] }
            if listing.items.contains(id: wanted.id) { return go(to: wanted.id) }
            let given = close(keepingList: true)
            state.builder = listing.builder
            (state.isLoading, state.failure) = (!listing.isResting, listing.feed.failure)
            guard listing.isResting, listing.feed.failure == nil else { return given }
            // A list that is off screen does not load by itself.
            if listing.isUnrequested { return given + [.list(.open)] }
            guard listing.feed.isLoaded else { return given }
            if listing.hasMore, wanted.pagesLeft > 0 {
                self.wanted?.pagesLeft -= 1
                state.isLoading = true
                return given + [.list(.older)]
            }
            state.searchedPosts = listing.items.count
            state.failure = NoticeBoardError(
                .notFound, "The post is not among the first \(listing.items.count) posts of the list.")
            return given
        }

        /// Repeats the list's failed load, looks further for the opened post, or loads the next one again.
        package mutating func retry() -> [Effect] {
            guard let wanted, let listing else { return state.failure == nil ? [] : next() }
            if listing.feed.failure != nil || !listing.feed.isLoaded { return [.list(.retry)] }
            self.wanted = (wanted.id, Self.mostPages)
            return listing.hasMore ? lookForWanted() : [.list(.refresh)]
        }

        private mutating func go(to id: Post.ID) -> [Effect] {
            guard let listing, let post = listing.items[id: id] else { return [] }
            // The list can show another search by now.
            state.builder = listing.builder
            wanted = nil
            return show(post) + [.list(.rowAppeared(id)), .list(.scrolled(id))]
        }

        private mutating func show(_ post: Post) -> [Effect] {
            let board = selection.board
            state = State(post, builder: state.builder)
            // A post without a board ID is on the open board.
            state.board = post.boardID.map { $0 == board?.id } ?? true ? board : nil
            placeInList()
            return prepare(post) + [.read(post, on: state.board?.id)]
        }

        /// Shows the contents that were prepared under this number.
        package mutating func show(_ content: PostContent, _ number: Int) -> [Effect] {
            guard number == self.number, state.post != nil else { return [] }
            // The current hit stays if the same hits are found again.
            let isSame = state.content?.hits.count == content.hits.count
            state.content = content
            state.hit = content.hits.isEmpty ? nil : isSame ? state.hit : 0
            return []
        }

        private mutating func prepare(_ post: Post) -> [Effect] {
            number += 1
            let marking = state.builder.marking
            return [.prepare(post.contents, marking?.highlighter(of: .contents) == nil ? nil : marking, number)]
        }

        /// Closes the page, or what it shows of a list.
        package mutating func close(keepingList: Bool = false) -> [Effect] {
            let wasOpen = state.post != nil
            if !keepingList { (listing, wanted) = (nil, nil) }
            // Read marks are dropped: another account may open the next post.
            state = State(
                builder: keepingList ? state.builder : PostRowBuilder(style: state.builder.style, now: state.builder.now))
            return wasOpen ? [.stopPreparing] : []
        }

        /// Goes to the previous post.
        package mutating func previous() -> [Effect] { state.previous.map { go(to: $0.id) } ?? [] }

        /// Goes to the next post, or loads it first.
        package mutating func next() -> [Effect] {
            if let next = state.next { return go(to: next.id) }
            guard state.post != nil, state.hasMore else { return [] }
            (state.isLoading, state.failure) = (true, nil)
            return [.list(.older)]
        }

        /// Goes to another hit, around the ends.
        package mutating func step(_ by: Int) -> [Effect] {
            if let hit = state.hit, let count = state.content?.hits.count, count > 0 { state.hit = (hit + by + count) % count }
            return []
        }

        // MARK: - Changes

        /// Shows the page in another style, at another time or with other read marks.
        package mutating func restyle(_ builder: PostRowBuilder) -> [Effect] {
            let builder = builder.marking(state.builder.marking)
            if builder != state.builder { state.builder = builder }
            return []
        }

        /// Follows the list.
        package mutating func follow(_ listing: Listing) -> [Effect] {
            guard let before = self.listing else { return [] }
            guard let post = state.post else {
                self.listing = listing
                return lookForWanted()
            }
            self.listing = listing
            state.builder = listing.builder.marking(state.builder.marking)
            if listing.feed.failure?.code == .notFound { state.disappearance = state.disappearance ?? .boardGone }
            let effects = listing.items[id: post.id].map { update($0) } ?? []
            // A list that was reset does not show that the post is gone.
            if listing.feed.isLoaded, !listing.items.contains(id: post.id), before.items.contains(id: post.id) {
                state.disappearance = state.disappearance ?? .unlisted
            } else if state.disappearance == .unlisted, listing.items.contains(id: post.id) {
                state.disappearance = nil
            }
            placeInList()
            guard state.isLoading else {
                followFailure(listing)
                return effects
            }
            if let next = state.next { return go(to: next.id) }
            // The load failed, was canceled, or brought no post below this one.
            if !listing.hasMore || listing.hasRested(since: before) {
                (state.isLoading, state.failure) = (false, listing.feed.older.failure)
            }
            return effects
        }

        /// Removes or replaces the reason why the next post could not be loaded.
        private mutating func followFailure(_ listing: Listing) {
            if state.next != nil || !listing.hasMore { state.failure = nil }
            if state.failure != nil, !listing.feed.older.isLoading { state.failure = listing.feed.older.failure }
        }

        /// Replaces the post; its old contents stay visible until the new ones are prepared.
        private mutating func update(_ post: Post) -> [Effect] {
            guard let old = state.post, old != post else { return [] }
            state.post = post
            return old.contents == post.contents ? [] : prepare(post)
        }

        /// Applies a change to the post.
        package mutating func take(_ change: PostChange) -> [Effect] {
            guard let post = state.post else { return [] }
            switch change {
            case .deleted(post.id): state.disappearance = .deleted
            case .edited(let new) where new.id == post.id, .written(let new) where new.id == post.id: return update(new)
            default: break
            }
            return []
        }

        /// Follows the selection.
        package mutating func follow(_ selection: BoardSelection.State) -> [Effect] {
            self.selection = selection
            guard let board = state.board else { return [] }
            if selection.board?.id != board.id {
                state.disappearance = state.disappearance ?? .boardGone
            } else {
                state.board = selection.board
                if state.disappearance == .boardGone { state.disappearance = nil }
            }
            return []
        }

        private mutating func placeInList() {
            guard let listing, let post = state.post else { return }
            let items = listing.items
            state.place = items.index(id: post.id)
            place = state.place ?? min(place, items.count)
            // The post behind a removed one takes its index.
            let behind = state.place.map { $0 + 1 } ?? place
            state.previous = place > 0 ? items[place - 1] : nil
            state.next = behind < items.count ? items[behind] : nil
            (state.hasMore, state.total, state.storedAt) = (listing.hasMore, listing.feed.total, listing.feed.storedAt)
        }
    }
}
