import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import Testing

@MainActor @Suite("Post page follows its list", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostPageStepsTests {
    private let board = Board(id: 1, name: "가", isManageable: true)
    private let selection = BoardSelection()
    private let changes = ChangeBus<PostChange>()

    private func listing(
        _ ids: [Int], more: Bool = false, total: Int? = nil, isLoaded: Bool = true, failure: NoticeBoardError? = nil,
        older: LoadPhase = .idle
    ) -> PostList.State {
        var feed = FeedState<Post>()
        feed.items = FeedItems(ids.map { Post(id: $0, title: "글 \($0)", boardID: 1, contents: "<p>\($0)</p>") })
        (feed.isLoaded, feed.end, feed.total, feed.older) = (isLoaded, more ? nil : .lastPage, total, older)
        if let failure { feed.refresh = .failed(failure) }
        return PostList.State(selection: .open(board), feed: feed)
    }

    /// Opens a post of a list.
    private func opened(_ id: Int, _ state: PostList.State) -> (PostPage, AskedList) {
        selection.select(board)
        let (page, list) = (PostPage(selection: selection, changes: changes), AskedList(state))
        page.open(id, following: list)
        return (page, list)
    }

    @Test(
        "Shows the neighbors of the post's position, even after it left the list",
        arguments: [
            ([3, 2, 1], 1, 3, 1), ([2, 1], 0, nil, 1), ([3, 2], 1, 3, nil), ([2], 0, nil, nil), ([5, 4, 3, 2, 1, 0], 3, 3, 1),
            ([3, 1], nil, 3, 1),
            ([3], nil, 3, nil), ([1], nil, nil, 1), ([], nil, nil, nil), ([5, 4, 3, 1], nil, 3, 1), ([9, 8], nil, nil, 9),
        ] as [([Int], Int?, Int?, Int?)])
    func places(ids: [Int], place: Int?, previous: Int?, next: Int?) {
        let (page, list) = opened(2, listing([3, 2, 1], total: 3))
        list.state = listing(ids, more: true, total: 9)
        let state = page.state
        #expect(state.indexInList == place)
        #expect(state.previous?.id == previous)
        #expect(state.next?.id == next)
        #expect(state.post?.id == 2)
        #expect(state.hasMore)
        #expect(state.hasNext)
        #expect(state.hasPrevious == (previous != nil))
        #expect(state.total == 9)
        #expect(state.disappearance == (place == nil ? .unlisted : nil))
    }

    private enum Step {
        case list(PostList.State)
        case select(Board?)
        case change(PostChange)
    }

    @Test("Keeps the first notice about a post until the list shows the post again") func notices() {
        let (gone, back) = (Step.list(listing([3])), Step.list(listing([3, 2])))
        let lost = Step.list(listing([3, 2], failure: NoticeBoardError(.notFound)))
        let stories: [[(Step, PostPage.Disappearance?)]] = [
            [(gone, .unlisted), (back, nil), (lost, .boardGone), (gone, .boardGone), (back, .boardGone)],
            [(gone, .unlisted), (.select(nil), .unlisted)],
            [
                (.change(.deleted(2)), .deleted), (gone, .deleted), (lost, .deleted), (.select(nil), .deleted),
                (back, .deleted),
            ],
            [(.select(Board(id: 2, name: "")), .boardGone), (.change(.deleted(2)), .deleted)],
            [
                (.select(Board(id: 1, name: "new")), nil), (.change(.deleted(3)), nil),
                (.list(listing([], isLoaded: false)), nil),
            ],
            [
                (.list(listing([3, 2], failure: NoticeBoardError(.timedOut))), nil),
                (.list(listing([], isLoaded: false)), nil), (gone, nil),
            ],
        ]
        for (number, story) in stories.enumerated() {
            let (page, list) = opened(2, listing([3, 2, 1]))
            for (index, (step, notice)) in story.enumerated() {
                switch step {
                case .list(let state): list.state = state
                case .select(let board?): selection.select(board)
                case .select: selection.clear()
                case .change(let change): changes.send(change)
                }
                #expect(page.state.disappearance == notice, "\(number), \(index)")
            }
        }
    }

    @Test("Shows a failure to load the next post until the list moves on") func beyond() {
        let (failure, other) = (NoticeBoardError(.unreachable), NoticeBoardError(.timedOut))
        let failed = listing([2, 1], more: true, older: .failed(failure))
        let loading = LoadPhase.loading(isSlow: false)
        for (state, why) in [
            (failed, failure), (listing([2, 1], more: true, older: .failed(other)), other),
            (listing([2, 1], more: true, older: loading), failure), (listing([2, 1], more: true), nil),
            (listing([2, 1]), nil), (listing([2, 1, 0], more: true), nil),
            (listing([2, 1, 0], more: true, older: loading), nil),
        ] {
            let (page, list) = opened(1, listing([2, 1], more: true))
            page.next()
            list.state = failed
            let requests = list.requests
            list.state = state
            #expect(list.requests == requests)
            #expect(page.state.post?.id == 1)
            #expect(page.state.failure == why)
        }
        let (page, list) = opened(1, listing([2, 1], more: true))
        list.state = failed
        #expect(page.state.failure == nil, "the next post was not requested")
    }

    @Test("Says at once why a list that failed does not load the next post") func restingList() {
        let failure = NoticeBoardError(.unreachable)
        let (page, list) = opened(1, listing([2, 1], more: true, failure: failure))
        page.next()
        #expect(!page.state.isLoading)
        #expect(page.state.failure == failure)
        list.state = listing([2, 1], more: true, total: 9, failure: failure)
        #expect(page.state.failure == failure)
    }

    @Test("A retry repeats the refresh that failed, then goes on to the next post") func retriedRefresh() {
        let failure = NoticeBoardError(.unreachable)
        let (page, list) = opened(1, listing([2, 1], more: true, failure: failure))
        page.next()
        let before = list.requests.count
        page.retry()
        #expect(list.requests.dropFirst(before) == [.retry, .older])
    }

    @Test("Says at once why a list whose gap failed does not load the next post") func failedGap() {
        let failure = NoticeBoardError(.unreachable)
        var state = listing([2, 1], more: true)
        let gap = PageGap(after: 2, before: 1)
        state.feed.gaps = [gap]
        state.feed.gapPhases = [gap: .failed(failure)]
        let (page, list) = opened(1, state)
        page.next()
        #expect(!page.state.isLoading)
        #expect(page.state.failure == failure)
        let before = list.requests.count
        page.retry()
        #expect(list.requests.dropFirst(before) == [.retry, .older])
    }

    @Test("Says why the list's refresh failed while the next post was awaited") func failedRefresh() {
        let failure = NoticeBoardError(.unreachable)
        let (page, list) = opened(1, listing([2, 1], more: true))
        page.next()
        list.state = listing([2, 1], more: true, failure: failure)
        #expect(!page.state.isLoading)
        #expect(page.state.failure == failure)
    }

    @Test("Loads at most ten pages for a post, and ten more after a retry") func pages() {
        let (page, list) = opened(99, listing([1], more: true))
        for _ in 0..<40 { list.state = listing([1], more: true) }
        #expect(list.requests == Array(repeating: .older, count: 10))
        #expect(page.state.searchedPosts == 1)
        #expect(page.state.failure?.code == .notFound)
        page.retry()
        for _ in 0..<40 { list.state = listing([1], more: true) }
        #expect(list.requests.count == 20)
        list.state = listing([1, 99], more: true)
        #expect(page.state.post?.id == 99)
        #expect(page.state.searchedPosts == nil)
    }

    @Test("Shows no notice for an emptied list") func emptied() {
        let (page, list) = opened(2, listing([3, 2, 1]))
        list.state = PostList.State()
        #expect(page.state.disappearance == nil)
        #expect(page.state.next == nil)
        #expect(!page.state.hasNext)
    }

    @Test("Shows a notice when the open post's board closes") func otherBoard() {
        var elsewhere = listing([])
        elsewhere.feed.items = FeedItems([Post(id: 2, title: "글", boardID: 5, contents: "가")])
        let state = opened(2, elsewhere).0.state
        #expect([state.canWrite, state.canManage, state.isOwner] == [false, false, false])
        for close in [{ $0.clear() }, { $0.reset() }] as [@MainActor (BoardSelection) -> Void] {
            let (page, _) = opened(2, listing([2]))
            close(selection)
            #expect(page.state.disappearance == .boardGone)
            #expect(page.state.board?.id == 1)
        }
    }

    @Test("Goes on from an observer to a third post without moving the list back") func nested() {
        let (page, list) = opened(3, listing([3, 2, 1]))
        let observation = page.observe { if $0.post?.id == 2 { page.next() } }
        page.next()
        #expect(page.state.post?.id == 1)
        #expect(list.requests == [.rowAppeared(3), .rowAppeared(2), .rowAppeared(1)])
        withExtendedLifetime(observation) {}
    }
}
