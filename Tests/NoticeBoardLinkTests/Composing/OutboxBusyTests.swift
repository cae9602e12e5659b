import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("A service that is busy, and a network that is in the way", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor
struct OutboxBusyTests {
    private let fixture = OutboxFixture()

    /// Sends a draft that the service answers with a status.
    private func sentDraft(_ response: StubAnswer) async throws -> (outbox: LinkOutbox, id: LinkDraft.ID) {
        let outbox = try fixture.outbox(try await fixture.session())
        fixture.simulator.answer("POST /post", with: response)
        let id = outbox.newDraft(.post, "글")
        outbox.send(id)
        return (outbox, id)
    }

    /// Lets the next wait of the outbox pass; returns its seconds.
    private func passWait() async -> Double? {
        await fixture.clock.waitForSleepers(1)
        let seconds = fixture.clock.pending.first
        fixture.clock.advance(by: seconds ?? 0)
        return seconds
    }

    @Test("Waits for a failing service before asking the user", arguments: [500, 502, 503, 504])
    func waits(status: Int) async throws {
        let (outbox, id) = try await sentDraft(.status(HTTPStatus(rawValue: status)))
        let state = await outbox.firstState { $0[id]?.status == .asking || $0.pauseReason != nil }
        #expect(state?[id]?.status == .unsure)
        #expect(state?.pauseReason?.code == .serverFailure)
        try #require(state?[id]?.status == .unsure)
        #expect(await passWait() == 5)
        #expect(await passWait() == 10)
        #expect(await outbox.until(id) { $0 == .asking || $0 == nil } == .asking)
        #expect(fixture.simulator.requests.count { $0.method == .post && $0.path == "/post" } == 1)
    }

    @Test("A busy service's Retry-After decides when it is searched") func retryAfter() async throws {
        let (outbox, id) = try await sentDraft(.status(503, headers: ["Retry-After": "30"]))
        let state = await outbox.firstState { $0[id]?.status == .asking || $0.pauseReason != nil }
        try #require(state?[id]?.status == .unsure)
        await fixture.clock.waitForSleepers(1)
        #expect(fixture.clock.pending == [30])
    }

    @Test("A post that a busy service stored counts as sent") func stored() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        fixture.network.loseAnswers("POST /post", .serverFailure)
        let id = outbox.newDraft(.post, "글")
        outbox.send(id)
        await outbox.sent(id)
        #expect(fixture.posts("글").count == 1)
    }

    @Test("A post that a busy service stores late counts as sent") func storedLate() async throws {
        let (outbox, id) = try await sentDraft(.status(504))
        let state = await outbox.firstState { $0[id]?.status == .asking || $0.pauseReason != nil }
        try #require(state?[id]?.status == .unsure)
        let (simulator, time) = (fixture.simulator, (fixture.simulator.posts.map(\.time).max() ?? 0) + 1)
        let fields = ["content": "글", "product_id": simulator.product]
        simulator.posts.insert(SimulatedLinkPost(id: "late", author: simulator.accounts[0].id, fields: fields, time: time), at: 0)
        _ = await passWait()
        await outbox.sent(id)
        #expect(fixture.posts("글").count == 1)
    }

    @Test("A good answer that cannot be decoded counts as a lost one") func undecodable() async throws {
        let (outbox, id) = try await sentDraft(.response(.json("{\"unknown\":1}")))
        #expect(await outbox.until(id) { $0 == .asking || $0 == nil } == .asking)
        #expect(fixture.simulator.requests.count { $0.method == .post && $0.path == "/post" } == 1)
    }

    @Test("A refused draft is not sent again by itself") func refused() async throws {
        let (outbox, id) = try await sentDraft(.status(400))
        await outbox.until(id) { $0?.refusal == .inputRefused }
        fixture.simulator.answer("POST /post", with: nil)
        outbox.resume()
        let other = outbox.newDraft(.post, "둘")
        outbox.send(other)
        await outbox.sent(other)
        #expect(fixture.posts("글").isEmpty)
        #expect(outbox.state[id]?.status.refusal == .inputRefused)
    }

    @Test("Lists no blank drafts") func blank() async throws {
        let outbox = try fixture.outbox(try await fixture.session())
        await outbox.firstState { $0.isLoaded }
        for number in 0..<3 { _ = LinkComposer(outbox, .reply(on: "p\(number)")) }
        #expect(outbox.state.drafts.isEmpty)
        let id = outbox.newDraft(.post, "글")
        #expect(outbox.state.drafts.map(\.id) == [id])
    }
}
