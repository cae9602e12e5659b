import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardLink

@Suite("A draft after the app ended", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DraftSendingTests {
    private func draft(_ status: LinkDraft.Status, idsBefore: [String]? = nil) -> LinkDraft {
        var draft = LinkDraft(id: "d", target: .post)
        draft.form.content = "글"
        draft.turn = 1
        draft.status = status
        draft.idsBefore = idsBefore
        return draft
    }

    /// Returns a draft as a later launch reads it.
    private func reloaded(_ draft: LinkDraft) throws -> LinkDraft {
        try StoredDraft.draft(in: StoredDraft.data(of: draft), id: draft.id)
    }

    @Test("It is being written again if a file was being prepared") func preparing() throws {
        var waiting = draft(.waiting)
        waiting.filesOnTheWay = 2
        let later = try reloaded(waiting)
        #expect(later.status == .writing)
        #expect(later.filesOnTheWay == 0)
        #expect(!later.wasNeverSent)
    }

    @Test("It is sent again if the user asked for that before") func sendAgain() throws {
        var unsure = draft(.unsure, idsBefore: ["p"])
        unsure.afterSearch = .sendAgain
        var later = try reloaded(unsure)
        #expect(later == unsure)
        let work = later.beginWork()
        #expect(work == .repeatedAttempt)
    }

    @Test("It is searched for if it was being sent again") func sendingAgain() throws {
        var unsure = draft(.unsure, idsBefore: ["p"])
        unsure.afterSearch = .sendAgain
        _ = unsure.beginWork()
        var later = try reloaded(unsure)
        #expect(later.status == .unsure)
        let work = later.beginWork()
        #expect(work == .search)
        _ = later.endSearch()
        #expect(later.status == .asking)
    }

    @Test("It is searched for at most three times, whatever the file says") func bounded() throws {
        var unsure = draft(.unsure, idsBefore: [])
        unsure.searchesLeft = .max
        var later = try reloaded(unsure)
        var searches = 0
        repeat { searches += 1 } while later.endSearch()
        #expect(searches == 3)
        #expect(later.status == .asking)
    }

    @Test("It keeps what existed before the first attempt while it is edited and sent again") func idsBefore() {
        var draft = draft(.asking, idsBefore: ["p"])
        draft.takeBack()
        draft.queue(turn: 2)
        #expect(draft.idsBefore == ["p"])
        #expect(draft.status == .unsure)
        _ = draft.beginWork()
        draft.hold(.repeatedAttempt)
        #expect(draft.idsBefore == ["p"])
        #expect(draft.isQueued)
    }

    @Test("It may wait for a file while it is searched for", arguments: [false, true]) func searchWithFile(isLost: Bool) {
        var draft = draft(.unsure, idsBefore: ["p"])
        draft.queue(turn: 2)
        draft.filesOnTheWay = 1
        #expect(!draft.isReady)
        if isLost { draft.loseFile() } else { draft.add(LinkDraft.File(name: "d-1.png", kind: .png, bytes: 1)) }
        #expect(draft.status == (isLost ? .writing : .unsure))
        #expect(draft.isReady == !isLost)
    }
}
