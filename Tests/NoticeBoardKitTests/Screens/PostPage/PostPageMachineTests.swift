import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@Suite("PostPage.Machine", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostPageMachineTests {
    private typealias Machine = PostPage.Machine
    private static let board = Board(id: 1, name: "공지", isWritable: true)

    private static func posts(_ ids: Int...) -> [Post] {
        ids.map { Post(id: $0, title: "글 \($0)", boardID: 1, contents: "<p>메일 \($0)</p><p>메일</p>", attachmentCount: $0 % 3) }
    }

    private static func listing(
        _ posts: [Post], more: Bool = false, failure: NoticeBoardError? = nil, isLoading: Bool = false,
        marking keyword: String? = nil
    ) -> PostPage.Listing {
        var feed = FeedState<Post>()
        (feed.items, feed.isLoaded, feed.end) = (FeedItems(posts), true, more ? nil : .lastPage)
        if let failure { feed.older = .failed(failure) }
        if isLoading { feed.older = .loading(isSlow: false) }
        let marking = keyword.map { HighlightRules(Highlighter($0)) }
        return PostPage.Listing(
            PostList.State(selection: .open(board), feed: feed, builder: PostRowBuilder(marking: marking)), now: Date())
    }

    private func machine(_ id: Post.ID, _ listing: PostPage.Listing) -> Machine {
        var machine = Machine(selection: .open(Self.board))
        for effect in machine.handle(.open(id, listing)) { answer(effect, &machine) }
        return machine
    }

    private func answer(_ effect: Machine.Effect, _ machine: inout Machine) {
        guard case .prepare(let contents, let marking, let number) = effect else { return }
        _ = machine.handle(.prepared(PostContent(contents, marking: marking?.highlighter), number))
    }

    @Test("Uses the open board for a post without another board") func openBoard() {
        for (id, board) in [(nil, Self.board), (1, Self.board), (2, nil)] as [(Board.ID?, Board?)] {
            var machine = Machine(selection: .open(Self.board))
            let effects = machine.handle(.show(Post(id: 7, title: "글", boardID: id), PostRowBuilder()))
            #expect(machine.state.board == board)
            #expect(effects.contains(.read(Post(id: 7, title: "글", boardID: id), on: board?.id)))
        }
    }

    @Test("Shows the number of attachments as text and nil for none") func attachments() {
        func text(_ count: Int, _ language: Language) -> String? {
            var machine = Machine()
            let post = Post(id: 1, title: "글", attachmentCount: count)
            _ = machine.handle(.show(post, PostRowBuilder(style: PostRowStyle(language: language))))
            return machine.state.attachmentText
        }
        #expect([0, 1, 2].map { text($0, .korean) } == [nil, "첨부 파일 1개", "첨부 파일 2개"])
        #expect([0, 1, 2].map { text($0, .english) } == [nil, "1 attachment", "2 attachments"])
    }

    @Test("Steps through hits in a circle, even after an edit") func hits() {
        var machine = machine(2, Self.listing(Self.posts(3, 2), marking: "메일"))
        #expect(machine.state.content?.hits.map(\.block) == [0, 1])
        #expect(machine.state.hitText == "1/2")
        _ = machine.handle(.nextHit)
        #expect(machine.state.currentHit?.block == 1)
        #expect(machine.state.hitText == "2/2")
        let edited = Post(id: 2, title: "글", boardID: 1, contents: "가<p>메일</p>나<p>메일</p>")
        for effect in machine.handle(.changed(.edited(edited))) { answer(effect, &machine) }
        #expect(machine.state.currentHit?.block == 3)
        #expect(machine.state.post == edited)
        _ = machine.handle(.nextHit)
        #expect(machine.state.hitText == "1/2")
        _ = machine.handle(.previousHit)
        #expect(machine.state.hitText == "2/2")
        for effect in machine.handle(.changed(.edited(Post(id: 2, title: "글", contents: "가")))) { answer(effect, &machine) }
        _ = machine.handle(.nextHit)
        #expect(machine.state.hit == nil)
        #expect(machine.state.hitText == nil)
        #expect(machine.state.currentHit == nil)
    }

    @Test("Shows a failure to load the next post until the list moves on") func beyond() {
        let (failure, other) = (NoticeBoardError(.unreachable), NoticeBoardError(.timedOut))
        let failed = Self.listing(Self.posts(2, 1), more: true, failure: failure)
        var machine = machine(1, Self.listing(Self.posts(2, 1), more: true))
        _ = machine.handle(.next)
        _ = machine.handle(.listed(failed))
        for (listing, why) in [
            (failed, failure), (Self.listing(Self.posts(2, 1), more: true, failure: other), other),
            (Self.listing(Self.posts(2, 1), more: true, isLoading: true), failure),
            (Self.listing(Self.posts(2, 1), more: true), nil), (Self.listing(Self.posts(2, 1)), nil),
            (Self.listing(Self.posts(2, 1, 0), more: true), nil),
            (Self.listing(Self.posts(2, 1, 0), more: true, isLoading: true), nil),
        ] {
            var machine = machine
            #expect(machine.handle(.listed(listing)).isEmpty)
            #expect(machine.state.post?.id == 1)
            #expect(machine.state.failure == why)
        }
        var unasked = self.machine(1, Self.listing(Self.posts(2, 1), more: true))
        _ = unasked.handle(.listed(failed))
        #expect(unasked.state.failure == nil, "the next post was not requested")
    }

    @Test("Shows no notice for an emptied list") func emptied() {
        var machine = machine(2, Self.listing(Self.posts(3, 2, 1)))
        _ = machine.handle(.listed(PostPage.Listing(PostList.State(), now: Date())))
        #expect(machine.state.disappearance == nil)
        #expect(machine.state.next == nil)
        #expect(!machine.state.hasNext)
    }

    @Test("Shows a notice when the open post's board closes") func otherBoard() {
        let elsewhere = Post(id: 2, title: "글", boardID: 5, contents: "가")
        let state = machine(2, Self.listing([elsewhere])).state
        #expect([state.canWrite, state.canManage, state.isOwner] == [false, false, false])
        for selection in [BoardSelection.State.nothing, .pending] {
            var machine = machine(2, Self.listing(Self.posts(2)))
            _ = machine.handle(.selected(selection))
            #expect(machine.state.disappearance == .boardGone)
            #expect(machine.state.board?.id == 1)
        }
    }

    @Test("Keeps search highlights when the search ends or the style changes") func marking() {
        var machine = machine(2, Self.listing(Self.posts(3, 2), marking: "메일"))
        _ = machine.handle(.listed(Self.listing(Self.posts(3, 2))))
        #expect(machine.state.row?.builder.marking != nil)
        _ = machine.handle(.looked(PostRowBuilder(style: PostRowStyle(language: .english))))
        #expect(machine.state.builder.marking != nil)
        #expect(machine.state.language == .english)
        #expect(machine.handle(.next).isEmpty)
        #expect(machine.state.hitText == "1/2")
    }

    @Test("Shows separate states for a missing post, empty contents and a closed page") func nothing() {
        var machine = machine(9, Self.listing(Self.posts(2)))
        guard case .failure(let error) = machine.state.display else { return #expect(Bool(false)) }
        #expect(error.code == .notFound)
        #expect(!error.text(in: .korean).isEmpty)
        for effect in machine.handle(.show(Post(id: 5, title: "", contents: "<p> </p>"), PostRowBuilder())) {
            answer(effect, &machine)
        }
        #expect(machine.state.display == .empty)
        #expect(machine.state.emptyText?.isEmpty == false)
        #expect(machine.state.failure == nil)
        _ = machine.handle(.close)
        #expect(machine.state == PostPage.State(builder: machine.state.builder))
    }

    @Test("Drops contents prepared for another post") func late() {
        var machine = Machine(selection: .open(Self.board))
        let first = machine.handle(.open(2, Self.listing(Self.posts(2, 1), marking: "메일")))
        _ = machine.handle(.next)
        answer(first[0], &machine)
        #expect(machine.state.post?.id == 1)
        #expect(machine.state.content == nil)
        #expect(machine.handle(.close) == [.stopPreparing])
        #expect(machine.state.builder.marking == nil, "the highlights are dropped")
    }
}
