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
        /// Whether nothing is being loaded.
        fileprivate var isResting: Bool { !feed.refresh.isLoading && !feed.older.isLoading }

        /// Whether a load that was under way or requested has ended.
        fileprivate func hasRested(since before: Self) -> Bool {
            isResting && (feed.refresh, feed.older) != (before.feed.refresh, before.feed.older)
        }
    }

    /// The page as a value: the open post and its neighbors in the list.
    package struct Machine: StateMachine {
        /// What can happen to a page.
        package enum Event: Sendable {
            /// A post of a list is opened.
            case open(Post.ID, Listing)
            /// A post that is in no list is opened.
            case show(Post, PostRowBuilder)
            /// The page is closed.
            case close
            /// Goes to a neighbor of the post.
            case previous, next
            /// Goes to another hit, around the ends.
            case previousHit, nextHit
            /// The list changed.
            case listed(Listing)
            /// The selection changed.
            case selected(BoardSelection.State)
            /// A post changed.
            case changed(PostChange)
            /// The style, the time or the read marks changed.
            case looked(PostRowBuilder)
            /// The contents of this number were prepared.
            case prepared(PostContent, Int)
        }

        /// Work for the page's driver.
        package enum Effect: Sendable, Hashable {
            /// Prepares contents off the main actor, then sends ``Event/prepared(_:_:)``; cancels an earlier preparation.
            case prepare(String, HighlightRules?, Int)
            /// Cancels the preparation.
            case stopPreparing
            /// Marks the post as read.
            case read(Post, on: Board.ID?)
            /// Scrolls the list to this post, so that it loads the posts behind it.
            case reached(Post.ID)
            /// Loads the list's next page.
            case older
        }

        /// The state of the page.
        package private(set) var state: State
        private var selection: BoardSelection.State
        /// The list from which the post was opened, as it was last.
        private(set) var listing: Listing?
        private var number = 0
        /// The post that was opened before the list had it, and how many pages were loaded to find it.
        private var wanted: (id: Post.ID, pages: Int)?
        /// How many pages are loaded to find a post.
        private static let mostPages = 10
        /// The last index of the post in the list.
        private var place = 0

        /// Creates a page without a post.
        package init(selection: BoardSelection.State = .pending, builder: PostRowBuilder = PostRowBuilder()) {
            self.selection = selection
            state = State(builder: builder)
        }

        /// Handles an event and returns the work for the driver.
        package mutating func handle(_ event: Event) -> [Effect] {
            switch event {
            case .open(let id, let listing):
                (self.listing, wanted) = (listing, (id, 0))
                return lookForWanted(isResting: listing.isResting)
            case .show(let post, let builder):
                (listing, wanted, state.builder) = (nil, nil, builder)
                return show(post)
            case .close: return close()
            case .previous: return state.previous.map { go(to: $0.id) } ?? []
            case .next: return next()
            case .previousHit: step(-1)
            case .nextHit: step(1)
            case .listed(let listing): return follow(listing)
            case .selected(let selection):
                self.selection = selection
                placeOnBoard()
            case .changed(let change): return take(change)
            case .looked(let builder):
                let builder = builder.marking(state.builder.marking)
                if builder != state.builder { state.builder = builder }
            case .prepared(let content, let number):
                guard number == self.number, state.post != nil else { return [] }
                // The current hit stays if the same hits are found again.
                let isSame = state.content?.hits.count == content.hits.count
                state.content = content
                state.hit = content.hits.isEmpty ? nil : isSame ? state.hit : 0
            }
            return []
        }

        // MARK: - Opening

        /// Shows the opened post once the list has it, and loads up to ten pages to find it.
        private mutating func lookForWanted(isResting: Bool) -> [Effect] {
            guard let wanted, let listing else { return [] }
            if listing.items.contains(id: wanted.id) {
                self.wanted = nil
                return go(to: wanted.id)
            }
            let given = close(keepingList: true)
            state.builder = listing.builder
            state.failure = listing.feed.failure
            guard isResting, listing.feed.isLoaded, listing.feed.failure == nil else { return given }
            if listing.hasMore, wanted.pages < Self.mostPages {
                self.wanted = (wanted.id, wanted.pages + 1)
                return given + [.older]
            }
            self.wanted = nil
            state.failure = NoticeBoardError(
                .notFound, "The post is not among the first \(listing.items.count) posts of the list.")
            return given
        }

        private mutating func go(to id: Post.ID) -> [Effect] {
            // The list can show another search by now.
            if let listing { state.builder = listing.builder }
            guard let post = listing?.items[id: id] else {
                let given = close(keepingList: true)
                state.failure = NoticeBoardError(.notFound, "The post is not in the list.")
                return given
            }
            return show(post) + [.reached(id)]
        }

        private mutating func show(_ post: Post) -> [Effect] {
            let board = selection.board
            state = State(post, builder: state.builder)
            // A post without a board ID is on the open board.
            state.board = post.boardID.map { $0 == board?.id } ?? true ? board : nil
            placeInList()
            return prepare(post) + [.read(post, on: state.board?.id)]
        }

        private mutating func prepare(_ post: Post) -> [Effect] {
            number += 1
            let marking = state.builder.marking
            return [.prepare(post.contents, marking?.highlighter(of: .contents) == nil ? nil : marking, number)]
        }

        private mutating func close(keepingList: Bool = false) -> [Effect] {
            let wasOpen = state.post != nil
            if !keepingList { (listing, wanted) = (nil, nil) }
            // Read marks are dropped: another account may open the next post.
            state = State(
                builder: keepingList ? state.builder : PostRowBuilder(style: state.builder.style, now: state.builder.now))
            return wasOpen ? [.stopPreparing] : []
        }

        private mutating func next() -> [Effect] {
            if let next = state.next { return go(to: next.id) }
            guard state.post != nil, state.hasMore else { return [] }
            (state.isWaitingForNext, state.failure) = (true, nil)
            return [.older]
        }

        private mutating func step(_ by: Int) {
            guard let hit = state.hit, let count = state.content?.hits.count, count > 0 else { return }
            state.hit = (hit + by + count) % count
        }

        // MARK: - Changes

        private mutating func follow(_ listing: Listing) -> [Effect] {
            guard let before = self.listing else { return [] }
            guard let post = state.post else {
                self.listing = listing
                return lookForWanted(isResting: listing.isResting)
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
            guard state.isWaitingForNext else {
                followFailure(listing)
                return effects
            }
            if let next = state.next { return go(to: next.id) }
            // The load failed, was canceled, or brought no post below this one.
            if !listing.hasMore || listing.hasRested(since: before) {
                (state.isWaitingForNext, state.failure) = (false, listing.feed.older.failure)
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

        private mutating func take(_ change: PostChange) -> [Effect] {
            guard let post = state.post else { return [] }
            switch change {
            case .deleted(post.id): state.disappearance = .deleted
            case .edited(let new) where new.id == post.id, .written(let new) where new.id == post.id: return update(new)
            default: break
            }
            return []
        }

        private mutating func placeOnBoard() {
            guard let board = state.board else { return }
            if selection.board?.id != board.id {
                state.disappearance = state.disappearance ?? .boardGone
            } else {
                state.board = selection.board
                if state.disappearance == .boardGone { state.disappearance = nil }
            }
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
