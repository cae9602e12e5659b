import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@Suite("NoticeBoardService: paginators", .serialized, .inTurn, .timeLimit(.minutes(1))) struct NoticeBoardServicePaginatorsTests {
    private let simulator = BoardSimulator(seed: 7)

    /// Returns a client of the simulator, and the stub that records the client's requests.
    private func recorded() -> (client: NoticeBoardClient, stub: StubTransport) {
        let simulator = simulator
        let stub = StubTransport { request in
            var request = request
            request.headers["Authorization"] = "Bearer simulator"
            return try await simulator.send(request)
        }
        return (NoticeBoardClient(transport: stub), stub)
    }

    @Test("Loads all posts of a board in the server's order, thirty per page") func posts() async throws {
        let (client, stub) = recorded()
        let board = simulator.boards[2]
        var ids: [Int] = []
        for try await post in client.posts(in: board.id) { ids.append(post.id) }
        #expect(ids == board.posts.map(\.id))
        #expect(stub.requests.count == 4)
        #expect(stub.requests.map(\.target).allSatisfy { $0.contains("limit=30") })
    }

    @Test("Reports progress while all search results load") func search() async throws {
        let (client, stub) = recorded()
        let board = simulator.boards[0]
        let word = "안내"
        var steps: [PageProgress] = []
        let hits = try await client.search(word, in: board.id, target: .title).prefetching(2).loadAll { steps.append($0) }
        #expect(hits.map(\.id) == board.posts.filter { $0.title.contains(word) }.map(\.id))
        #expect(!hits.isEmpty)
        #expect(steps.last == PageProgress(loaded: hits.count, total: hits.count))
        #expect(stub.requests.allSatisfy { $0.target.contains("limit=30") })
    }

    @Test("Requests thirty posts at a given position") func positions()
        async throws
    {
        let (client, stub) = recorded()
        let board = simulator.boards[0].id
        for position in [nil, .offset(30)] as [PagePosition?] {
            _ = try await client.postPage(in: board, at: position)
            _ = try await client.searchPage("a", in: board, target: .all, at: position)
        }
        let asked = stub.requests.map { request in
            request.target.split(separator: "?").last.map { $0.split(separator: "&").sorted() }
        }
        #expect(
            asked == [
                ["limit=30", "offset=0"], ["limit=30", "offset=0", "search=a", "searchTarget=all"], ["limit=30", "offset=30"],
                ["limit=30", "offset=30", "search=a", "searchTarget=all"],
            ])
    }

    @Test("Fails for a blank keyword without sending a request") func blankKeyword() async {
        let (client, stub) = recorded()
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client.search(" ", in: 1, target: .all).loadAll()
        }
        #expect(error?.code == .invalidInput)
        #expect(stub.requests.isEmpty)
    }

    @Test("Rejects a bookmark with a cursor") func foreignBookmark() async {
        let (client, _) = recorded()
        let posts = client.posts(in: 1).resuming(from: PageBookmark(position: .cursor("x")))
        let error = await #expect(throws: NoticeBoardError.self) { try await posts.loadAll() }
        #expect(error?.code == .invalidInput)
    }

    @Test("Offers the paginators for a custom service") func ownService() async throws {
        struct Own: NoticeBoardService {
            func boards() async throws -> [Board] { [] }
            func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
                Page(items: [Post(id: offset, title: "")], next: offset < 2 ? .offset(offset + 1) : nil)
            }
            func searchPage(
                _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
            ) async throws -> Page<Post> { Page(items: []) }
        }
        let service: any NoticeBoardService = Own()
        #expect(try await service.posts(in: 1).loadAll().map(\.id) == [0, 1, 2])
        #expect(try await service.search("x", in: 1, target: .all).loadAll().isEmpty)
    }
}
