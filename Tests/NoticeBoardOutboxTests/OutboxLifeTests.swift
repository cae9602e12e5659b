import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import Testing

@Suite("An outbox and the app's life", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor struct OutboxLifeTests {
    private let fixture = NoteFixture()
    private let network = ManualNetwork()
    private var service: NoteService { fixture.service }

    /// Returns an outbox without a network, which holds a draft, and the app's life that it follows.
    private func makeHolding() async -> (outbox: Outbox<NoteDraft>, draft: String, life: AppLife) {
        let life = AppLife(network: network, time: fixture.clock.time, random: { 0 })
        let outbox = Outbox(
            in: fixture.folder, scope: AccountScope(), life: life, time: fixture.clock.time, sender: fixture.sender)
        await outbox.firstState { $0.isLoaded }
        network.isOnline = false
        service.down(.noNetwork)
        let draft = outbox.sendNote("글")
        await outbox.firstState { $0.pauseReason != nil }
        service.down(nil)
        return (outbox, draft, life)
    }

    @Test("What waits is sent when the network returns") func networkReturns() async {
        let (outbox, draft, life) = await makeHolding()
        await network.waitForReaders(1)
        network.isOnline = true
        #expect(await outbox.end(draft) == nil)
        #expect(service.texts == ["글"])
        #expect(life.isInForeground)
    }

    @Test("What waits is sent when the app comes to the foreground") func foreground() async {
        let (outbox, draft, life) = await makeHolding()
        life.enterBackground()
        #expect(outbox.state[draft]?.status == .waiting)
        life.enterForeground()
        #expect(await outbox.end(draft) == nil)
    }
}
