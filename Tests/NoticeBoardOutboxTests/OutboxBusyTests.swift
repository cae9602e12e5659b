import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("A service that is busy, and a network in the way", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor
struct OutboxBusyTests {
    private let fixture = NoteFixture()
    private var service: NoteService { fixture.service }

    @Test("Waits for a failing service and looks again before asking the user", arguments: [500, 502, 503, 504])
    func waits(status: Int) async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.status(status, .serverFailure))
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        #expect(outbox.state[id]?.status == .unsure)
        #expect(await fixture.passWait() == 5)
        #expect(await fixture.passWait() == 10)
        #expect(await outbox.end(id) == .asking)
        #expect(service.sent.count == 1)
    }

    @Test("A note that a failing service stores late counts as sent") func late() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.late(.serverFailure))
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        service.storeLate()
        await fixture.passWait()
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
    }

    @Test("The service's Retry-After decides when it is searched") func retryAfter() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.status(503, .serverFailure, retryAfter: 30))
        _ = outbox.sendNote("글")
        await fixture.clock.waitForSleepers(1)
        #expect(fixture.clock.pending == [30])
    }

    @Test("Too many requests hold a draft without a question") func tooMany() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.status(429, .tooManyRequests, retryAfter: 7))
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        #expect(outbox.state[id]?.status == .waiting)
        #expect(outbox.state[id]?.mayHaveArrived == false)
        #expect(await fixture.passWait() == 7)
        #expect(await outbox.end(id) == nil)
    }

    @Test("The queue of a busy service asks no questions") func queue() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.status(503, .serverFailure))
        let id = outbox.sendNote("글")
        let others = ["둘", "셋"].map { outbox.sendNote($0) }
        await outbox.firstState { $0.pauseReason != nil }
        #expect(outbox.state[id]?.status == .unsure)
        for other in others { #expect(outbox.state[other]?.status == .waiting) }
    }

    @Test("A busy service that cannot be searched asks about one draft and holds the others") func unsearchable() async {
        fixture.isSearchable = false
        let outbox = await fixture.loadedOutbox()
        service.plan(.status(503, .serverFailure))
        let id = outbox.sendNote("글")
        let other = outbox.sendNote("둘")
        #expect(await outbox.end(id) == .asking)
        #expect(outbox.state.pauseReason?.code == .serverFailure)
        #expect(outbox.state[other]?.status == .waiting)
    }

    @Test(
        "A network that is in the way holds a draft until it is gone",
        arguments: [
            NoticeBoardError.Code.noNetwork, .unreachable, .untrustedServer, .proxyRefused, .proxyUnreachable, .networkSignIn,
        ])
    func inTheWay(code: NoticeBoardError.Code) async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostRequest(code))
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        #expect(outbox.state[id]?.status == .waiting)
        #expect(outbox.state.pauseReason?.code == code)
        await fixture.passWait()
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
    }

    @Test("Delays between attempts increase up to a minute") func delays() async {
        let outbox = await fixture.loadedOutbox()
        service.down(.noNetwork)
        _ = outbox.sendNote("글")
        var delays: [Double?] = []
        for _ in 0..<6 { delays.append(await fixture.passWait()) }
        #expect(delays == [5, 10, 20, 40, 60, 60])
    }

    @Test("A pause says that the draft is tried again") func pauseText() async {
        let outbox = await fixture.loadedOutbox()
        service.down(.noNetwork)
        let screen = DraftScreen(outbox, outbox.sendNote("글"))
        await outbox.firstState { $0.pauseReason != nil }
        #expect(screen.state.bannerText == "There is no network connection. It will be tried again by itself.")
    }

    @Test(
        "An error that no wait helps against is a refusal",
        arguments: [
            NoticeBoardError.Code.forbidden, .inputRefused, .unexpectedStatus, .storageFull, .unauthorized,
        ])
    func final(code: NoticeBoardError.Code) async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostRequest(code))
        let id = outbox.sendNote("글")
        await outbox.until(id) { $0?.refusal != nil }
        #expect(outbox.state[id]?.status.refusal == code)
        #expect(outbox.state[id]?.mayHaveArrived == false)
    }

    @Test("An error is a lost response if any of its attempts may have arrived") func attempts() async throws {
        let all: [([NoticeBoardError.Attempt], Bool)] = [
            ([], false), ([.init(status: 200)], true), ([.init(status: 499)], false), ([.init(status: 500)], true),
            ([.init(cause: .timedOut)], true), ([.init(cause: .noNetwork)], false),
            ([.init(status: 419), .init(status: 503), .init(status: 400)], true),
        ]
        let outbox = await fixture.loadedOutbox()
        for (number, (attempts, mayHaveArrived)) in all.enumerated() {
            service.plan(.error(NoticeBoardError(.forbidden, attempts: attempts)))
            let id = outbox.sendNote("글 \(number)")
            let status = await outbox.until(id) { $0 == .asking || $0?.refusal != nil }
            #expect((status == .asking) == mayHaveArrived, "case \(number)")
        }
    }
}
