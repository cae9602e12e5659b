import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

/// Sends random events to a post list and checks its invariants in every state.
@MainActor @Suite("PostList with random events", .serialized, .inTurn, .trialLimit(minutes: 3)) struct PostListRandomTests {
    @Test("Keeps its invariants in every state")
    func invariants() async {
        let trials = RandomTrials()
        for run in 0..<trials.count(20) {
            let trial = Trial(seed: trials.seed &+ UInt64(run))
            for step in 0..<150 {
                let event = await trial.step()
                let broken = trial.broken
                #expect(broken.isEmpty, "\(trials), run \(run), step \(step), \(event): \(broken)")
                if !broken.isEmpty { return }
            }
            await trial.readToTheEnd()
            let isWhole = trial.isWhole
            #expect(isWhole, "\(trials), run \(run)")
        }
    }
}

/// A service of three boards whose answers are held back until the test lets them go.
private final class HeldBoards: NoticeBoardService {
    struct Load {
        let gate = Gate()
        var fails = false
    }

    /// The posts of each board; a post's number contains its board's.
    let posts = Locked<[[Post]]>([[], [], []])
    let loads = Locked<[Load]>([])
    let answered = Locked<Set<Board.ID>>([])
    /// Whether every load is answered at once.
    let isOpen = Locked(false)

    func boards() async throws -> [Board] { [] }
    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        let load = Load()
        loads.withLock { $0.append(load) }
        if isOpen.withLock({ $0 }) { load.gate.open() }
        try await load.gate.pass()
        if loads.withLock({ all in all.first { $0.gate === load.gate }?.fails == true }) { throw NoticeBoardError(.unreachable) }
        answered.withLock { _ = $0.insert(board) }
        let posts = self.posts.withLock { $0[board] }
        let begin = min(offset, posts.count)
        let end = min(begin + 7, posts.count)
        return Page(items: Array(posts[begin..<end]), next: end < posts.count ? .offset(end) : nil, total: posts.count)
    }
    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> { Page(items: []) }
}

