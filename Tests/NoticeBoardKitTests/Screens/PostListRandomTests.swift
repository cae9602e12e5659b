import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

/// Sends random events to a post list and checks its invariants after each.
@Suite("PostList with random events", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct PostListRandomTests {
    @Test("Keeps its invariants after every event")
    func invariants() {
        let trials = RandomTrials()
        for run in 0..<trials.count(30) {
            var trial = Trial(seed: trials.seed &+ UInt64(run))
            for step in 0..<150 {
                let event = trial.step()
                let broken = trial.broken()
                #expect(broken.isEmpty, "\(trials), run \(run), step \(step), \(event): \(broken)")
                if !broken.isEmpty { return }
            }
            trial.readToTheEnd()
            let isWhole = trial.isWhole
            #expect(isWhole, "\(trials), run \(run)")
        }
    }
}

private struct Trial {
    private var random: SeededRandom
    private var bench: PostListBench
    private let order: PostOrder
    /// The service's posts on three boards; a post's number contains its board's.
    private var boards: [[Post]] = []
    private var nextNumber = 500
    private var builder: PostRowBuilder
    /// Whether the open board has answered since it was selected.
    private var isAnswered = false

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        order = random.next() % 3 == 0 ? .server : .noticesFirst
        let date = PostDateFormat(language: .korean, showsTimeToday: true, namesYesterday: true)
        builder = PostRowBuilder(
            style: PostRowStyle(language: .korean, date: date), now: Date(timeIntervalSince1970: 1_700_000_000))
        var rules = FeedRules<Post>()
        rules.prefetchDistance = 2
        rules.refreshPages = 3
        bench = PostListBench(PostList.Machine(order: order, builder: builder, rules: rules))
        for board in 0..<3 {
            let count = below(40)
            boards.append([])
            for _ in 0..<count { arrive(on: board) }
        }
    }

    // MARK: - Events

    /// Sends a random event and returns its description.
    mutating func step() -> String {
        let items = bench.state.feed.items
        switch below(20) {
        case 0: return select(.open(board(below(3))))
        case 1: return select(below(2) == 0 ? .nothing : .pending)
        case 2: return send(.feed(.request(.open)))
        case 3: return send(.feed(.request(.refresh)))
        case 4, 5: return send(.feed(.request(.rowAppeared(items.isEmpty ? below(3000) : items[below(items.count)].id))))
        case 6: return send(.feed(.request(below(3) == 0 ? .all : .older)))
        case 7: return send(.feed(.request(.retry)))
        case 8 where below(4) == 0:
            isAnswered = false
            return send(.feed(.request(.reset)))
        case 8: return send(.feed(.request(.scrolled(items.randomElement(using: &random)?.id))))
        case 9, 10: return drift()
        case 11:
            let style = PostRowStyle(language: below(2) == 0 ? .korean : .english, date: builder.style.date)
            builder = PostRowBuilder(style: style, now: builder.now + Double(below(90_000)))
            return send(.looked(builder))
        default: return answer()
        }
    }

    private mutating func send(_ event: PostList.Machine.Event) -> String {
        bench.handle(event)
        return "\(event)"
    }

    private mutating func select(_ selection: BoardSelection.State) -> String {
        if selection.board?.id != bench.state.board?.id { isAnswered = false }
        return send(.selected(selection))
    }

    /// Answers a load: usually a pending one, sometimes one that was cancelled long ago.
    private mutating func answer() -> String {
        guard let load = (below(4) == 0 ? bench.loads : bench.underWay).randomElement(using: &random) else { return "-" }
        let isCurrent = bench.underWay.contains(load)
        switch below(8) {
        case 0: return send(.feed(.failed(NoticeBoardError(.unreachable), load.ticket)))
        case 1: return send(.feed(.gaveUp(load.ticket)))
        case 2: return send(.feed(.waited(load.ticket)))
        default:
            if isCurrent { isAnswered = true }
            bench.handle(.feed(.loaded(page(load), load.ticket)))
            return "answer \(load)"
        }
    }

    private func page(_ load: PostListBench.Load) -> Page<Post> {
        let posts = boards[load.board]
        let begin = min(load.offset, posts.count)
        let end = min(begin + 7, posts.count)
        return Page(items: Array(posts[begin..<end]), next: end < posts.count ? .offset(end) : nil, total: posts.count)
    }

    /// Adds, changes or removes a post at the service and usually notifies the list.
    private mutating func drift() -> String {
        let board = below(3)
        if below(8) == 0 {
            for _ in 0..<10 { arrive(on: board) }
            return "flood"
        }
        var change: PostChange
        if below(2) == 0 || boards[board].isEmpty {
            change = .written(arrive(on: board))
        } else if below(2) == 0 {
            let index = below(boards[board].count)
            let post = boards[board][index]
            boards[board][index] = made(post.id, "changed", on: below(3) == 0 ? nil : board, post.type, post.createdAt)
            change = .edited(boards[board][index])
        } else {
            change = .deleted(boards[board].remove(at: below(boards[board].count)).id)
        }
        if below(4) == 0 { return "drift" }
        // A post that the server has deleted or doesn't have yet.
        if below(8) == 0 { change = .written(made(board * 1000 + 999, "unknown", on: board, .normal, nil)) }
        return send(.changed(change))
    }

    @discardableResult
    private mutating func arrive(on board: Int) -> Post {
        nextNumber += 1
        let post = made(
            board * 100_000 + nextNumber, "post", on: board, below(4) == 0 ? .notice : .normal,
            builder.now.addingTimeInterval(Double(below(400_000)) - 400_000))
        boards[board].insert(post, at: 0)
        return post
    }

    private func made(_ id: Int, _ title: String, on board: Int?, _ type: PostType, _ date: Date?) -> Post {
        Post(id: id, title: title, boardID: board, createdAt: date, type: type)
    }

    private func board(_ number: Int) -> Board { Board(id: number, name: "Board \(number)") }
    private mutating func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(bound, 1))) }

    // MARK: - Invariants

    /// Returns descriptions of the broken invariants.
    func broken() -> [String] {
        let (state, items) = (bench.state, bench.state.feed.items)
        var broken: [String] = []
        func hold(_ isTrue: Bool, _ what: String) { if !isTrue { broken.append(what) } }
        hold(Set(items.map(\.id)).count == items.count, "no post twice")
        hold(items.allSatisfy { boardNumber($0.id) == state.board?.id }, "only posts of the open board")
        hold(state.title == (state.board?.name ?? ""), "the title is the board's")
        hold(state.rows.allSatisfy { $0 == builder.row(of: $0.post) }, "one look, the last")
        if order == .noticesFirst { hold(!zip(items, items.dropFirst()).contains { comesFirst($1, $0) }, "in order") }
        for kind in [FeedTicket.Kind.refresh, .older] {
            hold(bench.underWay.filter { $0.ticket.kind == kind }.count <= 1, "one \(kind) at a time")
        }
        hold(bench.underWay.allSatisfy { $0.board == state.board?.id }, "loads of the open board only")
        hold(state.display != .empty || state.selection == .nothing || isAnswered, "empty only when an answer said so")
        hold(bench.machine.anchor.map { anchor in items.contains { $0.id == anchor } } ?? true, "the anchor is in the list")
        return broken
    }

    private func boardNumber(_ post: Post.ID) -> Int { post < 100_000 ? post / 1000 : post / 100_000 }

    /// Compares by the definition of the order: notices first, then newest first.
    private func comesFirst(_ post: Post, _ other: Post) -> Bool {
        if (post.type == .notice) != (other.type == .notice) { return post.type == .notice }
        return (post.createdAt ?? .distantPast) > (other.createdAt ?? .distantPast)
    }

    // MARK: - Final check

    /// Resets the list, opens a board and answers every load.
    mutating func readToTheEnd() {
        bench.handle(.feed(.request(.reset)))
        bench.handle(.selected(.open(board(0))))
        bench.handle(.feed(.request(.all)))
        isAnswered = true
        while let load = bench.underWay.first {
            bench.handle(.feed(.loaded(page(load), load.ticket)))
        }
    }

    /// Whether the list equals the service's posts.
    var isWhole: Bool {
        Array(bench.state.feed.items) == order.sorted(boards[0]) && bench.state.feed.end == .lastPage && broken().isEmpty
    }
}
