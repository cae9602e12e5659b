import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

/// The effects are compared whole and in their order, and so is what stands in the state afterwards.
@Suite("What an outbox decides", .serialized, .inTurn, .timeLimit(.minutes(1))) struct OutboxMachineTests {
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

    @Test("What was read stands by its turns before what was written meanwhile, which goes after all of it") func loading() {
        var machine = OutboxMachine()
        let own = draft("own")
        #expect(machine.state == LinkOutbox.State() && machine.handle(.began(own)) == [.save(own)])
        #expect(machine.handle(.send("own")) == [.save(changed(own) { ($0.status, $0.turn) = (.waiting, 1) })])
        #expect(machine.handle(.takeBack("own")) == [.save(changed(own) { $0.turn = 1 })])
        let read = [draft("b", .asking, turn: 7), draft("0"), draft("1"), draft("a", turn: 3), draft("own", turn: 99)]
        #expect(machine.handle(.loaded(read, unreadable: ["x.damaged"])) == [])
        let written = changed(own) { $0.turn = 1 }
        #expect(machine.state.drafts == [read[1], read[2], read[3], read[0], written])
        #expect(machine.state.isLoaded && machine.state.unreadable == ["x.damaged"])
        let waiting = changed(own) { ($0.status, $0.turn) = (.waiting, 100) }
        #expect(machine.handle(.send("own")) == [.save(waiting), .send(changed(waiting) { $0.status = .sending })])
        // What was read of lower turns says nothing of what was handed in before.
        var later = OutboxMachine()
        _ = [.began(own), .send("own"), .takeBack("own"), .send("own")].map { later.handle($0) }
        _ = later.handle(.loaded([draft("a", turn: 1)], unreadable: []))
        #expect(later.state.drafts.map(\.turn) == [1, 2])
        _ = [.began(draft("c")), .send("c")].map { later.handle($0) }
        #expect(later.state["c"]?.turn == 3)
    }

    @Test("Of two of the same turn the one that was read goes first, and an unsure one is looked for in its turn") func order() {
        var machine = OutboxMachine()
        _ = [.began(draft("own")), .send("own")].map { machine.handle($0) }
        let read = draft("read", .waiting, turn: 1)
        let effects = machine.handle(.loaded([read], unreadable: []))
        #expect(effects == [.send(changed(read) { $0.status = .sending })])
        #expect(
            loaded([draft("a", .waiting, turn: 2), draft("b", .unsure, turn: 1)]).effects == [.look(draft("b", .unsure, turn: 1))]
        )
        let open: [LinkDraft.Status] = [.writing, .asking, .refused(NoticeBoardError(.postGone))]
        #expect(loaded(open.enumerated().map { draft("\($0)", $1, turn: $0) }).effects == [])
    }

    @Test("An open draft is changed and is one that is written; of one that is on its way nothing is changed") func changes() {
        let statuses: [LinkDraft.Status] = [.writing, .waiting, .asking, .refused(NoticeBoardError(.postGone))]
        for status in statuses {
            var machine = OutboxMachine()
            _ = [.began(draft("z")), .began(draft("a", status))].map { machine.handle($0) }
            // Whoever changes it finds it as one that is written already.
            let effects = machine.handle(.changed("a") { $0.form.title = "\($0.status == .writing)" })
            let expected = changed(draft("a")) { $0.form.title = "true" }
            #expect(effects == [.save(expected)] && machine.state.drafts == [draft("z"), expected])
            #expect(machine.handle(.changed("a") { $0.form.title = "true" }) == [])
            #expect(machine.handle(.changed("nothing") { $0.form.title = "x" }) == [])
        }
        for status in [.sending, .unsure] as [LinkDraft.Status] {
            var machine = OutboxMachine()
            _ = machine.handle(.began(draft("a", status)))
            #expect(machine.handle(.changed("a") { $0.form.title = "x" }) == [] && machine.state.drafts == [draft("a", status)])
        }
    }

    @Test("A draft is handed in once, whole, and as if it had never been sent") func sending() {
        for status in [.writing, .asking, .refused(NoticeBoardError(.postGone))] as [LinkDraft.Status] {
            let before = changed(draft("a", status, turn: 4)) { ($0.known, $0.isTakenBack) = (["p1"], true) }
            var machine = loaded([before]).machine
            let waiting = draft("a", .waiting, turn: 5)
            #expect(machine.handle(.send("a")) == [.save(waiting), .send(changed(waiting) { $0.status = .sending })])
            #expect(machine.state.progress == 0 && machine.handle(.send("a")) == [])
        }
        for status in [.waiting, .sending, .unsure] as [LinkDraft.Status] {
            var machine = OutboxMachine()
            _ = machine.handle(.began(draft("a", status)))
            #expect(machine.handle(.send("a")) == [] && machine.state.drafts == [draft("a", status)])
        }
        var machine = loaded([LinkDraft(id: "empty", target: .post)]).machine
        #expect(machine.handle(.send("empty")) == [] && machine.handle(.send("nothing")) == [])
    }

    /// A machine that sends "a" behind which "b" waits.
    private func underWay(known: [String]? = nil) -> OutboxMachine {
        var machine = loaded([draft("a", .waiting, turn: 1), draft("b", .waiting, turn: 2)]).machine
        if let known { _ = machine.handle(.leaving("a", known: known)) }
        _ = machine.handle(.progressed("a", 0.5))
        return machine
    }

    private var next: Effect { .send(draft("b", .sending, turn: 2)) }

    @Test("Before anything has left, a draft is one's own again at once; afterwards it is looked for first") func takenBack() {
        var machine = underWay()
        #expect(machine.state.progress == 0.5)
        #expect(machine.handle(.takeBack("a")) == [.stop, .save(draft("a", turn: 1)), next] && machine.state.progress == 0)
        machine = underWay(known: ["p1"])
        let unsure = changed(draft("a", .unsure, turn: 1)) { ($0.known, $0.isTakenBack) = (["p1"], true) }
        #expect(machine.handle(.takeBack("a")) == [.stop, .save(unsure), .look(unsure)] && machine.state.progress == 0)
        #expect(machine.handle(.looked("a", .missing)) == [.save(changed(unsure) { $0.status = .writing }), next])
        for status in [.waiting, .asking, .refused(NoticeBoardError(.postGone))] as [LinkDraft.Status] {
            var machine = OutboxMachine()
            _ = machine.handle(.began(draft("a", status)))
            #expect(machine.handle(.takeBack("a")) == [.save(draft("a"))])
            #expect(machine.handle(.takeBack("a")) == [] && machine.handle(.takeBack("nothing")) == [])
        }
        machine = OutboxMachine()
        _ = machine.handle(.began(draft("a", .unsure)))
        #expect(machine.handle(.takeBack("a")) == [.save(changed(draft("a", .unsure)) { $0.isTakenBack = true })])
    }

    @Test("One that is thrown away goes; where it was on its way, that is stopped first and the next one goes") func discarded() {
        var machine = underWay()
        #expect(machine.handle(.discard("nothing")) == [])
        #expect(machine.handle(.discard("b")) == [.remove(draft("b", .waiting, turn: 2))])
        #expect(machine.state.drafts.map(\.id) == ["a"])
        machine = underWay()
        #expect(machine.handle(.discard("a")) == [.stop, .remove(draft("a", .sending, turn: 1)), next])
        #expect(machine.state.drafts.map(\.id) == ["b"] && machine.state.progress == 0)
        _ = machine.handle(.progressed("b", 0.5))
        #expect(machine.handle(.discard("b")) == [.stop, .remove(draft("b", .sending, turn: 2))])
        #expect(machine.state.drafts.isEmpty && machine.state.progress == 0)
    }

    @Test("What becomes of sending: it is gone, waits, steps aside, or nobody knows") func ended() {
        let (sending, error) = (draft("a", .sending, turn: 1), NoticeBoardError(.noNetwork, "x"))
        var machine = underWay()
        #expect(machine.handle(.ended("b", .sent)) == [] && machine.state.drafts.count == 2)
        #expect(machine.handle(.ended("a", .sent)) == [.remove(sending), next])
        #expect(machine.state.drafts.map(\.id) == ["b"] && machine.state.progress == 0)
        machine = underWay(known: ["p1"])
        #expect(machine.handle(.ended("a", .held(error))) == [.save(draft("a", .waiting, turn: 1)), .wait(5)])
        #expect(machine.state.holdup == error && machine.state.progress == 0)
        #expect(machine.handle(.goOn) == [.send(sending)] && machine.state.holdup == nil)
        machine = underWay()
        #expect(machine.handle(.ended("a", .refused(error))) == [.save(draft("a", .refused(error), turn: 1)), next])
        machine = underWay(known: ["p1"])
        let unsure = changed(draft("a", .unsure, turn: 1)) { $0.known = ["p1"] }
        #expect(machine.handle(.ended("a", .lost)) == [.save(unsure), .look(unsure)])
        #expect(machine.handle(.ended("nothing", .sent)) == [])
    }

    @Test("What becomes of a look: it is there, the person is asked, it waits, or it steps aside") func looked() {
        let error = NoticeBoardError(.timedOut, "x")
        func looking(isTakenBack: Bool = false) -> (OutboxMachine, LinkDraft) {
            let unsure = changed(draft("a", .unsure, turn: 1)) { $0.isTakenBack = isTakenBack }
            return (loaded([unsure, draft("b", .waiting, turn: 2)]).machine, unsure)
        }
        var (machine, unsure) = looking()
        #expect(machine.handle(.looked("b", .found)) == [] && machine.handle(.looked("a", .found)) == [.remove(unsure), next])
        #expect(machine.state.drafts.map(\.id) == ["b"])
        (machine, unsure) = looking()
        #expect(machine.handle(.looked("a", .missing)) == [.save(draft("a", .asking, turn: 1)), next])
        (machine, unsure) = looking(isTakenBack: true)
        #expect(machine.handle(.looked("a", .missing)) == [.save(changed(unsure) { $0.status = .writing }), next])
        (machine, unsure) = looking()
        #expect(machine.handle(.looked("a", .held(error))) == [.wait(5)] && machine.state.holdup == error)
        #expect(machine.state["a"] == unsure && machine.handle(.goOn) == [.look(unsure)])
        #expect(machine.handle(.looked("a", .refused(error))) == [.save(draft("a", .refused(error), turn: 1)), next])
    }

    @Test("It waits longer each time, a minute at most, as long as it is told to, and briefly again when one was sent")
    func waiting() {
        var (machine, _) = loaded([draft("a", .waiting, turn: 1)])
        func hold(_ remedy: Remedy) -> Effect? {
            let effect = machine.handle(.ended("a", .held(NoticeBoardError(.noNetwork, remedy: remedy)))).last
            // While it waits nothing else goes either.
            #expect(machine.handle(.began(draft("z"))) == [.save(draft("z"))])
            #expect(machine.handle(.send("z")).count == 1)
            _ = machine.handle(.discard("z"))
            _ = machine.handle(.goOn)
            return effect
        }
        #expect((0..<6).map { _ in hold(.retry(after: nil)) } == [5, 10, 20, 40, 60, 60].map { .wait($0) })
        #expect([0, 0.5, 1, 1.5, 90].map { hold(.retry(after: $0)) } == [1, 1, 1, 1.5, 90].map { .wait($0) })
        #expect(hold(.noAction) == .wait(60))
        _ = machine.handle(.ended("a", .sent))
        _ = [.began(draft("a")), .send("a")].map { machine.handle($0) }
        #expect((0..<2).map { _ in hold(.noAction) } == [.wait(5), .wait(10)])
    }

    @Test("What is told of another draft, or after the end, changes nothing") func over() {
        var machine = underWay()
        let before = machine.state
        #expect(machine.handle(.progressed("b", 0.9)) == [] && machine.handle(.leaving("b", known: ["x"])) == [])
        #expect(machine.state == before)
        let left = changed(draft("a", .sending, turn: 1)) { $0.known = [] }
        #expect(machine.handle(.leaving("a", known: [])) == [.save(left)])
        #expect(machine.handle(.over) == [.stop])
        var ended = LinkOutbox.State()
        ended.isOver = true
        #expect(machine.state == ended)
        for event in [.began(draft("c")), .goOn, .loaded([draft("d", .waiting)], unreadable: []), .over] as [OutboxMachine.Event]
        {
            #expect(machine.handle(event) == [] && machine.state == ended)
        }
    }

    @Test("A failure of the store is told until something could be written; before the drafts are read that says nothing")
    func stored() {
        var machine = OutboxMachine()
        let (first, second) = (NoticeBoardError(.storeBusy), NoticeBoardError(.storageFull))
        #expect(machine.handle(.stored(first)) == [] && machine.state.storeFailure == first)
        #expect(machine.handle(.stored(nil)) == [] && machine.state.storeFailure == first)
        _ = machine.handle(.stored(second))
        #expect(machine.state.storeFailure == second)
        _ = machine.handle(.loaded([], unreadable: []))
        #expect(machine.state.storeFailure == nil)
        _ = machine.handle(.stored(second))
        #expect(machine.state.storeFailure == second)
        _ = machine.handle(.stored(nil))
        #expect(machine.state.storeFailure == nil)
    }
}
