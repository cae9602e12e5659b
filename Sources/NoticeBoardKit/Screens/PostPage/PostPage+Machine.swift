import Foundation
package import NoticeBoardBase
package import NoticeBoardPaging

extension PostPage {
    /// What a page knows of the list from which its post was opened.
    package struct Listing: Sendable, Equatable {
        /// Its posts.
        package var items: FeedItems<Post>
        /// How its rows look.
        package var builder: PostRowBuilder
        /// Whether it was answered.
        package var isLoaded: Bool
        /// Whether there is more of it to load.
        package var hasMore: Bool
        /// How many posts it has, when the service tells.
        package var total: Int?
        /// Why it could not be loaded or read on.
        package var failure: NoticeBoardError?
        /// When its posts were stored, if they are kept ones.
        var storedAt: Date?
        /// How its refreshing and its reading on stand.
        var (refresh, older): (LoadPhase, LoadPhase)

        /// What a page knows of a list.
        package init(_ state: some PostListing) {
            let feed = state.feed
            (items, builder, total, failure) = (feed.items, state.builder, feed.total, feed.failure)
            (isLoaded, hasMore) = (feed.isLoaded, feed.isLoaded && feed.end == nil)
            (refresh, older, storedAt) = (feed.refresh, feed.older, feed.storedAt)
        }

        /// The same, looked at now.
        init(_ state: some PostListing, now: Date) {
            self.init(state)
            builder = builder.at(now)
        }

        /// Whether nothing is being loaded.
        fileprivate var isResting: Bool { !refresh.isLoading && !older.isLoading }

        /// Whether a load that was under way, or was asked for, is over: nothing is under way any more.
        fileprivate func hasRested(since before: Self) -> Bool {
            isResting && (refresh, older) != (before.refresh, before.older)
        }
    }

