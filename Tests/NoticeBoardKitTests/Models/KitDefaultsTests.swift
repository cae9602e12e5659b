import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

@testable import NoticeBoardKit

@Suite("Client requests and errors", .serialized, .inTurn, .timeLimit(.minutes(1))) struct KitDefaultsTests {
    @Test("Requests thirty posts by default")
    func pages() async throws {
        let stub = StubTransport { _ in .json(#"{"value":[]}"#) }
        let client = NoticeBoardClient(transport: stub)
        _ = try await client.postPage(in: 7, at: nil)
        _ = try await client.postPage(in: 7, at: .offset(5), limit: 1)
        _ = try await client.postPage(in: 7, offset: 0, limit: 1_000)
        _ = try await client.searchPage("a", in: 8, target: .title, at: nil)
        _ = try await client.searchPage("a", in: 8, target: .writer, at: .offset(5), limit: 1_000)
        _ = try await client.searchPage("a", in: 8, target: .all, offset: 3, limit: 1)
        for try await _ in client.posts(in: 9) {}
        for try await _ in client.search("b", in: 9, target: .contents, pageSize: 4) {}
        let expected = [
            "GET boards/7/posts?offset=0&limit=30", "GET boards/7/posts?offset=5&limit=1",
            "GET boards/7/posts?offset=0&limit=1000",
            "GET boards/8/posts?search=a&searchTarget=title&offset=0&limit=30",
            "GET boards/8/posts?search=a&searchTarget=writer&offset=5&limit=1000",
            "GET boards/8/posts?search=a&searchTarget=all&offset=3&limit=1", "GET boards/9/posts?offset=0&limit=30",
            "GET boards/9/posts?search=b&searchTarget=contents&offset=0&limit=4",
        ]
        #expect(stub.requests.difference(from: expected) == nil)
        for limit in [0, 1_001] {
            let posts = await #expect(throws: NoticeBoardError.self) { try await client.postPage(in: 7, offset: 0, limit: limit) }
            let found = await #expect(throws: NoticeBoardError.self) {
                try await client.searchPage("a", in: 7, target: .all, offset: 0, limit: limit)
            }
            #expect([posts, found].allSatisfy { $0?.code == .invalidInput && $0?.remedy == .fixInput(.limit) })
        }
        for cursor in [PagePosition.cursor("x")] {
            let posts = await #expect(throws: NoticeBoardError.self) { try await client.postPage(in: 7, at: cursor) }
            let found = await #expect(throws: NoticeBoardError.self) {
                try await client.searchPage("a", in: 7, target: .all, at: cursor)
            }
            #expect([posts, found].allSatisfy { $0?.code == .invalidInput && $0?.remedy == .fixInput(.position) })
        }
        #expect(stub.requests.count == expected.count)
    }

    @Test(
        "Names the board only for a 404",
        arguments: [404, 500, 403] as [HTTPStatus])
    func notFound(status: HTTPStatus) async {
        let client = NoticeBoardClient(transport: StubTransport { _ in .json("{}", status: status) })
        let boards = await #expect(throws: NoticeBoardError.self) { try await client.boardPage() }
        let posts = await #expect(throws: NoticeBoardError.self) { try await client.postPage(in: 7, offset: 0, limit: 30) }
        let found = await #expect(throws: NoticeBoardError.self) {
            try await client.searchPage("a", in: 7, target: .all, offset: 0, limit: 30)
        }
        #expect((boards?.code == .notFound) == (status == 404))
        #expect((boards?.remedy == .contactAdministrator) == (status != 500))
        for error in [posts, found] {
            #expect((error?.remedy == .chooseAnother(.board)) == (status == 404))
            #expect((error?.detail.contains("board 7") == true) == (status == 404))
        }
    }

    @Test("Returns the total and the skipped elements with the boards") func boardPage() async throws {
        for (fields, total) in [("", nil), (#","total":5"#, 5), (#","total":0"#, 0), (#","total":-1"#, nil)] as [(String, Int?)] {
            let json = #"{"value":[{"boardId":2,"displayName":"b"},{},{"boardId":1,"displayName":"a","orderNo":1}]\#(fields)}"#
            let page = try await NoticeBoardClient(transport: StubTransport { _ in .json(json) }).boardPage()
            #expect(page.items.map(\.id) == [1, 2])
            #expect(page.total == total)
            #expect(page.skipped.map(\.index) == [1])
            #expect(page.next == nil)
        }
    }

    @Test("Opens a stored place once per sign-in") @MainActor func places() async {
        let store = PlaceFiles(BoardPlace(board: Board(id: 3, name: "다")))
        let app = BoardApp(service: HeldService(), place: store.file, time: ManualClock().time)
        let selection = app.selection
        await app.open()
        #expect(selection.board?.id == 3)
        selection.reset()
        await app.open()
        #expect(selection.board == nil)
        #expect(store.loads.withLock { $0 } == 1)
        await app.signOut(erasing: false)
        await app.open()
        #expect(selection.board?.id == 3)
        #expect(store.loads.withLock { $0 } == 2)
        app.use(history: InMemorySearchHistory())
        selection.reset()
        await app.open()
        #expect(selection.board == nil, "without a store nothing is kept")
        #expect(store.loads.withLock { $0 } == 2, "without a store nothing is kept")
        #expect(await app.saveNow() == nil)
    }
}
