import Foundation
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

/// Tests paging from the client's call to the simulated service and back.
@Suite("Paging a simulated service", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SimulatedPagingTests {
    private func client(_ simulator: BoardSimulator) throws -> NoticeBoardClient {
        // Sends each call once, because a retry would hide the failures under test.
        let configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "http://127.0.0.1/api/v2")), token: .bearer(simulator.token), retry: .never)
        return NoticeBoardClient(configuration, transport: simulator)
    }

    @Test("Loads 95 posts in four requests despite unreadable ones", arguments: [0, 1, 3])
    func whole(prefetched: Int) async throws {
        let simulator = BoardSimulator(seed: 5)
        let board = simulator.boards[1]
        simulator.change(board.id) { board in for index in [0, 29, 30, 94] { board.posts[index].isBroken = true } }
        var (posts, skipped): ([Post], Int) = ([], 0)
        for try await page in try client(simulator).posts(in: board.id).prefetching(prefetched).pages {
            posts += page.items
            skipped += page.skipped.count
        }
        #expect(posts.map(\.id) == board.posts.enumerated().filter { ![0, 29, 30, 94].contains($0.offset) }.map(\.element.id))
        #expect(skipped == 4)
        let asked = simulator.log.compactMap { entry -> Int? in
            guard case .posts(board.id, let offset, 30)? = entry.call else { return nil }
            return offset
        }
        #expect(asked.sorted() == [0, 30, 60, 90])
        #expect(simulator.log.count == 4)
    }

    @Test("Neither repeats nor loses posts when posts arrive or vanish between pages") func drift() async throws {
        let simulator = BoardSimulator(seed: 5)
        let before = simulator.boards[0]
        let gone = [before.posts[3].id, before.posts[40].id, before.posts[93].id]
        simulator.change(before.id, before: 2) { $0.arrive(3) }
        simulator.change(before.id, before: 3) { $0.vanish(gone) }
        let ids = try await client(simulator).posts(in: before.id).overlapping(5).prefetching(0).loadAll().map(\.id)
        #expect(Set(ids).count == ids.count)
        #expect(Set(ids).isSuperset(of: before.posts.map(\.id).filter { !gone.contains($0) }))
    }

    @Test("Requests only the failed page again") func failure() async throws {
        let simulator = BoardSimulator(seed: 5)
        simulator.answer(2, with: .status(503))
        let pages = try client(simulator).posts(in: simulator.boards[0].id).prefetching(0).pages.makeAsyncIterator()
        let first = try #require(try await pages.next())
        await #expect(throws: NoticeBoardError.self) { try await pages.next() }
        let second = try #require(try await pages.next())
        #expect((first.items + second.items).map(\.id) == simulator.boards[0].posts.prefix(60).map(\.id))
        #expect(simulator.log.map(\.status) == [200, 503, 200])
    }

    @Test("Resumes from the last bookmark after an expired token") func expiry()
        async throws
    {
        let simulator = BoardSimulator(seed: 5)
        simulator.expireToken(after: 1)
        let pages = try client(simulator).posts(in: simulator.boards[0].id).prefetching(0).pages.makeAsyncIterator()
        let first = try #require(try await pages.next())
        let error = await #expect(throws: NoticeBoardError.self) { try await pages.next() }
        #expect(error?.code == .unauthorized)
        #expect(error?.remedy == .signInAgain)
        simulator.renewToken()
        let rest = try await client(simulator).posts(in: simulator.boards[0].id).resuming(from: first.bookmark).loadAll()
        #expect((first.items + rest).map(\.id) == simulator.boards[0].posts.map(\.id))
    }

    @Test("Pages through a service with quirks or stops with endlessList") func quirks()
        async throws
    {
        let capped = BoardSimulator(seed: 5, quirks: SimulatedQuirks(limitCap: 20))
        #expect(try await client(capped).posts(in: capped.boards[0].id).loadAll().count == 95)
        #expect(capped.log.count == 5)
        let stubborn = BoardSimulator(seed: 5, quirks: SimulatedQuirks(ignoresOffset: true))
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client(stubborn).posts(in: stubborn.boards[0].id).loadAll()
        }
        #expect(error?.code == .endlessList)
        for quirks in [SimulatedQuirks(omitsTotal: true), SimulatedQuirks(sendsOnlyValue: true)] {
            let silent = BoardSimulator(seed: 5, quirks: quirks)
            #expect(try await client(silent).posts(in: silent.boards[0].id).loadAll().count == 95)
        }
    }
}