    /// The page as a value: which post is open, and what is beside it.
    package struct Machine: StateMachine {
        /// What can happen to a page.
        package enum Event: Sendable {
            /// A post of a list is opened.
            case open(Post.ID, Listing)
            /// A post is opened that is of no list.
            case show(Post, PostRowBuilder)
            /// The page is closed.
            case close
            /// The post before or behind is wanted.
            case previous, next
            /// The hit before or behind is wanted; behind the last one comes the first.
            case previousHit, nextHit
            /// The list is this now.
            case listed(Listing)
            /// The selection is another one now.
            case selected(BoardSelection.State)
            /// Something became of a post.
            case changed(PostChange)
            /// The reader looks in another way, or at another moment.
            case looked(PostRowBuilder)
            /// What a post says was made.
            case prepared(PostContent, Int)
        }

        /// What a page wants to have done.
        package enum Effect: Sendable, Hashable {
            /// Make what the contents say, outside of the main actor, and say ``Event/prepared(_:_:)``; an earlier one is given up.
            case prepare(String, HighlightRules?, Int)
            /// Give that up.
            case stopPreparing
            /// The post was read: say so to the marks.
            case read(Post, on: Board.ID?)
            /// The list shows this post, so that it loads what is behind it and stands there when the page is closed.
            case reached(Post.ID)
            /// The list is to be read on.
            case older
        }

        /// What is to be seen.
        package private(set) var state: State
        private var selection: BoardSelection.State
        /// The list from which the post was opened, as it was last.
        private(set) var listing: Listing?
        private var number = 0
        /// The post that was opened before the list had it, and how many pages were loaded to find it.
        private var wanted: (id: Post.ID, pages: Int)?
        /// How many pages the list is read on for a post.
        private static let mostPages = 10
        /// Where the post stood in the list.
        private var place = 0

        /// A page on which no post is open.
        package init(selection: BoardSelection.State = .pending, builder: PostRowBuilder = PostRowBuilder()) {
            self.selection = selection
            state = State(builder: builder)
        }

        /// Takes in what happened, and says what is to be done.
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
                // Where the same hits are found again, the reader stays at hers.
                let isSame = state.content?.hits.count == content.hits.count
                state.content = content
                state.hit = content.hits.isEmpty ? nil : isSame ? state.hit : 0
            }
            return []
        }

        // MARK: - Opening

        /// Shows the post that was opened, once the list has it; reads the list on for it, up to ten pages.
        private mutating func lookForWanted(isResting: Bool) -> [Effect] {
            guard let wanted, let listing else { return [] }
            if listing.items.contains(id: wanted.id) {
                self.wanted = nil
                return go(to: wanted.id)
            }
            let given = close(keepingList: true)
            state.builder = listing.builder
            state.failure = listing.failure
            guard isResting, listing.isLoaded, listing.failure == nil else { return given }
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
            // The list may be that of another search since.
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
            // The board that is open is the post's, unless the post says that it stands on another.
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
            // A page without a post keeps nothing of what was read: another account may open the next one.
            state = State(
                builder: keepingList ? state.builder : PostRowBuilder(style: state.builder.style, now: state.builder.now))
            return wasOpen ? [.stopPreparing] : []
        }

        private mutating func next() -> [Effect] {
            if let next = state.next { return go(to: next.id) }
            guard state.post != nil, state.hasMore else { return [] }
            (state.isWaitingForNext, state.olderFailure) = (true, nil)
            return [.older]
        }

        private mutating func step(_ by: Int) {
            guard let hit = state.hit, let count = state.content?.hits.count, count > 0 else { return }
            state.hit = (hit + by + count) % count
        }

        // MARK: - What becomes of it

        private mutating func follow(_ listing: Listing) -> [Effect] {
            guard let before = self.listing else { return [] }
            guard let post = state.post else {
                self.listing = listing
                return lookForWanted(isResting: listing.isResting)
            }
            self.listing = listing
            state.builder = listing.builder.marking(state.builder.marking)
            if listing.failure?.code == .notFound { state.notice = state.notice ?? .boardGone }
            let effects = listing.items[id: post.id].map { update($0) } ?? []
            // An emptied list says nothing of what was in it.
            if listing.isLoaded, !listing.items.contains(id: post.id), before.items.contains(id: post.id) {
                state.notice = state.notice ?? .unlisted
            } else if state.notice == .unlisted, listing.items.contains(id: post.id) {
                state.notice = nil
            }
            placeInList()
            guard state.isWaitingForNext else {
                followFailure(listing)
                return effects
            }
            if let next = state.next { return go(to: next.id) }
            // What is not on its way any more is waited for by nobody, whether it failed, was given up or brought nothing below.
            if !listing.hasMore || listing.hasRested(since: before) {
                (state.isWaitingForNext, state.olderFailure) = (false, listing.older.failure)
            }
            return effects
        }

        /// Why the next post could not be loaded is told until it is there, or nothing hinders it any more.
        private mutating func followFailure(_ listing: Listing) {
            if state.next != nil || !listing.hasMore { state.olderFailure = nil }
            if state.olderFailure != nil, !listing.older.isLoading { state.olderFailure = listing.older.failure }
        }

        /// The post as it is now; what it says is shown as it was until that was made anew.
        private mutating func update(_ post: Post) -> [Effect] {
            guard let old = state.post, old != post else { return [] }
            state.post = post
            return old.contents == post.contents ? [] : prepare(post)
        }

        private mutating func take(_ change: PostChange) -> [Effect] {
            guard let post = state.post else { return [] }
            switch change {
            case .deleted(post.id): state.notice = .deleted
            case .edited(let new) where new.id == post.id, .written(let new) where new.id == post.id: return update(new)
            default: break
            }
            return []
        }

        private mutating func placeOnBoard() {
            guard let board = state.board else { return }
            if selection.board?.id != board.id {
                state.notice = state.notice ?? .boardGone
            } else {
                state.board = selection.board
                if state.notice == .boardGone { state.notice = nil }
            }
        }

        private mutating func placeInList() {
            guard let listing, let post = state.post else { return }
            let items = listing.items
            state.place = items.index(id: post.id)
            place = state.place ?? min(place, items.count)
            // What went leaves its place to the one behind it.
            let behind = state.place.map { $0 + 1 } ?? place
            state.previous = place > 0 ? items[place - 1] : nil
            state.next = behind < items.count ? items[behind] : nil
            (state.hasMore, state.total, state.storedAt) = (listing.hasMore, listing.total, listing.storedAt)
        }
    }
}
