import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

/// Compares all effects in order, and the state after them.
@Suite("OutboxMachine", .serialized, .inTurn, .timeLimit(.minutes(1))) struct OutboxMachineTests {
    private typealias Effect = OutboxMachine.Effect

    private func draft(_ id: String, _ status: LinkDraft.Status = .writing, turn: Int = 0) -> LinkDraft {
        var draft = LinkDraft(id: id, target: .post)
        draft.form.content = "글 \(id)"
        (draft.status, draft.turn) = (status, turn)
        return draft
    }

    private func changed(_ draft: LinkDraft, _ change: (inout LinkDraft) -> Void) -> LinkDraft {
        var draft = draft
        change(&draft)
        return draft
    }

    private func loaded(_ drafts: [LinkDraft]) -> (machine: OutboxMachine, effects: [Effect]) {
        var machine = OutboxMachine()
        let effects = machine.handle(.loaded(drafts, unreadable: []))
        return (machine, effects)
    }

    @Test("An open draft can be changed, one that is being sent cannot") func changes() {
        let statuses: [LinkDraft.Status] = [.writing, .waiting, .asking, .refused(NoticeBoardError(.postGone))]
        for status in statuses {
            var machine = OutboxMachine()
            _ = [.began(draft("z")), .began(draft("a", status))].map { machine.handle($0) }
            // The closure sees the draft with the status `writing`.
            let effects = machine.handle(.changed("a") { $0.form.title = "\($0.status == .writing)" })
            let expected = changed(draft("a")) { $0.form.title = "true" }
            #expect(effects == [.save(expected)])
            #expect(machine.state.drafts == [draft("z"), expected])
            #expect(machine.handle(.changed("a") { $0.form.title = "true" }) == [])
            #expect(machine.handle(.changed("nothing") { $0.form.title = "x" }) == [])
        }
        for status in [.sending, .unsure] as [LinkDraft.Status] {
            var machine = OutboxMachine()
            _ = machine.handle(.began(draft("a", status)))
            #expect(machine.handle(.changed("a") { $0.form.title = "x" }) == [])
            #expect(machine.state.drafts == [draft("a", status)])
        }
    }

    @Test("Sending a draft again starts from the beginning") func sending() {
        for status in [.writing, .asking, .refused(NoticeBoardError(.postGone))] as [LinkDraft.Status] {
            let before = changed(draft("a", status, turn: 4)) { ($0.known, $0.isTakenBack) = (["p1"], true) }
            var machine = loaded([before]).machine
            let waiting = draft("a", .waiting, turn: 5)
            #expect(machine.handle(.send("a")) == [.save(waiting), .send(changed(waiting) { $0.status = .sending })])
            #expect(machine.state.progress == 0)
            #expect(machine.handle(.send("a")) == [])
        }
        for status in [.waiting, .sending, .unsure] as [LinkDraft.Status] {
            var machine = OutboxMachine()
            _ = machine.handle(.began(draft("a", status)))
            #expect(machine.handle(.send("a")) == [])
            #expect(machine.state.drafts == [draft("a", status)])
        }
        var machine = loaded([LinkDraft(id: "empty", target: .post)]).machine
        #expect(machine.handle(.send("empty")) == [])
        #expect(machine.handle(.send("nothing")) == [])
    }

    @Test("The wait between attempts doubles up to a minute and starts over after a success")
    func waiting() {
        var (machine, _) = loaded([draft("a", .waiting, turn: 1)])
        func hold(_ remedy: Remedy) -> Effect? {
            let effect = machine.handle(.ended("a", .held(NoticeBoardError(.noNetwork, remedy: remedy)))).last
            // While it waits, no other draft is sent either.
            #expect(machine.handle(.began(draft("z"))) == [.save(draft("z"))])
            #expect(machine.handle(.send("z")).count == 1)
            _ = machine.handle(.discard("z"))
            _ = machine.handle(.goOn)
            return effect
        }
        #expect((0..<6).map { _ in hold(.retry(after: nil)) } == [5, 10, 20, 40, 60, 60].map { .wait($0) })
        #expect([0, 0.5, 1, 1.5, 90].map { hold(.retry(after: $0)) } == [1, 1, 1, 1.5, 90].map { .wait($0) })
        #expect(hold(.noAction) == .wait(60))
        _ = machine.handle(.ended("a", .stored))
        _ = [.began(draft("a")), .send("a")].map { machine.handle($0) }
        #expect((0..<2).map { _ in hold(.noAction) } == [.wait(5), .wait(10)])
    }

    @Test("A store failure is shown until a write succeeds after the drafts were read")
    func stored() {
        var machine = OutboxMachine()
        let (first, second) = (NoticeBoardError(.storeBusy), NoticeBoardError(.storageFull))
        #expect(machine.handle(.stored(first)) == [])
        #expect(machine.state.failure == first)
        #expect(machine.handle(.stored(nil)) == [])
        #expect(machine.state.failure == first)
        _ = machine.handle(.stored(second))
        #expect(machine.state.failure == second)
        _ = machine.handle(.loaded([], unreadable: []))
        #expect(machine.state.failure == nil)
        _ = machine.handle(.stored(second))
        #expect(machine.state.failure == second)
        _ = machine.handle(.stored(nil))
        #expect(machine.state.failure == nil)
    }
}
