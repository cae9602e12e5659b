import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

/// Checks services without idempotency keys: the outbox searches for what it sent.
@Suite("A response that was lost", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor struct OutboxLostAnswerTests {
    private let fixture = NoteFixture()
    private var service: NoteService { fixture.service }

    @Test("A note that the service has counts as sent") func found() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostAnswer())
        let id = outbox.sendNote("글")
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
        #expect(fixture.arrived.withLock { $0 }.map(\.text) == ["글"])
    }

    @Test("The user is asked about a note that the service does not have") func missing() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostRequest())
        let id = outbox.sendNote("글")
        #expect(await outbox.end(id) == .asking)
        #expect(service.sent.count == 1)
        outbox.send(id)
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
    }

    @Test("The user is asked about every lost response of a service that cannot be searched") func unsearchable() async {
        fixture.isSearchable = false
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostAnswer())
        let id = outbox.sendNote("글")
        #expect(await outbox.end(id) == .asking)
        #expect(outbox.state[id]?.mayHaveArrived == true)
        #expect(service.sent.count == 1)
    }

    @Test("Sending again does not repeat a note that the service stored late") func late() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.late())
        let id = outbox.sendNote("글")
        #expect(await outbox.end(id) == .asking)
        service.storeLate()
        outbox.send(id)
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
    }

    @Test("Sending again in a later launch does not repeat a note that the service stored late") func laterLaunch() async {
        let files = FaultyFiles()
        let first = await fixture.loadedOutbox(files: files)
        service.plan(.late())
        let id = first.sendNote("글")
        await first.end(id)
        await first.waitUntilSaved()
        fixture.kill(files)
        service.storeLate()
        let later = await fixture.loadedOutbox()
        later.send(id)
        #expect(await later.end(id) == nil)
        #expect(service.count("글") == 1)
    }

    @Test("Finds a note that was stored late below 60 newer ones") func deep() async {
        for number in 0..<50 { service.store("옛글 \(number)") }
        let outbox = await fixture.loadedOutbox()
        service.plan(.late())
        let id = outbox.sendNote("글")
        await outbox.end(id)
        service.storeLate()
        for number in 0..<60 { service.store("새 글 \(number)") }
        outbox.send(id)
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
    }

    @Test("Finds a note below 30 that the outbox itself sent later") func ownNewer() async {
        for number in 0..<50 { service.store("옛글 \(number)") }
        let outbox = await fixture.loadedOutbox()
        service.plan(.late())
        let id = outbox.sendNote("글")
        await outbox.end(id)
        service.storeLate()
        for number in 0..<30 { await outbox.end(outbox.sendNote("내 글 \(number)")) }
        outbox.send(id)
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
    }

    @Test("The search ends at what existed before") func bounded() async {
        for number in 0..<70 { service.store("옛글 \(number)") }
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostRequest())
        await outbox.end(outbox.sendNote("글"))
        // One page of what exists before sending, and one page of the search.
        #expect(service.pages.count == 2)
    }

    @Test("An equal note that existed before is not taken for the draft") func equalOld() async {
        service.store("출근")
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostRequest())
        let id = outbox.sendNote("출근")
        #expect(await outbox.end(id) == .asking)
        outbox.send(id)
        await outbox.end(id)
        #expect(service.count("출근") == 2)
    }

    @Test("An equal old note that moved up after deletions is not taken for the draft") func movedUp() async {
        for number in 0..<60 { service.store(number == 5 ? "출근" : "옛글 \(number)") }
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostRequest())
        let id = outbox.sendNote("출근")
        await outbox.end(id)
        // Of the 40 newest notes, which were recorded, one is left.
        service.delete { $0.id > 21 }
        outbox.send(id)
        await outbox.end(id)
        #expect(service.count("출근") == 2)
    }

    @Test("A draft is kept if nothing is left of what existed before") func allDeleted() async {
        for number in 0..<60 { service.store(number == 5 ? "출근" : "옛글 \(number)") }
        let outbox = await fixture.loadedOutbox()
        service.plan(.status(503, .serverFailure))
        let id = outbox.sendNote("출근")
        await outbox.until(id) { $0 == .unsure }
        service.delete { $0.id > 20 }
        await fixture.passWait()
        #expect(await outbox.end(id) == .asking)
    }

    @Test("A lost note is not mistaken for an equal note of another draft") func equalDraft() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostRequest())
        let id = outbox.sendNote("출근")
        await outbox.end(id)
        await outbox.end(outbox.sendNote("출근"))
        outbox.send(id)
        await outbox.end(id)
        #expect(service.count("출근") == 2)
    }

    @Test("Each of two equal drafts that the service stored late finds its own note") func equalLate() async {
        let outbox = await fixture.loadedOutbox()
        let first = outbox.note("출근")
        let second = outbox.note("출근")
        for id in [first, second] {
            service.plan(.late())
            outbox.send(id)
            await outbox.until(id) { $0 == .asking }
            service.storeLate()
        }
        // The first draft could be either note, the second one only its own.
        for id in [first, second] {
            outbox.send(id)
            await outbox.end(id)
        }
        #expect(service.texts == ["출근", "출근"])
        #expect(service.sent.count == 2)
        #expect(outbox.state.items.isEmpty)
    }

    @Test("A kill after an equal draft was sent loses no draft", arguments: 0..<30) func equalKilled(operation: Int) async {
        let files = FaultyFiles()
        let outbox = await fixture.loadedOutbox(files: files)
        service.plan(.lostRequest())
        let lost = outbox.sendNote("출근")
        await outbox.end(lost)
        let sent = outbox.note("출근")
        await outbox.waitUntilSaved()
        files.fail(operation, failsAllLater: true)
        outbox.send(sent)
        await outbox.firstState { $0[sent] == nil || $0.failure != nil || $0.pauseReason != nil }
        await outbox.waitUntilSaved()
        fixture.kill(files)
        let later = await fixture.loadedOutbox()
        for id in [sent, lost] {
            later.send(id)
            await later.end(id)
        }
        #expect(service.count("출근") == 2)
    }

    @Test("What is written while a lost note is found stays as a draft", arguments: [false, true])
    func writtenDuringSearch(hasFile: Bool) async throws {
        let outbox = await fixture.loadedOutbox()
        let (sendGate, pageGate) = (Gate(), Gate())
        service.hold("send", at: sendGate)
        service.plan(.lostAnswer())
        let id = outbox.sendNote("글")
        await sendGate.waitForArrivals(1)
        service.hold("page", at: pageGate)
        sendGate.open()
        await pageGate.waitForArrivals(1)
        outbox.send(id)
        if hasFile {
            try await outbox.attach(OutboxAttachment(data: Data([1]), kind: "png"), to: id)
        } else {
            await #expect(throws: CancellationError.self) { try await outbox.attach(to: id) { throw CancellationError() } }
            outbox.change(id) { $0.text = "새 글" }
        }
        service.hold("page", at: nil)
        pageGate.open()
        await outbox.firstState { _ in !service.notes.isEmpty && outbox.state[id]?.status == .writing }
        #expect(outbox.state[id]?.draft.text == (hasFile ? "글" : "새 글"))
        #expect(outbox.state[id]?.files.count == (hasFile ? 1 : 0))
        #expect(fixture.arrived.withLock { $0.map(\.text) } == ["글"])
        outbox.send(id)
        await outbox.end(id)
        #expect(service.count("글") == (hasFile ? 2 : 1))
        #expect(service.count("새 글") == (hasFile ? 0 : 1))
    }

    @Test("A draft that was taken back while it was sent is searched for") func takenBack() async {
        let outbox = await fixture.loadedOutbox()
        let gate = Gate()
        service.hold("send", at: gate)
        let id = outbox.sendNote("글")
        await gate.waitForArrivals(1)
        outbox.takeBack(id)
        #expect(await outbox.until(id) { $0 == .writing } == .writing)
        #expect(outbox.state[id]?.mayHaveArrived == true)
        service.hold("send", at: nil)
        service.store("글")
        outbox.send(id)
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
    }

    @Test("Taking back a draft of a service that cannot be searched asks the user") func takenBackUnsearchable() async {
        fixture.isSearchable = false
        let outbox = await fixture.loadedOutbox()
        let gate = Gate()
        service.hold("send", at: gate)
        let id = outbox.sendNote("글")
        await gate.waitForArrivals(1)
        outbox.takeBack(id)
        #expect(await outbox.until(id) { $0 != .unsure } == .asking)
        #expect(outbox.state[id]?.isEditable == true)
    }

    @Test("Send is remembered while a lost note is searched for", arguments: [false, true])
    func sendDuringSearch(isTakenBack: Bool) async {
        let outbox = await fixture.loadedOutbox()
        let (sendGate, pageGate) = (Gate(), Gate())
        service.hold("send", at: sendGate)
        service.plan(.lostRequest())
        let id = outbox.sendNote("글")
        await sendGate.waitForArrivals(1)
        service.hold("page", at: pageGate)
        sendGate.open()
        await pageGate.waitForArrivals(1)
        if isTakenBack { outbox.takeBack(id) }
        outbox.send(id)
        service.hold("page", at: nil)
        pageGate.open()
        #expect(await outbox.until(id) { $0 == nil || $0 == .asking || $0 == .writing } == nil)
        #expect(service.count("글") == 1)
    }

    @Test(
        "Recognizes a note whose text the service changed",
        arguments: ["글\n", " 글 ", "글\r\n둘", "글\r\n둘\r\n", "\n글\r둘"])
    func trimmed(text: String) async {
        let outbox = await fixture.loadedOutbox()
        service.trimTexts()
        service.plan(.lostAnswer())
        let id = outbox.sendNote(text)
        #expect(await outbox.end(id) == nil)
    }

    @Test("A repeated attempt without a network is searched for before it is sent") func offlineAgain() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.late())
        let id = outbox.sendNote("글")
        await outbox.end(id)
        service.down(.noNetwork)
        outbox.send(id)
        await outbox.firstState { $0.pauseReason != nil }
        service.storeLate()
        service.down(nil)
        outbox.resume()
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
    }

    @Test("An error of the app's own counts as a lost response") func external() async {
        let outbox = await fixture.loadedOutbox()
        service.plan(.lostAnswer(.external))
        let id = outbox.sendNote("글")
        #expect(await outbox.end(id) == nil)
        #expect(service.count("글") == 1)
    }
}
