import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardSearch
import Testing

@Suite("Post page state", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostPageStepsTests {
    private typealias Machine = PostPage.Machine
    private typealias Effect = PostPage.Machine.Effect

    private static let board = Board(id: 1, name: "가", isManageable: true)

    private func post(_ id: Int, _ contents: String? = nil, board: Int? = 1) -> Post {
        Post(id: id, title: "글 \(id)", boardID: board, contents: contents ?? "<p>\(id)</p>")
    }

    private func listing(
        _ ids: [Int], more: Bool = false, total: Int? = nil, isLoaded: Bool = true, failure: NoticeBoardError? = nil,
        further: LoadPhase = .idle, builder: PostRowBuilder = PostRowBuilder()
    ) -> PostPage.Listing {
        var feed = FeedState<Post>()
        (feed.items, feed.isLoaded, feed.end, feed.total) = (
            FeedItems(ids.map { post($0) }), isLoaded, more ? nil : .lastPage, total
        )
        if let failure { feed.refresh = .failed(failure) }
        feed.older = further
        return PostPage.Listing(PostList.State(selection: .open(Self.board), feed: feed, builder: builder), now: builder.now)
    }

    private func opened(_ id: Int, _ listing: PostPage.Listing) -> Machine {
        var machine = Machine(selection: .open(Self.board))
        _ = machine.handle(.open(id, listing))
        return machine
    }

    @Test(
        "Shows the neighbors of the post's position, even after it left the list",
        arguments: [
            ([3, 2, 1], 1, 3, 1), ([2, 1], 0, nil, 1), ([3, 2], 1, 3, nil), ([2], 0, nil, nil), ([5, 4, 3, 2, 1, 0], 3, 3, 1),
            ([3, 1], nil, 3, 1),
            ([3], nil, 3, nil), ([1], nil, 1, nil), ([], nil, nil, nil), ([5, 4, 3, 1], nil, 5, 4),
        ] as [([Int], Int?, Int?, Int?)])
    func places(ids: [Int], place: Int?, previous: Int?, next: Int?) {
        var machine = opened(2, listing([3, 2, 1], total: 3))
        _ = machine.handle(.listed(listing(ids, more: true, total: 9)))
        let state = machine.state
        #expect(state.place == place)
        #expect(state.previous?.id == previous)
        #expect(state.next?.id == next)
        #expect(state.post?.id == 2)
        #expect(state.hasMore)
        #expect(state.hasNext)
        #expect(state.hasPrevious == (previous != nil))
        #expect(state.total == 9)
        #expect(state.disappearance == (place == nil ? .unlisted : nil))
    }

    @Test("Highlights contents only if the search covered contents") func marking() {
        for (target, isMarked) in [(SearchTarget.all, true), (.contents, true), (.title, false), (.writer, false)] {
            let marking = HighlightRules(Highlighter("2"), target: target)
            var machine = Machine(selection: .open(Self.board))
            let list = listing([2, 1], builder: PostRowBuilder(marking: marking))
            #expect(machine.handle(.open(2, list)).first == .prepare("<p>2</p>", isMarked ? marking : nil, 1))
            #expect(machine.state.builder.marking == marking)
            _ = machine.handle(.open(9, list))
            #expect(machine.state.builder.marking == marking)
            #expect(machine.state.post == nil)
            _ = machine.handle(.close)
            #expect(machine.state.builder.marking == nil)
        }
    }

    @Test("Keeps the first notice about a post until the list shows the post again") func notices() {
        typealias Step = (PageEvent, PostPage.Disappearance?)
        let (gone, back) = (PageEvent.listed(listing([3])), PageEvent.listed(listing([3, 2])))
        let lost = PageEvent.listed(listing([3, 2], failure: NoticeBoardError(.notFound)))
        let stories: [[Step]] = [
            [(gone, .unlisted), (back, nil), (lost, .boardGone), (gone, .boardGone), (back, .boardGone)],
            [(gone, .unlisted), (.selected(.nothing), .unlisted)],
            [
                (.changed(.deleted(2)), .deleted), (gone, .deleted), (lost, .deleted), (.selected(.nothing), .deleted),
                (back, .deleted),
            ],
            [(.selected(.open(Board(id: 2, name: ""))), .boardGone), (.changed(.deleted(2)), .deleted)],
            [
                (.selected(.open(Board(id: 1, name: "new"))), nil), (.changed(.deleted(3)), nil),
                (.listed(listing([], isLoaded: false)), nil),
            ],
            [
                (.listed(listing([3, 2], failure: NoticeBoardError(.timedOut))), nil),
                (.listed(listing([], isLoaded: false)), nil), (gone, nil),
            ],
        ]
        for (number, story) in stories.enumerated() {
            var machine = opened(2, listing([3, 2, 1]))
            for (step, (event, notice)) in story.enumerated() {
                _ = machine.handle(event)
                #expect(machine.state.disappearance == notice, "\(number), \(step)")
            }
        }
    }

    @Test("Creates preview states with texts in their language") func byHand() {
        let content = PostContent("a", marking: Highlighter("a"))
        let state = PostPage.State(
            post(2), content: content, builder: PostRowBuilder(style: PostRowStyle(language: .english)), board: Self.board)
        #expect(state.hit == 0)
        #expect(state.hitText == "1/1")
        #expect(state.display == .items)
        #expect(state.emptyText == nil)
        #expect(state.cutText == nil)
        #expect([state.canWrite, state.canManage, state.isOwner] == [false, true, false])
        #expect(state.notice == nil)
        #expect(state.attachmentText == nil)
        #expect(PostPage.State(post(2), content: PostContent("a")).hit == nil)
        #expect(!state.hasNext)
        #expect(!state.hasPrevious)
        let long = PostContent(String(repeating: "<p>a", count: 5_001))
        for (language, empty, cut) in [
            (Language.korean, "내용이 없습니다.", "내용이 너무 길어 일부만 표시합니다."),
            (.english, "There are no contents.", "The contents are too long to be shown whole."),
        ] {
            let builder = PostRowBuilder(style: PostRowStyle(language: language))
            #expect(PostPage.State(post(2), content: PostContent(""), builder: builder).emptyText == empty)
            #expect(PostPage.State(post(2), content: long, builder: builder).cutText == cut)
        }
        var other = state
        (other.hit, other.next) = (1, post(1))
        #expect(other.currentHit == nil)
        #expect(other.hasNext)
        other = PostPage.State(
            Post(id: 1, title: "", isOwner: true), board: Board(id: 1, name: "", isWritable: true))
        #expect([other.canWrite, other.canManage, other.isOwner] == [true, false, true])
    }
}
