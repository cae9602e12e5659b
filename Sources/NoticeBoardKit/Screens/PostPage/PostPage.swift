public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging

/// The page of a post: its contents with the hits of a search, and its neighbors in the list.
///
/// ```swift
/// let page = PostPage(selection: selection, marks: marks, changes: changes)
/// page.open(row.id, from: list)                 // a row was tapped, of a list or of a search
/// for await state in page.states { show(state.row, state.display, state.content) }
/// page.nextHit()
/// page.next()                                   // the next post; loads the list's next page if needed
/// page.retry()                                  // repeats what failed
/// page.close()                                  // the page went out of sight
/// ```
///
/// The service has no call for one post: everything comes with the list.
///
/// - **Isolation**: it belongs to the main actor; contents are prepared off the main actor.
/// - **Cancellation**: closing or releasing the page cancels its work.
/// - **Errors**: they are part of the state.
@MainActor public final class PostPage: StateForwarding {
    private enum Work: Hashable { case content }

    private let driver: MachineDriver<Machine, Work>
    private let now: @Sendable () -> Date
    private let clock: ScreenClock
    private let selection: BoardSelection
    private let marks: ReadMarks?
    private let list = ListBehind()
    private var following: StateObservation?
    private var observations: [StateObservation] = []

    /// A page for posts of the board that is open in `selection`.
    ///
    /// - Parameters:
    ///   - selection: The open board; the page says if it is no longer the post's.
    ///   - style: How a post looks that was not opened from a list.
    ///   - marks: The read marks; opening a post marks it as read.
    ///   - changes: Changes of posts by other screens.
    ///   - baseURL: The base of relative addresses in posts.
    ///   - now: Returns the time, for "today" and "yesterday".
    ///   - time: The clock for the end of the day.
    public init(
        selection: BoardSelection, style: PostRowStyle = PostRowStyle(), marks: ReadMarks? = nil,
        changes: ChangeBus<PostChange>? = nil, baseURL: URL? = nil, now: @escaping @Sendable () -> Date = { Date() },
        time: TimeSource = .system
    ) {
        (self.now, self.selection, self.marks, clock) = (now, selection, marks, ScreenClock(now, time))
        let builder = PostRowBuilder(style: style, now: now())
        driver = MachineDriver(Machine(selection: selection.state, builder: builder)) { [list] effect in
            switch effect {
            case .prepare(let contents, let marking, let number):
                .start(.content) {
                    let content = PostContent(contents, marking: marking?.highlighter, baseURL: baseURL)
                    return { $0.show(content, number) }
                }
            case .stopPreparing: .stop([.content])
            case .read(let post, let board): .now { marks?.read(post, on: board) }
            case .list(let request): .now { list.send(request) }
            }
        }
        observations = [
            selection.observe { [weak driver] selection in driver?.handle { $0.follow(selection) } },
            changes?.observe { [weak driver] change in driver?.handle { $0.take(change) } },
            driver.observe { [clock] state in
                clock.run(state.post != nil && state.builder.style.date.dependsOnDay)
            },
            clock.observe { [weak self] _ in self?.restyle() },
            marks?.observe { [weak self] _ in self?.restyle() },
        ].compactMap(\.self)
    }

    /// The source of the state.
    public var stateSource: some StateSource<State> { driver }

    /// Opens a post of a list.
    public func open(_ id: Post.ID, from list: PostList) { open(id, following: list) }
    /// Opens a post of a search, whose matches are marked in it.
    public func open(_ id: Post.ID, from search: SearchScreen) { open(id, following: search) }

    package func open<Screen: FeedScreen>(_ id: Post.ID, following screen: Screen)
    where Screen.State: PostListing, Screen.Item == Post {
        following = nil
        list.send = { screen.send($0) }
        // Followed after the post is open: the former post has nothing to do with this list.
        let listing = Listing(screen.state, now: now())
        driver.handle { $0.open(id, listing) }
        following = screen.observe { [weak driver, now] state in
            let listing = Listing(state, now: now())
            driver?.handle { $0.follow(listing) }
        }
    }

    /// Opens a post that is in no list: a kept one, or one from a notification.
    public func open(_ post: Post, marking: HighlightRules? = nil) {
        leaveList()
        let builder = builder(on: selection.board?.id, marking: marking)
        driver.handle { $0.open(post, builder) }
    }

    /// Goes to the next post of the list, once it is loaded.
    public func next() { driver.handle { $0.next() } }
    /// Repeats what failed: looks for the opened post again, ten pages further, or loads the next one.
    public func retry() { driver.handle { $0.retry() } }
    /// Goes to the previous post.
    public func previous() { driver.handle { $0.previous() } }
    /// Goes to the next hit; from the last one to the first.
    public func nextHit() { driver.handle { $0.step(1) } }
    /// Goes to the previous hit; from the first one to the last.
    public func previousHit() { driver.handle { $0.step(-1) } }

    /// Closes the page, at a sign-out.
    public func reset() { close() }

    /// Closes the post, when the page goes out of sight.
    public func close() {
        leaveList()
        driver.handle { $0.close() }
    }

    private func leaveList() {
        following = nil
        list.send = { _ in }
    }

    /// Shows the page in another style, or as of now.
    public func restyle(_ style: PostRowStyle? = nil) {
        let builder = builder(style, on: state.board?.id ?? selection.board?.id)
        driver.handle { $0.restyle(builder) }
    }