@MainActor private final class Trial {
    private var random: SeededRandom
    private let service = HeldBoards()
    private let selection = BoardSelection()
    private let changes = ChangeBus<PostChange>()
    private let now = Locked(Date(timeIntervalSince1970: 1_700_000_000))
    private let list: PostList
    private let order: PostOrder
    private var nextNumber = 500
    private var style: PostRowStyle
    private var observation: StateObservation?
    /// The invariants that a state broke.
    private(set) var broken: [String] = []

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        order = random.next() % 3 == 0 ? .server : .noticesFirst
        let date = PostDateFormat(language: .korean, showsTimeToday: true, namesYesterday: true)
        style = PostRowStyle(language: .korean, date: date)
        var rules = FeedRules<Post>()
        rules.prefetchDistance = 2
        rules.refreshPages = 3
        list = PostList(
            service: service, selection: selection, order: order, style: style, rules: rules, changes: changes,
            now: { [now] in now.withLock { $0 } }, time: ManualClock().time)
        for board in 0..<3 { for _ in 0..<below(40) { arrive(on: board) } }
        observation = list.observe { [weak self] in self?.check($0) }
    }

    // MARK: - Events

    /// Sends a random event and returns its description.
    func step() async -> String {
        let items = list.state.feed.items
        // Lets loads begin and end.
        for _ in 0..<below(20) { await Task.yield() }
        switch below(20) {
        case 0: return select(below(3))
        case 1: return clear()
        case 2: return send(.open)
        case 3: return send(.refresh)
        case 4, 5: return send(.rowAppeared(items.isEmpty ? below(3000) : items[below(items.count)].id))
        case 6: return send(below(3) == 0 ? .all : .older)
        case 7: return send(below(4) == 0 ? .close : .retry)
        case 8 where below(4) == 0: return reset()
        case 8: return send(.scrolled(items.randomElement(using: &random)?.id))
        case 9, 10: return drift()
        case 11:
            style = PostRowStyle(language: below(2) == 0 ? .korean : .english, date: style.date)
            now.withLock { $0 += Double(below(90_000)) }
            list.restyle(style)
            return "restyle"
        default: return answer()
        }
    }

    private func send(_ request: FeedRequest<Post.ID>) -> String {
        list.send(request)
        return "\(request)"
    }

    private func reset() -> String {
        service.answered.withLock { $0 = [] }
        return send(.reset)
    }

    private func select(_ board: Int) -> String {
        if board != selection.board?.id { service.answered.withLock { $0 = [] } }
        selection.select(Board(id: board, name: "Board \(board)"))
        return "select \(board)"
    }

    private func clear() -> String {
        selection.clear()
        service.answered.withLock { $0 = [] }
        return "clear"
    }

    /// Answers a load, even one that was cancelled.
    private func answer() -> String {
        let fails = below(6) == 0
        let gate = service.loads.withLock { loads -> Gate? in
            let waiting = loads.indices.filter { !loads[$0].gate.isOpen }
            guard let index = waiting.randomElement(using: &random) else { return nil }
            loads[index].fails = fails
            return loads[index].gate
        }
        gate?.open()
        return gate == nil ? "-" : "answer"
    }

    /// Adds, changes or removes a post at the service and usually notifies the list.
    private func drift() -> String {
        let board = below(3)
        if below(8) == 0 {
            for _ in 0..<10 { arrive(on: board) }
            return "flood"
        }
        var change: PostChange
        let index = below(count(board))
        if below(2) == 0 || count(board) == 0 {
            change = .written(arrive(on: board))
        } else if below(2) == 0 {
            let post = service.posts.withLock { $0[board][index] }
            let edited = made(post.id, "changed", on: below(3) == 0 ? nil : board, post.type, post.createdAt)
            service.posts.withLock { $0[board][index] = edited }
            change = .edited(edited)
        } else {
            change = .deleted(service.posts.withLock { $0[board].remove(at: index).id })
        }
        if below(4) == 0 { return "drift" }
        // A post that the server has deleted or doesn't have yet.
        if below(8) == 0 { change = .written(made(board * 1000 + 999, "unknown", on: board, .normal, nil)) }
        changes.send(change)
        return "\(change)"
    }

    @discardableResult
    private func arrive(on board: Int) -> Post {
        nextNumber += 1
        let post = made(
            board * 100_000 + nextNumber, "post", on: board, below(4) == 0 ? .notice : .normal,
            now.withLock { $0 }.addingTimeInterval(Double(below(400_000)) - 400_000))
        service.posts.withLock { $0[board].insert(post, at: 0) }
        return post
    }

    private func made(_ id: Int, _ title: String, on board: Int?, _ type: PostType, _ date: Date?) -> Post {
        Post(id: id, title: title, boardID: board, createdAt: date, type: type)
    }

    private func count(_ board: Int) -> Int { service.posts.withLock { $0[board].count } }
    private func below(_ bound: Int) -> Int { Int(random.next() % UInt64(max(bound, 1))) }

    // MARK: - Invariants

    private func check(_ state: PostList.State) {
        let items = state.feed.items
        func hold(_ isTrue: Bool, _ what: String) { if !isTrue { broken.append(what) } }
        hold(Set(items.map(\.id)).count == items.count, "no post twice")
        hold(items.allSatisfy { boardNumber($0.id) == state.board?.id }, "only posts of the open board")
        hold(state.title == (state.board?.name ?? ""), "the title is the board's")
        hold(state.rows.allSatisfy { $0.builder.style == style }, "one style, the last")
        if order == .noticesFirst { hold(isInOrder(state.feed.entries), "in order") }
        let isAnswered = state.board.map { board in service.answered.withLock { $0.contains(board.id) } }
        hold(state.display != .empty || isAnswered != false, "empty only when an answer said so")
        hold(list.anchor.map { items.contains(id: $0) } ?? true, "the anchor is in the list")
    }

    private func boardNumber(_ post: Post.ID) -> Int { post < 100_000 ? post / 1000 : post / 100_000 }

    /// Returns whether the posts between two gaps are in order: notices first at the top of the list, and newest first.
    private func isInOrder(_ entries: [FeedEntry<Post>]) -> Bool {
        var (above, isTop) = (nil as Post?, true)
        for entry in entries {
            guard case .item(let post) = entry else {
                (above, isTop) = (nil, false)
                continue
            }
            if let above, comesFirst(post, above, noticesFirst: isTop) { return false }
            above = post
        }
        return true
    }

    /// Compares by the definition of the order.
    private func comesFirst(_ post: Post, _ other: Post, noticesFirst: Bool) -> Bool {
        if noticesFirst, (post.type == .notice) != (other.type == .notice) { return post.type == .notice }
        return (post.createdAt ?? .distantPast) > (other.createdAt ?? .distantPast)
    }

    // MARK: - Final check

    /// Resets the list, opens a board and answers every load.
    func readToTheEnd() async {
        _ = reset()
        _ = select(0)
        service.isOpen.withLock { $0 = true }
        for load in service.loads.withLock({ $0 }) { load.gate.open() }
        list.loadAll()
        await list.firstState { $0.feed.end != nil }
    }

    /// Whether the list equals the service's posts.
    var isWhole: Bool {
        let posts = service.posts.withLock { $0[0] }
        return Array(list.state.feed.items) == order.sorted(posts) && list.state.feed.end == .lastPage && broken.isEmpty
    }
}
