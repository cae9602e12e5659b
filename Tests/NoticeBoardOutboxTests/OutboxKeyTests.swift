import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

/// Checks services that honor idempotency keys: the outbox sends the draft again with the same key.
@Suite("A service with idempotency keys", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor struct OutboxKeyTests {
    private let fixture = NoteFixture(honorsKeys: true)
    private var service: NoteService { fixture.service }

    private var keys: [String] { service.sent.map(\.key) }

    @Test("A lost response is answered by the same key", arguments: [NoteService.Fault.lostAnswer(), .lostRequest()])
    func repeats(fault: NoteService.Fault) async {
        let outbox = await fixture.loadedOutbox()
        service.plan(fault)
        let id = outbox.sendNote("글")
        await fixture.passWait()
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
        #expect(keys.count == 2)
        #expect(Set(keys).count == 1)
    }

    @Test("A killed launch's draft is sent again with its key") func killed() async {
        let files = FaultyFiles()
        let first = await fixture.loadedOutbox(files: files)
        let gate = Gate()
        service.hold("send", at: gate)
        let id = first.sendNote("글")
        await gate.waitForArrivals(1)
        fixture.kill(files)
        gate.open()
        await first.end(id)
        let later = await fixture.loadedOutbox()
        #expect(await later.end(id) == nil)
        #expect(service.count("글") == 1)
        #expect(keys.count == 2)
        #expect(Set(keys).count == 1)
    }

    @Test("A key is not repeated after its lifetime") func expired() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostAnswer())
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        fixture.date.withLock { $0 += 3_600 }
        await fixture.passWait()
        #expect(await outbox.end(id) == .asking)
        #expect(keys.count == 1)
    }

    @Test("A key is not repeated if the clock went back") func clockBack() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostAnswer())
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        fixture.date.withLock { $0 -= 60 }
        await fixture.passWait()
        #expect(await outbox.end(id) == .asking)
    }

    @Test("A searchable service is searched after the key's lifetime") func searchedAfterLifetime() async {
        fixture.isSearchable = true
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostAnswer())
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        fixture.date.withLock { $0 += 3_600 }
        await fixture.passWait()
        #expect(await outbox.end(id) == nil)
        #expect(keys.count == 1)
    }

    @Test("An edit after a possible arrival takes a new key") func edited() async {
        let outbox = await fixture.loadedOutbox()
        let gate = Gate()
        service.hold("send", at: gate)
        let id = outbox.sendNote("글")
        await gate.waitForArrivals(1)
        let key = outbox.state[id]?.key
        outbox.takeBack(id)
        await outbox.until(id) { $0 == .asking }
        outbox.change(id) { $0.text = "다른 글" }
        #expect(outbox.state[id]?.key != key)
        #expect(outbox.state[id]?.mayHaveArrived == true)
    }

    @Test("An edit before the first attempt keeps the key") func editedBefore() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.note("글")
        let key = outbox.state[id]?.key
        outbox.change(id) { $0.text = "다른 글" }
        #expect(outbox.state[id]?.key == key)
    }

    @Test("A draft that was taken back and sent unchanged keeps its key") func unchanged() async {
        let outbox = await fixture.loadedOutbox()
        let gate = Gate()
        service.hold("send", at: gate)
        let id = outbox.sendNote("글")
        await gate.waitForArrivals(1)
        let key = outbox.state[id]?.key
        outbox.takeBack(id)
        await outbox.until(id) { $0 == .asking }
        gate.open()
        service.hold("send", at: nil)
        outbox.send(id)
        #expect(await outbox.end(id) == nil)
        #expect(keys.last == key)
    }

    @Test("A file that is attached after a possible arrival takes a new key") func attached() async throws {
        let outbox = await fixture.loadedOutbox()
        fixture.isSearchable = false
        let gate = Gate()
        service.hold("send", at: gate)
        let id = outbox.sendNote("글")
        await gate.waitForArrivals(1)
        let key = outbox.state[id]?.key
        outbox.takeBack(id)
        await outbox.until(id) { $0 == .asking }
        try await outbox.attach(OutboxAttachment(data: Data([1]), kind: "png"), to: id)
        #expect(outbox.state[id]?.key != key)
    }

    @Test("A definite refusal takes a new key") func refusal() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.status(422, .inputRefused))
        let id = outbox.sendNote("글")
        await outbox.until(id) { $0?.refusal != nil }
        outbox.send(id)
        #expect(await outbox.end(id) == nil)
        #expect(keys.count == 2)
        #expect(Set(keys).count == 2)
    }

    @Test("A conflict with an attempt that is still carried out is waited for") func conflict() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.late(), .status(409, .conflict))
        let id = outbox.sendNote("글")
        await fixture.passWait()
        await fixture.clock.waitForSleepers(1)
        #expect(outbox.state[id]?.status == .unsure)
        service.storeLate()
        await fixture.passWait()
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
    }

    @Test("A conflict at the first attempt is a refusal") func firstConflict() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.status(409, .conflict))
        let id = outbox.sendNote("글")
        await outbox.until(id) { $0?.refusal != nil }
        #expect(outbox.state[id]?.status.refusal == .conflict)
    }

    @Test("A failure that the service stored under the key is not repeated for ever") func storedFailure() async {
        let outbox = await fixture.loadedOutbox()
        for _ in 0..<10 { service.plan(.status(500, .serverFailure)) }
        let id = outbox.sendNote("글")
        var waits = 0
        while await outbox.firstState(where: { $0[id]?.status == .asking || $0.pauseReason != nil })?[id]?.status != .asking {
            waits += 1
            guard waits < 20 else { break }
            await fixture.passWait()
        }
        #expect(keys.count == 10)
        #expect(Set(keys).count == 1)
        #expect(outbox.state[id]?.status == .asking)
    }

    @Test("Sending again after a stored failure takes a new key") func afterStoredFailure() async {
        let outbox = await fixture.loadedOutbox()
        for _ in 0..<10 { service.plan(.status(500, .serverFailure)) }
        let id = outbox.sendNote("글")
        for _ in 0..<9 { await fixture.passWait() }
        await outbox.until(id) { $0 == .asking }
        outbox.resume()
        outbox.send(id)
        #expect(await outbox.end(id) == nil)
        #expect(Set(keys).count == 2)
    }

    @Test("A sender made of one closure sends drafts") func closure() async {
        let (folder, service) = (fixture.folder, service)
        let outbox = NoteOutbox(
            in: folder, sender: KeyedSender<NoteDraft, Note> { parcel in try await service.send(parcel) })
        let id = outbox.sendNote("글")
        #expect(await outbox.end(id) == nil)
        #expect(service.texts == ["글"])
    }
}
