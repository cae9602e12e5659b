import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("The screen of a draft", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor struct DraftScreenTests {
    private let fixture = NoteFixture()

    @Test("Continues the newest draft with the same subject") func continues() async {
        let outbox = await fixture.loadedOutbox()
        let id = outbox.newDraft(NoteDraft(text: "글", shelf: "a"))
        _ = outbox.newDraft(NoteDraft(text: "다른 글", shelf: "b"))
        let screen = DraftScreen(outbox, continuing: NoteDraft(shelf: "a"))
        #expect(screen.id == id)
        #expect(screen.state.item?.draft.text == "글")
    }

    @Test("A second screen with the same subject begins another draft") func second() async {
        let outbox = await fixture.loadedOutbox()
        let first = DraftScreen(outbox, continuing: NoteDraft())
        first.change { $0.text = "글" }
        let second = DraftScreen(outbox, continuing: NoteDraft())
        #expect(second.id != first.id)
    }

    @Test("Shows the draft of an earlier launch once it is loaded") func loaded() async {
        let files = FaultyFiles()
        let first = await fixture.loadedOutbox(files: files)
        let id = first.note("글")
        await first.waitUntilSaved()
        fixture.kill(files)
        let later = fixture.outbox()
        let screen = DraftScreen(later, continuing: NoteDraft())
        #expect(screen.id != id)
        await screen.firstState { $0.item?.draft.text == "글" }
        #expect(screen.id == id)
        #expect(later.state.items.map(\.id) == [id])
    }

    @Test("Keeps what was typed before the earlier draft was loaded") func typed() async {
        let files = FaultyFiles()
        let first = await fixture.loadedOutbox(files: files)
        let id = first.note("글")
        await first.waitUntilSaved()
        fixture.kill(files)
        let later = fixture.outbox()
        let screen = DraftScreen(later, continuing: NoteDraft())
        screen.change { $0.text = "새 글" }
        await later.firstState { $0.isLoaded }
        #expect(screen.id != id)
        #expect(Set(later.state.items.map(\.draft.text)) == ["글", "새 글"])
    }

    @Test("Its draft is nil once it was sent") func sent() async {
        let outbox = await fixture.loadedOutbox()
        let screen = DraftScreen(outbox, continuing: NoteDraft())
        #expect(screen.state.problem == .invalidInput)
        screen.change { $0.text = "글" }
        #expect(screen.state.problem == nil)
        screen.send()
        await screen.firstState { $0.item == nil }
        #expect(fixture.service.texts == ["글"])
        #expect(!screen.state.canAttach)
    }

    @Test("Shows the draft's own sentence before it is sent") func notice() async throws {
        let outbox = await fixture.loadedOutbox()
        let screen = DraftScreen(outbox, continuing: NoteDraft())
        #expect(screen.state.bannerText == nil)
        try await screen.attach(OutboxAttachment(data: Data([1]), kind: "png"))
        #expect(screen.state.bannerText == "with files")
    }

    @Test("Speaks the language of the outbox") func language() async {
        let outbox = await fixture.loadedOutbox()
        fixture.service.plan(.lostRequest())
        let id = outbox.sendNote("글")
        await outbox.end(id)
        let screen = DraftScreen(outbox, id)
        #expect(screen.state.bannerText == "It was probably not sent. Send it again?")
        outbox.setLanguage(.korean)
        #expect(screen.state.bannerText == "보내지지 않은 것 같습니다. 다시 보낼까요?")
    }

    @Test("Removes a file and the draft") func removes() async throws {
        let outbox = await fixture.loadedOutbox()
        let screen = DraftScreen(outbox, continuing: NoteDraft())
        screen.change { $0.text = "글" }
        try await screen.attach { OutboxAttachment(data: Data([1]), kind: "png") }
        let file = try #require(screen.state.item?.files.first)
        screen.detach(file)
        #expect(screen.state.item?.files.isEmpty == true)
        screen.saveNow()
        screen.discard()
        #expect(screen.state.item == nil)
    }
}
