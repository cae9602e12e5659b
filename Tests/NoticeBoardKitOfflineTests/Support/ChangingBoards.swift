import Foundation
import NoticeBoardBase
import NoticeBoardKitOffline

/// A board service in memory, newest first, that a test changes between and during requests.
final class ChangingBoards: NoticeBoardService {
    struct State {
        var posts: [Board.ID: [Post]] = [:]
        var lastID = 0
        var requests = 0
        var failure: NoticeBoardError?
        var largestPage = Int.max
        var givesTotal = true
        /// Posts that cannot be decoded.
        var broken: Set<Post.ID> = []
        /// Called before each page with the number of requests so far.
        var onRequest: @Sendable (Int) -> Void = { _ in }
    }

    let state = Locked(State())

    convenience init(board: Board.ID = 1, count: Int) {
        self.init()
        add(count, to: board)
    }

    func posts(_ board: Board.ID = 1) -> [Post] { state.withLock { $0.posts[board] ?? [] } }
    var requests: Int { state.withLock { $0.requests } }

    func add(_ count: Int, to board: Board.ID = 1, _ change: (Int) -> Post = { ChangingBoards.post($0) }) {
        state.withLock { state in
            for _ in 0..<count {
                state.lastID += 1
                state.posts[board, default: []].insert(change(state.lastID), at: 0)
            }
        }
    }

    func change(_ board: Board.ID = 1, _ body: (inout [Post]) -> Void) { state.withLock { body(&$0.posts[board, default: []]) } }
    func fail(_ error: NoticeBoardError?) { state.withLock { $0.failure = error } }
    func onRequest(_ body: @escaping @Sendable (Int) -> Void) { state.withLock { $0.onRequest = body } }

    static func post(_ id: Int, title: String? = nil, contents: String? = nil, type: PostType = .normal) -> Post {
        Post(
            id: id, title: title ?? "제목 \(id)", boardID: 1, writer: Writer(name: "글쓴이 \(id % 7)"),
            contents: contents ?? "<p>내용 \(id)</p><p>\"둘째\" 줄\\</p>", type: type)
    }

    func boards() async throws -> [Board] {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return state.posts.keys.sorted().map { Board(id: $0, name: "Board \($0)") }
        }
    }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        let (number, onRequest) = state.withLock { state in
            state.requests += 1
            return (state.requests, state.onRequest)
        }
        onRequest(number)
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            guard let posts = state.posts[board] else { throw NoticeBoardError(.notFound, "no such board") }
            let page = Array(posts.dropFirst(offset).prefix(min(limit, state.largestPage)))
            let (end, broken) = (offset + page.count, state.broken)
            return Page(
                items: page.filter { !broken.contains($0.id) }, next: end < posts.count && !page.isEmpty ? .offset(end) : nil,
                total: state.givesTotal ? posts.count : nil,
                skipped: page.enumerated().filter { broken.contains($1.id) }.map {
                    SkippedElement(index: $0.offset, path: "", reason: "broken")
                })
        }
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return Page(items: [])
    }
}
