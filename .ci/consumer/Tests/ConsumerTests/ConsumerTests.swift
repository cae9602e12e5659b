import Foundation
import NoticeBoardKit
import NoticeBoardSamples
import NoticeBoardTesting
import Testing

@Test func aStubStandsInForTheService() async throws {
    let transport = StubTransport { _ in .json(#"{"value": [{"boardId": 7, "displayName": "공지"}], "count": 1}"#) }
    let boards = try await NoticeBoardClient(transport: transport).boards()
    #expect(boards == [Board(id: 7, name: "공지")])
    #expect(transport.requests.map(\.path).allSatisfy { $0.hasSuffix("/boards") } && transport.requests.count == 1)
}

@Test func samplesShowEverySituationOfAList() {
    let displays = Samples.lists.map(\.state.display)
    #expect(displays.contains(.items) && displays.contains(.empty) && displays.contains(.placeholder))
}

@Test func theSimulatorPagesAndSearches() async throws {
    let simulator = BoardSimulator(seed: 7)
    let url = try #require(URL(string: "https://board.example/api/v2"))
    let client = NoticeBoardClient(baseURL: url, token: .bearer(simulator.token), transport: simulator)
    let board = try #require(try await client.boards().first)
    let first = try await client.postPage(in: board.id, offset: 0, limit: 20)
    let second = try await client.postPage(in: board.id, offset: 20, limit: 20)
    #expect(first.items.count == 20 && first.next == .offset(20))
    #expect(Set(first.items.map(\.id)).isDisjoint(with: second.items.map(\.id)))

    let word = try #require(first.items[0].title.split(separator: " ").last)
    let hits = try await client.searchPage(String(word), in: board.id, target: .title, offset: 0, limit: 30)
    #expect(hits.items.contains { $0.id == first.items[0].id })
    #expect(hits.items.allSatisfy { !Highlighter(String(word)).ranges(in: $0.title).isEmpty })
}

@Test func theSimulatorAnswersOverHTTPToo() async throws {
    let simulator = BoardSimulator(seed: 7)
    let server = try LoopbackServer(serving: simulator)
    defer { server.stop() }
    let client = NoticeBoardClient(baseURL: server.url(path: "/api/v2"), token: .bearer("wrong"))
    await #expect { try await client.boards() } throws: { ($0 as? NoticeBoardError)?.status == 401 }
    let welcome = NoticeBoardClient(baseURL: server.url(path: "/api/v2"), token: .bearer(simulator.token))
    #expect(Set(try await welcome.boards().map(\.name)) == Set(simulator.boards.map(\.name)))
}