    /// Returns how the page looks now; without marks of its own it uses those of the list.
    private func builder(_ style: PostRowStyle? = nil, on board: Board.ID?, marking: HighlightRules? = nil) -> PostRowBuilder {
        let before = state.builder
        let reading = marks.map { PostReading($0.state.log, board: board) } ?? before.reading
        return PostRowBuilder(style: style ?? before.style, now: now(), marking: marking, reading: reading)
    }
}

/// The list from which a post was opened, which is retained while the page is open.
@MainActor private final class ListBehind {
    var send: (FeedRequest<Post.ID>) -> Void = { _ in }
}

extension PostPage {
    /// How a post went away while it was open; it stays visible.
    package enum Disappearance: String, Sendable, CaseIterable {
        /// The post was deleted.
        case deleted
        /// The post left its list: it was deleted or moved, or the search does not find it any more.
        case unlisted
        /// The board was deleted, or another one was opened.
        case boardGone

        /// The sentence for the reader.
        package func text(in language: Language) -> String {
            switch self {
            case .deleted: language.text("page.deleted", korean: "삭제된 게시글입니다.", english: "This post was deleted.")
            case .unlisted:
                language.text(
                    "page.unlisted", korean: "이 게시글은 더 이상 목록에 없습니다.", english: "This post is no longer in the list.")
            case .boardGone:
                language.text(
                    "page.boardGone", korean: "이 게시판은 더 이상 열려 있지 않습니다.", english: "This board is no longer open.")
            }
        }
    }

    /// The state of a post page.
    ///
    /// A plain value that can be made by hand, for a preview or a test.
    public struct State: Sendable, Equatable {
        /// The post; `nil` while none is open.
        public var post: Post?
        /// How the title, the date and the like look, with the matches of a search.
        public var builder: PostRowBuilder
        /// The contents; `nil` while they are being prepared.
        public var content: PostContent?
        /// The index of the current hit; `nil` without hits.
        public var hit: Int?
        /// The post before this one in its list.
        public var previous: Post?
        /// The post behind this one in its list.
        public var next: Post?
        /// The index in the list, while the post is in it.
        public var place: Int?
        /// The number of posts in the list, if the service says so.
        public var total: Int?
        /// Whether more of the list can be loaded.
        public var hasMore = false
        /// Whether the opened post or the next one is being loaded.
        public var isLoading = false
        /// How many posts of the list were searched for the opened one, which is not among them.
        package var searchedPosts: Int?
        /// The board of the post, if it is known.
        public var board: Board?
        /// How the post went away, if it did.
        package var disappearance: Disappearance?
        /// When the post was stored on the device, if it is a kept one; `nil` once its list was refreshed.
        public var storedAt: Date?
        /// Why the post, or the next one, could not be loaded.
        public var failure: NoticeBoardError?

        /// Creates the state of a page that shows a post, or none.
        public init(
            _ post: Post? = nil, content: PostContent? = nil, builder: PostRowBuilder = PostRowBuilder(), board: Board? = nil
        ) {
            (self.post, self.content, self.builder, self.board) = (post, content, builder, board)
            hit = content?.hits.isEmpty == false ? 0 : nil
        }

        /// The language of the texts.
        public var language: Language { builder.style.language }
        /// What to draw above the contents: badge, title, writer, date and the like.
        public var row: PostRow? { post.map { PostRow($0, builder: builder) } }

        /// The one thing that the page shows.
        public var display: FeedDisplay {
            if post == nil, let failure { return .failure(failure) }
            guard let content else { return .placeholder }
            return content.isEmpty ? .empty : .items
        }

        /// The sentence to show when ``display`` is `.empty`.
        public var emptyText: String? {
            guard display == .empty else { return nil }
            return language.text("page.empty", korean: "내용이 없습니다.", english: "There are no contents.")
        }

        /// A sentence to show above the post: how it went away, or why the next one could not be loaded.
        ///
        /// If the opened post was not found: how many posts of the list were searched.
        public var notice: String? {
            if let searchedPosts {
                return language.text(
                    "page.searched", [searchedPosts], korean: "목록의 처음 \(searchedPosts)개 게시글에서 찾을 수 없습니다.",
                    english: "The post is not among the first \(searchedPosts) of the list.")
            }
            guard post != nil else { return nil }
            return disappearance?.text(in: language) ?? failure?.text(in: language)
        }
        /// The sentence to show below contents that are too long to be shown whole.
        public var cutText: String? {
            guard content?.body.isCut == true else { return nil }
            return language.text(
                "page.cut", korean: "내용이 너무 길어 일부만 표시합니다.", english: "The contents are too long to be shown whole.")
        }

        /// The number of attached files in words; `nil` without any.
        ///
        /// The service does not name them.
        public var attachmentText: String? { post?.attachmentText(in: language) }

        /// Whether the user may write on the post's board, a reply for example; false if the service does not say.
        public var canWrite: Bool { board?.isWritable ?? false }
        /// Whether the user may manage the post's board; false if the service does not say.
        public var canManage: Bool { board?.isManageable ?? false }
        /// Whether the user wrote the post; false if the service does not say.
        public var isOwner: Bool { post?.isOwner ?? false }

        /// The position among the hits, such as `2/7`; `nil` without hits.
        public var hitText: String? {
            guard let hit, let count = content?.hits.count, count > 0 else { return nil }
            return "\(hit + 1)/\(count)"
        }
        /// The current hit, to scroll to and to draw differently from the others.
        public var currentHit: PostContent.Hit? {
            guard let hits = content?.hits, let hit, hits.indices.contains(hit) else { return nil }
            return hits[hit]
        }
        /// Whether there is a next post, or one may be loaded.
        public var hasNext: Bool { next != nil || hasMore }
        /// Whether there is a previous post.
        public var hasPrevious: Bool { previous != nil }
    }
}
