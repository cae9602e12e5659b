import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardSearch
import Testing

@Suite("The page of a post, effect by effect", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostPageStepsTests {
    private typealias Machine = PostPage.Machine
    private typealias Effect = PostPage.Machine.Effect

    private static let board = Board(id: 1, name: "가", capability: Board.Capability(isManageable: true))

    private func post(_ id: Int, _ contents: String? = nil, board: Int? = 1) -> Post {
        Post(id: id, title: "글 \(id)", boardID: board, contents: contents ?? "<p>\(id)</p>")
    }

    private func listing(
        _ ids: [Int], more: Bool = false, total: Int? = nil, isLoaded: Bool = true, failure: NoticeBoardError? = nil,
        further: LoadPhase = .idle, look: PostRowBuilder = PostRowBuilder()
    ) -> PostPage.Listing {
        var feed = FeedState<Post>()
        (feed.items, feed.isLoaded, feed.end, feed.total) = (
            FeedItems(ids.map { post($0) }), isLoaded, more ? nil : .lastPage, total
        )
        if let failure { feed.refresh = .failed(failure) }
        feed.older = further
        return PostPage.Listing(PostList.State(selection: .open(Self.board), feed: feed, look: look))
    }

    private func opened(_ id: Int, _ listing: PostPage.Listing) -> Machine {
        var machine = Machine(selection: .open(Self.board))
        _ = machine.handle(.open(id, listing))
        return machine
    }

    @Test("What is known of a list is told of one that is loaded") func listings() {
        let failure = NoticeBoardError(.timedOut)
        let known = [
            listing([2, 1]), listing([2], more: true, total: 7), listing([], more: true, isLoaded: false),
            listing([], failure: failure),
        ]
        #expect(known.map(\.isLoaded) == [true, true, false, true] && known.map(\.hasMore) == [false, true, false, false])
        #expect(known.map(\.total) == [nil, 7, nil, nil] && known.map(\.failure) == [nil, nil, nil, failure])
        #expect(known.map(\.items.count) == [2, 1, 0, 0])
    }

    @Test(
        "The posts beside the one that is open are those of its place, or of the place that it left",
        arguments: [
            ([3, 2, 1], 1, 3, 1), ([2, 1], 0, nil, 1), ([3, 2], 1, 3, nil), ([2], 0, nil, nil), ([5, 4, 3, 2, 1, 0], 3, 3, 1),
            ([3, 1], nil, 3, 1),
            ([3], nil, 3, nil), ([1], nil, 1, nil), ([], nil, nil, nil), ([5, 4, 3, 1], nil, 5, 4),
        ] as [([Int], Int?, Int?, Int?)])
    func places(ids: [Int], place: Int?, previous: Int?, next: Int?) {
        var machine = opened(2, listing([3, 2, 1], total: 3))
        _ = machine.handle(.listed(listing(ids, more: true, total: 9)))
        let state = machine.state
        #expect(state.place == place && state.previous?.id == previous && state.next?.id == next && state.post?.id == 2)
        #expect(state.hasMore && state.hasNext && state.hasPrevious == (previous != nil) && state.total == 9)
        #expect(state.notice == (place == nil ? .unlisted : nil))
    }

    @Test("Each step does what it says, and nothing where there is nothing to do") func steps() {
        var machine = Machine(selection: .open(Self.board))
        for event in [
            Machine.Event.next, .previous, .nextHit, .previousHit, .close, .listed(listing([2])), .changed(.deleted(2)),
        ] {
            #expect(machine.handle(event).isEmpty && machine.state == PostPage.State(look: machine.state.look))
        }
        let list = listing([3, 2, 1], more: true)
        #expect(machine.handle(.open(2, list)) == [.prepare("<p>2</p>", nil, 1), .read(post(2), on: 1), .reached(2)])
        #expect(machine.handle(.next) == [.prepare("<p>1</p>", nil, 2), .read(post(1), on: 1), .reached(1)])
        #expect(machine.handle(.previous) == [.prepare("<p>2</p>", nil, 3), .read(post(2), on: 1), .reached(2)])
        #expect(machine.handle(.previous) == [.prepare("<p>3</p>", nil, 4), .read(post(3), on: 1), .reached(3)])
        #expect(machine.handle(.previous).isEmpty && machine.state.post?.id == 3)
        #expect(machine.handle(.open(9, list)) == [.stopPreparing, .older] && machine.state.display == .placeholder)
        #expect(machine.state.post == nil && machine.state.board == nil)
        #expect(machine.handle(.open(9, listing([3, 2, 1]))).isEmpty && machine.state.failure?.code == .notFound)
        let alone = post(7, board: 5)
        #expect(machine.handle(.show(alone, PostRowBuilder())) == [.prepare("<p>7</p>", nil, 5), .read(alone, on: nil)])
        #expect(machine.handle(.next).isEmpty && machine.state.previous == nil && machine.state.place == nil)
        #expect(machine.handle(.listed(list)).isEmpty && machine.state.previous == nil && machine.state.total == nil)
        #expect(machine.handle(.close) == [.stopPreparing] && machine.state.display == .placeholder)
        #expect(machine.handle(.listed(list)).isEmpty && machine.state.post == nil)
    }

    @Test("What was searched is marked where the contents were searched, and kept while its list is") func marking() {
        for (target, isMarked) in [(SearchTarget.all, true), (.contents, true), (.title, false), (.writer, false)] {
            let marking = HighlightRules(Highlighter("2"), target: target)
            var machine = Machine(selection: .open(Self.board))
            let list = listing([2, 1], look: PostRowBuilder(marking: marking))
            #expect(machine.handle(.open(2, list)).first == .prepare("<p>2</p>", isMarked ? marking : nil, 1))
            #expect(machine.state.look.marking == marking)
            _ = machine.handle(.open(9, list))
            #expect(machine.state.look.marking == marking && machine.state.post == nil)
            _ = machine.handle(.close)
            #expect(machine.state.look.marking == nil)
        }
    }

    @Test("Who waits for the next post goes on when it comes, and waits no longer where it fails or there is none") func waiting()
    {
        let (failure, old) = (NoticeBoardError(.timedOut), NoticeBoardError(.unreachable))
        let (loading, failed) = (LoadPhase.loading(isSlow: false), LoadPhase.failed(failure))
        let begun = listing([2, 1], more: true, failure: old, further: loading)
        for (come, isWaiting, id, why) in [
            (begun, true, 1, nil), (listing([2, 1], more: true, failure: old, further: .loading(isSlow: true)), true, 1, nil),
            (listing([2, 1], failure: old), false, 1, nil), (listing([2, 1, 0], more: true, failure: old), false, 0, nil),
            (listing([2, 1], more: true, failure: old, further: failed), false, 1, failure),
            (listing([2, 1], more: true, failure: old), false, 1, nil), (listing([], more: true, isLoaded: false), false, 1, nil),
        ] as [(PostPage.Listing, Bool, Int, NoticeBoardError?)] {
            var machine = opened(1, listing([2, 1], more: true, failure: old))
            #expect(machine.handle(.next) == [.older] && machine.state.isWaitingForNext && machine.state.olderFailure == nil)
            // The list may be drawn anew before it begins.
            #expect(machine.handle(.listed(listing([2, 1], more: true, failure: old))).isEmpty && machine.state.isWaitingForNext)
            #expect(machine.handle(.listed(begun)).isEmpty && machine.state.isWaitingForNext)
            let effects = machine.handle(.listed(come))
            #expect(
                machine.state.isWaitingForNext == isWaiting && machine.state.post?.id == id && machine.state.olderFailure == why)
            #expect(effects.isEmpty == (id == 1))
        }
        var idle = opened(1, listing([2, 1], more: true))
        #expect(idle.handle(.listed(listing([2, 1, 0], failure: failure))).isEmpty && idle.state.post?.id == 1)
        #expect(idle.state.next?.id == 0 && idle.state.olderFailure == nil)
    }

    @Test("What became of a post first is what is said, but of a list that has it again nothing") func notices() {
        typealias Step = (Machine.Event, PostPage.Notice?)
        let (gone, back) = (Machine.Event.listed(listing([3])), Machine.Event.listed(listing([3, 2])))
        let lost = Machine.Event.listed(listing([3, 2], failure: NoticeBoardError(.notFound)))
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
                #expect(machine.state.notice == notice, "\(number), \(step)")
            }
        }
    }

    @Test("The reader stays at hers where as many hits are found again, and begins anew where others are") func hits() {
        let marking = HighlightRules(Highlighter("a"))
        func content(_ text: String) -> PostContent { PostContent(text, marking: marking.highlighter) }
        var machine = Machine()
        _ = machine.handle(.show(post(2, "a a a"), PostRowBuilder(marking: marking)))
        let steps: [(Machine.Event, Int?, String?)] = [
            (.nextHit, nil, nil), (.prepared(content("a a a"), 2), nil, nil), (.prepared(content("a a a"), 1), 0, "1/3"),
            (.previousHit, 2, "3/3"),
            (.nextHit, 0, "1/3"), (.nextHit, 1, "2/3"), (.prepared(content("ab a a"), 1), 1, "2/3"),
            (.prepared(content("a a"), 1), 0, "1/2"),
            (.nextHit, 1, "2/2"), (.prepared(content("a"), 1), 0, "1/1"), (.nextHit, 0, "1/1"), (.previousHit, 0, "1/1"),
            (.prepared(content("b"), 1), nil, nil), (.nextHit, nil, nil), (.prepared(content("c"), 1), nil, nil),
            (.prepared(content("a"), 1), 0, "1/1"),
        ]
        for (number, (event, hit, text)) in steps.enumerated() {
            #expect(machine.handle(event).isEmpty)
            #expect(
                machine.state.hit == hit && machine.state.hitText == text
                    && machine.state.currentHit?.block == hit.map { _ in 0 }, "\(number)")
        }
        #expect(machine.handle(.changed(.edited(post(2, "new")))) == [.prepare("new", marking, 2)])
        #expect(machine.handle(.changed(.edited(post(3, "new")))).isEmpty && machine.handle(.changed(.written(post(3)))).isEmpty)
        #expect(machine.handle(.changed(.edited(post(2, "new")))).isEmpty && machine.handle(.close) == [.stopPreparing])
        #expect(machine.handle(.prepared(content("a"), 2)).isEmpty && machine.state.content == nil)
    }

    @Test("A state that is made by hand says what it has, in its language") func byHand() {
        let content = PostContent("a", marking: Highlighter("a"))
        let state = PostPage.State(
            post(2), content: content, look: PostRowBuilder(style: PostRowStyle(language: .english)), board: Self.board)
        #expect(
            state.hit == 0 && state.hitText == "1/1" && state.display == .items && state.emptyText == nil && state.cutText == nil)
        #expect(
            [state.canWrite, state.canManage, state.isOwner] == [false, true, false] && state.noticeText == nil
                && state.attachmentText == nil)
        #expect(PostPage.State(post(2), content: PostContent("a")).hit == nil && !state.hasNext && !state.hasPrevious)
        let long = PostContent(String(repeating: "<p>a", count: 5_001))
        for (language, empty, cut) in [
            (Language.korean, "내용이 없습니다.", "내용이 너무 길어 일부만 표시합니다."),
            (.english, "There are no contents.", "The contents are too long to be shown whole."),
        ] {
            let look = PostRowBuilder(style: PostRowStyle(language: language))
            #expect(PostPage.State(post(2), content: PostContent(""), look: look).emptyText == empty)
            #expect(PostPage.State(post(2), content: long, look: look).cutText == cut)
        }
        var other = state
        (other.hit, other.next) = (1, post(1))
        #expect(other.currentHit == nil && other.hasNext)
        other = PostPage.State(
            Post(id: 1, title: "", isOwner: true), board: Board(id: 1, name: "", capability: Board.Capability(isWritable: true)))
        #expect([other.canWrite, other.canManage, other.isOwner] == [true, false, true])
    }
}
