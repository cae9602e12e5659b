import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("The drafts of an account", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor struct OutboxTests {
    private let fixture = NoteFixture()

    @Test("Sends a draft once and announces it") func sends() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.sendNote("글")
        await outbox.end(id)
        #expect(fixture.service.texts == ["글"])
        #expect(fixture.arrived.withLock { $0 }.map(\.text) == ["글"])
        #expect(outbox.state.items.isEmpty)
    }

    @Test("Sends drafts in the order in which they were handed in") func order() async {
        let outbox = await fixture.loadedOutbox()
        fixture.service.down(.noNetwork)
        let ids = ["하나", "둘", "셋"].map { outbox.note($0) }
        for id in ids.reversed() { outbox.send(id) }
        await outbox.firstState { $0.pauseReason != nil }
        fixture.service.down(nil)
        outbox.resume()
        for id in ids { await outbox.end(id) }
        #expect(fixture.service.texts == ["하나", "둘", "셋"])
    }

    @Test("A draft is there again in the next launch") func nextLaunch() async {
        let files = FaultyFiles()
        let first = await fixture.loadedOutbox(files: files)
        let id = first.note("글")
        #expect(await first.waitUntilSaved())
        fixture.kill(files)
        let later = await fixture.loadedOutbox()
        #expect(later.state[id]?.draft.text == "글")
        #expect(later.state[id]?.status == .writing)
    }

    @Test("A draft that waits for the network is sent in the next launch") func waitsForNextLaunch() async {
        let files = FaultyFiles()
        let first = await fixture.loadedOutbox(files: files)
        fixture.service.down(.noNetwork)
        let id = first.sendNote("글")
        await first.firstState { $0.pauseReason != nil }
        await first.waitUntilSaved()
        fixture.kill(files)
        fixture.service.down(nil)
        let later = await fixture.loadedOutbox()
        await later.end(id)
        #expect(fixture.service.texts == ["글"])
    }

    @Test("A refused draft is skipped, and kept with its reason") func refused() async {
        let outbox = await fixture.loadedOutbox()
        fixture.service.plan(.status(422, .inputRefused))
        let id = outbox.sendNote("글")
        let other = outbox.sendNote("둘")
        await outbox.end(other)
        #expect(outbox.state[id]?.status.refusal == .inputRefused)
        #expect(fixture.service.texts == ["둘"])
    }

    @Test("A refused draft is sent after it was changed") func refusedAgain() async {
        let outbox = await fixture.loadedOutbox()
        fixture.service.plan(.status(422, .inputRefused))
        let id = outbox.sendNote("글")
        await outbox.until(id) { $0?.refusal != nil }
        outbox.change(id) { $0.text = "더 긴 글" }
        #expect(outbox.state[id]?.status == .writing)
        outbox.send(id)
        await outbox.end(id)
        #expect(fixture.service.texts == ["더 긴 글"])
    }

    @Test("A draft with a problem is not queued") func problem() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.newDraft(NoteDraft())
        #expect(outbox.send(id) == .invalidInput)
        #expect(outbox.state[id]?.status == .writing)
    }

    @Test("A draft that waits is being written again when it is changed") func changeWhileWaiting() async {
        let outbox = await fixture.loadedOutbox()
        fixture.service.down(.noNetwork)
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        outbox.change(id) { $0.text = "다른 글" }
        #expect(outbox.state[id]?.status == .writing)
        fixture.service.down(nil)
        outbox.resume()
        await letOtherTasksRun()
        #expect(fixture.service.texts.isEmpty)
    }

    @Test("Changing a draft to the same text leaves it in the queue") func sameText() async {
        let outbox = await fixture.loadedOutbox()
        fixture.service.down(.noNetwork)
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        outbox.change(id) { $0.text = "글" }
        #expect(outbox.state[id]?.status == .waiting)
    }

    @Test("A draft that is being sent cannot be changed") func changeWhileSending() async {
        let outbox = await fixture.loadedOutbox()
        let gate = Gate()
        fixture.service.hold("send", at: gate)
        let id = outbox.sendNote("글")
        await gate.waitForArrivals(1)
        outbox.change(id) { $0.text = "다른 글" }
        #expect(outbox.state[id]?.draft.text == "글")
        gate.open()
        await outbox.end(id)
        #expect(fixture.service.texts == ["글"])
    }

    @Test("A plain closure changes a draft") func plainClosure() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.newDraft(NoteDraft())
        let text = NSMutableString(string: "글")
        outbox.change(id) { $0.text = text as String }
        #expect(outbox.state[id]?.draft.text == "글")
    }

    @Test("An untouched draft is neither listed nor stored") func untouched() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.newDraft(NoteDraft())
        #expect(outbox.state.items.isEmpty)
        #expect(await outbox.waitUntilSaved())
        #expect(fixture.files.isEmpty)
        outbox.change(id) { $0.text = "글" }
        #expect(outbox.state.items.map(\.id) == [id])
        outbox.change(id) { $0.text = "" }
        #expect(await outbox.waitUntilSaved())
        #expect(fixture.files.isEmpty)
    }

    @Test("A draft has the dates of its beginning and its last change") func dates() async {
        let files = FaultyFiles()
        let outbox = await fixture.loadedOutbox(files: files)
        let id = outbox.note("글")
        fixture.date.withLock { $0 += 60 }
        outbox.change(id) { $0.text = "긴 글" }
        await outbox.waitUntilSaved()
        fixture.kill(files)
        fixture.date.withLock { $0 += 60 }
        let later = await fixture.loadedOutbox()
        #expect(later.state[id]?.begun == Date(timeIntervalSince1970: 1_800_000_000))
        #expect(later.state[id]?.changed == Date(timeIntervalSince1970: 1_800_000_060))
    }

    @Test("The drafts of earlier launches are sorted by their last change") func sorted() async {
        let files = FaultyFiles()
        let outbox = await fixture.loadedOutbox(files: files)
        let ids = (0..<5).map { outbox.note("글 \($0)") }
        for index in [3, 0, 4, 1, 2] {
            fixture.date.withLock { $0 += 1 }
            outbox.change(ids[index]) { $0.text += "!" }
        }
        await outbox.waitUntilSaved()
        fixture.kill(files)
        let later = await fixture.loadedOutbox()
        #expect(later.state.items.map(\.id) == [3, 0, 4, 1, 2].map { ids[$0] })
    }

    @Test("A discarded draft leaves no file") func discarded() async throws {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.note("글")
        try await outbox.attach(OutboxAttachment(data: Data("그림".utf8), kind: "png"), to: id)
        await outbox.waitUntilSaved()
        #expect(fixture.files.count == 2)
        outbox.discard(id)
        await outbox.waitUntilSaved()
        #expect(fixture.files.isEmpty)
    }

    @Test("Taking back a draft that waits makes it being written") func takeBack() async {
        let outbox = await fixture.loadedOutbox()
        fixture.service.down(.noNetwork)
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        outbox.takeBack(id)
        #expect(outbox.state[id]?.status == .writing)
    }

    @Test("Shows how much of a draft has been sent") func progress() async {
        let outbox = await fixture.loadedOutbox()
        let gate = Gate()
        fixture.service.hold("page", at: nil)
        let states = Locked<[Double]>([])
        let observation = outbox.observe { state in states.withLock { $0.append(state.progress) } }
        let id = outbox.sendNote("글")
        await outbox.end(id)
        gate.open()
        observation.cancel()
        #expect(outbox.state.progress == 0)
        #expect(states.withLock { $0.allSatisfy { $0 == 0 || $0 == 0.5 } })
    }

    @Test("Each return of the network sends what waits") func returns() async {
        let outbox = await fixture.loadedOutbox()
        fixture.service.down(.noNetwork)
        let id = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        let (returns, network) = AsyncStream.makeStream(of: Void.self)
        let observation = outbox.resume(at: returns)
        fixture.service.down(nil)
        network.yield()
        await outbox.end(id)
        #expect(fixture.service.texts == ["글"])
        withExtendedLifetime(observation) {}
    }

    @Test("Another account's outbox does not have the drafts") func accounts() async {
        let files = FaultyFiles()
        let first = await fixture.loadedOutbox(files: files)
        _ = first.note("남의 글")
        await first.waitUntilSaved()
        fixture.kill(files)
        let other = fixture.outbox("u2")
        await other.firstState { $0.isLoaded }
        #expect(other.state.items.isEmpty)
    }

    @Test("A second outbox of the folder sends nothing") func busyFolder() async {
        let first = await fixture.loadedOutbox()
        let second = fixture.outbox()
        await second.firstState { $0.failure != nil }
        #expect(second.state.failure?.code == .storeBusy)
        let id = second.sendNote("글")
        await letOtherTasksRun()
        #expect(second.state[id]?.status == .waiting)
        #expect(fixture.service.texts.isEmpty)
        withExtendedLifetime(first) {}
    }

    @Test("Two outboxes of one folder have two names") func names() async {
        let (folder, sender) = (fixture.folder, fixture.sender)
        let first = NoteOutbox(in: folder, name: "notes", sender: sender)
        let second = NoteOutbox(in: folder, name: "other notes", sender: sender)
        await first.firstState { $0.isLoaded }
        await second.firstState { $0.isLoaded }
        #expect(second.state.failure == nil)
    }

    @Test("Signing out empties the outbox and erases its files") func signOut() async {
        let scope = AccountScope()
        scope.signIn("u1")
        let outbox = NoteOutbox(in: fixture.folder, scope: scope, sender: fixture.sender)
        await outbox.firstState { $0.isLoaded }
        _ = outbox.note("글")
        await outbox.waitUntilSaved()
        #expect(!fixture.files.isEmpty)
        scope.signOut()
        #expect(outbox.state.isOver)
        #expect(outbox.state.items.isEmpty)
        await scope.waitUntilErased()
        #expect(fixture.files.isEmpty)
    }

    @Test("An expired session keeps the drafts for the account's next sign-in") func expired() async {
        let scope = AccountScope()
        scope.signIn("u1")
        let outbox = NoteOutbox(in: fixture.folder, scope: scope, sender: fixture.sender)
        await outbox.firstState { $0.isLoaded }
        let id = outbox.note("글")
        scope.expire()
        #expect(outbox.state.isOver)
        scope.signIn("u1")
        let later = NoteOutbox(in: fixture.folder, scope: scope, sender: fixture.sender)
        await later.firstState { $0.isLoaded }
        #expect(later.state[id]?.draft.text == "글")
    }

    @Test("A state and its drafts can be made by hand") func byHand() {
        let item = OutboxItem(id: "a", draft: NoteDraft(text: "글"), status: .asking, mayHaveArrived: true)
        let state = NoteOutbox.State(items: [item], pauseReason: NoticeBoardError(.noNetwork), progress: 0.5)
        #expect(state["a"]?.statusText(in: .english) == "It was probably not sent. Send it again?")
        #expect(state["a"]?.mayHaveArrived == true)
        let screen = DraftScreen<NoteDraft>.State(state, "a", .english)
        #expect(screen.bannerText == "It was probably not sent. Send it again?")
        #expect(screen.problem == nil)
    }
}
