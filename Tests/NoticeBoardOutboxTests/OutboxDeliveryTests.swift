import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardOutbox

@Suite("A draft after the app ended", .serialized, .inTurn, .timeLimit(.minutes(1))) struct OutboxDeliveryTests {
    private func item(
        _ status: OutboxStatus, existing: [String]? = nil, _ change: (inout OutboxDelivery) -> Void = { _ in }
    ) -> OutboxItem<NoteDraft> {
        var item = OutboxItem(
            id: "d", draft: NoteDraft(text: "글"), status: status, begun: Date(timeIntervalSince1970: 1_800_000_000))
        item.delivery.turn = 1
        item.delivery.existing = existing.map { ExistingItems(ids: $0, isWholeList: false) }
        change(&item.delivery)
        return item
    }

    /// Returns a draft as a later launch reads it.
    private func reloaded(_ item: OutboxItem<NoteDraft>) throws -> OutboxItem<NoteDraft> {
        try StoredDraft.item(in: StoredDraft.data(of: item), id: item.id)
    }

    @Test("The file of a draft has the documented form") func form() throws {
        let item = item(.waiting) { $0.turn = 3 }
        let text = String(decoding: try StoredDraft.data(of: item), as: UTF8.self)
        let head =
            #"{"begun":821692800,"changed":821692800,"#
            + #""delivery":{"afterSearch":"ask","filesOnTheWay":0,"key":{"failures":0,"number":0},"searchesLeft":0,"#
            + #""status":"waiting","turn":3},"files":[],"format":2,"id":"d","version":1}"#
        #expect(text == head + "\n" + #"{"shelf":"","text":"글"}"# + "\n")
    }

    @Test(
        "Every status is read as it was, but one that was being sent",
        arguments: [
            OutboxStatus.writing, .waiting, .unsure, .asking, .refused(NoticeBoardError(.conflict, remedy: Remedy.noAction)),
        ])
    func statuses(status: OutboxStatus) throws {
        let item = item(status, existing: status == .waiting ? nil : ["p"])
        #expect(try reloaded(item) == item)
    }

    @Test("One that was being sent waits, or is searched for") func sending() throws {
        #expect(try reloaded(item(.sending)).status == .waiting)
        #expect(try reloaded(item(.sending, existing: ["p"])).status == .unsure)
    }

    @Test("A refusal keeps its texts and its detail") func refusal() throws {
        let code = NoticeBoardError.Code("own", korean: "안 됩니다.", english: "No.")
        let read = try reloaded(item(.refused(NoticeBoardError(code, "the detail")))).status
        guard case .refused(let error) = read else { Issue.record("it is \(read)"); return }
        #expect(error.code.text(in: .korean) == "안 됩니다.")
        #expect(error.code.text(in: .english) == "No.")
        #expect(error.detail == "the detail")
    }

    @Test("It is being written again if a file was being prepared") func preparing() throws {
        let later = try reloaded(item(.waiting) { $0.filesOnTheWay = 2 })
        #expect(later.status == .writing)
        #expect(later.filesBeingPrepared == 0)
        #expect(!later.wasNeverSent)
    }

    @Test("It is sent again if the user asked for that before") func sendAgain() throws {
        let unsure = item(.unsure, existing: ["p"]) { $0.afterSearch = .sendAgain }
        var later = try reloaded(unsure)
        #expect(later == unsure)
        let work = later.delivery.beginWork(keyIsKnown: false)
        #expect(work == .repeatedAttempt)
    }

    @Test("It is searched for if it was being sent again") func sendingAgain() throws {
        let sending = item(.unsure, existing: ["p"]) { delivery in
            delivery.afterSearch = .sendAgain
            _ = delivery.beginWork(keyIsKnown: false)
        }
        var later = try reloaded(sending)
        #expect(later.status == .unsure)
        let work = later.delivery.beginWork(keyIsKnown: false)
        #expect(work == .search)
        _ = later.delivery.endSearch(isCertain: true)
        #expect(later.status == .asking)
    }

    @Test("It is sent again by itself while the service knows its key") func sameKey() throws {
        var later = try reloaded(item(.sending, existing: []))
        let work = later.delivery.beginWork(keyIsKnown: true)
        #expect(work == .sameKeyAttempt)
    }

    @Test("It is not sent again by itself after it was taken back") func takenBack() throws {
        var later = try reloaded(item(.unsure, existing: []) { $0.afterSearch = .edit })
        let work = later.delivery.beginWork(keyIsKnown: true)
        #expect(work == .search)
    }

    @Test("It is searched for at most three times, whatever the file says") func bounded() throws {
        var later = try reloaded(item(.unsure, existing: []) { $0.searchesLeft = .max })
        var searches = 0
        repeat { searches += 1 } while later.delivery.endSearch(isCertain: true)
        #expect(searches == 3)
        #expect(later.status == .asking)
    }

    @Test("It keeps what existed before the first attempt while it is edited and sent again") func existing() {
        var delivery = item(.asking, existing: ["p"]).delivery
        delivery.takeBack()
        delivery.recordChange()
        delivery.queue(turn: 2)
        #expect(delivery.existing?.ids == ["p"])
        #expect(delivery.status == .unsure)
        _ = delivery.beginWork(keyIsKnown: false)
        delivery.hold(.repeatedAttempt)
        #expect(delivery.existing?.ids == ["p"])
        #expect(delivery.isQueued)
    }

    @Test("It may wait for a file while it is searched for", arguments: [false, true]) func searchWithFile(isLost: Bool) {
        var delivery = item(.unsure, existing: ["p"]).delivery
        delivery.queue(turn: 2)
        delivery.filesOnTheWay = 1
        #expect(!delivery.isReady)
        if isLost { delivery.loseFile() } else { delivery.addFile() }
        #expect(delivery.status == (isLost ? .writing : .unsure))
        #expect(delivery.isReady == !isLost)
    }

    @Test("A key is known from its first use to the end of its lifetime") func lifetime() {
        var key = DeliveryKey()
        #expect(!key.isKnown(for: 60, at: 100))
        key.firstUse = 100
        for (now, isKnown) in [(99.0, false), (100, true), (159, true), (160, false)] {
            #expect(key.isKnown(for: 60, at: now) == isKnown, "\(now)")
        }
        #expect(!key.isKnown(for: 0, at: 100))
        key.failures = 10
        #expect(!key.isKnown(for: 60, at: 100))
    }
}
