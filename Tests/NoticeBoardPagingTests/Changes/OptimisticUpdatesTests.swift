import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("UpdateMachine", .serialized, .inTurn, .trialLimit(minutes: 1)) struct UpdateMachineTests {
    @Test("Twenty quick taps end with the last value after at most two toggles", arguments: [19, 20]) func taps(count: Int) {
        var machine = UpdateMachine<Bool>()
        var (isSo, toggles) = (false, 0)
        var asked = machine.handle(.want(true, confirmed: false))
        for tap in 1..<count { #expect(machine.handle(.want(tap % 2 == 0, confirmed: false)) == nil) }
        while let effect = asked {
            if effect == .set { (isSo, toggles) = (!isSo, toggles + 1) }
            asked = machine.handle(.isNow(isSo))
        }
        #expect(isSo == (count % 2 == 1))
        #expect(toggles == (count % 2 == 1 ? 1 : 2))
        #expect(machine.wanted == nil)
    }

    @Test("After a lost response it toggles again only if needed", arguments: [true, false])
    func lost(hasToggled: Bool) {
        var machine = UpdateMachine<Bool>()
        #expect(machine.handle(.want(true, confirmed: false)) == .set)
        #expect(machine.handle(.lost) == .fetch)
        #expect(machine.wanted == true)
        #expect(machine.handle(.isNow(hasToggled)) == (hasToggled ? nil : .set))
    }

    @Test("A failed read drops the wanted value until the next tap reads again") func lostLook() {
        var machine = UpdateMachine<Bool>()
        _ = machine.handle(.want(true, confirmed: false))
        _ = machine.handle(.lost)
        #expect(machine.handle(.lost) == nil)
        #expect(machine.wanted == nil)
        // A response without a request changes nothing.
        #expect(machine.handle(.isNow(true)) == nil)
        #expect(machine.handle(.want(true, confirmed: false)) == .fetch)
    }

    @Test("A refusal drops the wanted value") func refused() {
        var machine = UpdateMachine<Bool>()
        _ = machine.handle(.want(true, confirmed: false))
        #expect(machine.handle(.refused) == nil)
        #expect(machine.wanted == nil)
        #expect(machine.asked == nil)
    }

    @Test("A refusal keeps a newer choice") func refusedBefore() {
        var machine = UpdateMachine<Int>()
        #expect(machine.handle(.want(3, confirmed: 0)) == .set)
        #expect(machine.handle(.want(4, confirmed: 0)) == nil)
        #expect(machine.handle(.refused) == .set)
        #expect(machine.wanted == 4)
        #expect(machine.handle(.isNow(4)) == nil)
        #expect(machine.wanted == nil)
    }

    @Test("A refusal sends nothing if the service has the newer choice") func refusedAndUndone() {
        var machine = UpdateMachine<Bool>()
        _ = machine.handle(.want(true, confirmed: false))
        _ = machine.handle(.want(false, confirmed: false))
        #expect(machine.handle(.refused) == nil)
        #expect(machine.wanted == nil)
        #expect(machine.asked == nil)
    }

    @Test("A refusal of a former value does not drop the one chosen since") func refusedFormer() {
        var rating = UpdateMachine<Int>()
        #expect(rating.handle(.want(3, confirmed: 0)) == .set)
        #expect(rating.handle(.want(4, confirmed: 0)) == nil)
        #expect(rating.handle(.refused) == .set)
        #expect(rating.wanted == 4)
        #expect(rating.handle(.refused) == nil)
        #expect(rating.wanted == nil)
    }

    @Test("Stops after three toggles that have no effect") func stubborn() {
        var machine = UpdateMachine<Bool>()
        var (asked, count) = (machine.handle(.want(true, confirmed: false)), 0)
        while asked != nil, count < 100 { (asked, count) = (machine.handle(.isNow(false)), count + 1) }
        #expect(count == 3)
        #expect(machine.wanted == nil)
    }

    @Test("Random taps and failures end with the last value or none")
    func schedules() {
        let trials = RandomTrials()
        for number in 0..<trials.count(3_000) {
            var random = SeededRandom(seed: trials.seed &+ UInt64(number))
            var machine = UpdateMachine<Bool>()
            var (isSo, shown) = (random.chance(50), false)
            shown = isSo
            var (asked, last, isDropped): (UpdateMachine<Bool>.Effect?, Bool?, Bool) = (nil, nil, false)
            // The toggles since the last tap: the machine gives up after three.
            var toggles = 0
            for step in 0..<40 {
                if step < 25, random.chance(50) || asked == nil {
                    let wanted = random.chance(50)
                    (last, isDropped, toggles) = (wanted, false, 0)
                    let effect = machine.handle(.want(wanted, confirmed: shown))
                    #expect(asked == nil || effect == nil, "\(trials): two at once")
                    asked = asked ?? effect
                    if effect == .set { toggles += 1 }
                } else if let effect = asked {
                    let fate = step < 25 ? random.number(0...3) : 3
                    if effect == .set, fate != 0, fate != 1 || random.chance(50) { isSo.toggle() }
                    if fate > 1 { shown = isSo }
                    asked = machine.handle(fate == 0 ? .refused : fate == 1 ? .lost : .isNow(isSo))
                    if asked == .set { toggles += 1 }
                    if asked == nil, fate < 2 { isDropped = true }
                }
            }
            #expect(asked == nil, "\(trials), \(number)")
            #expect(machine.wanted == nil, "\(trials), \(number)")
            #expect(toggles <= 3, "\(trials), \(number)")
            if let last, !isDropped, toggles < 3 { #expect(isSo == last, "\(trials), \(number)") }
        }
    }
}

@MainActor @Suite("OptimisticUpdates and writes", .inTurn, .trialLimit(minutes: 1)) struct OptimisticUpdatesTests {
    private enum Change: Sendable, Equatable { case liked(Int, Bool) }

    @Test("A value may be of any type, such as a rating") func rating() async {
        let sent = Notes<Int>()
        let ratings = OptimisticUpdates<Int, Int, Change>(WriteQueue(ChangeBus())) { id, stars in
            sent.add(stars)
            return (stars, .liked(id, stars > 3))
        } fetch: { id in
            (0, .liked(id, false))
        }
        ratings.want(2, 7, confirmed: 0)
        ratings.want(5, 7, confirmed: 0)
        #expect(ratings.state == [7: 5])
        await ratings.firstState { $0.isEmpty }
        #expect(sent.all.last == 5)
    }

    @Test("Shows a wanted value at once until its change has been sent") func likes() async {
        let gate = Gate()
        let bus = ChangeBus<Change>()
        let writes = WriteQueue(bus)
        let likes = OptimisticUpdates<Int, Bool, Change>(writes) { id, _ in
            try await gate.pass()
            return (true, .liked(id, true))
        } fetch: { id in
            (true, .liked(id, true))
        }
        var received: [[Int: Bool]] = []
        let observation = bus.observe { _ in received.append(likes.state) }
        likes.want(true, 7, confirmed: false)
        #expect(likes.state == [7: true])
        gate.open()
        await likes.firstState { $0.isEmpty }
        #expect(received == [[7: true]])
        observation.cancel()
    }

    @Test("A refusal drops only its own value") func refusal() async {
        let failures = Notes<Int>()
        let likes = OptimisticUpdates<Int, Bool, Change>(WriteQueue(ChangeBus())) { id, _ in
            if id == 1 { throw NoticeBoardError(.forbidden) }
            return (true, .liked(id, true))
        } fetch: { id in
            (false, .liked(id, false))
        } failed: { id, _ in
            failures.add(id)
        }
        likes.want(true, 1, confirmed: false)
        likes.want(true, 2, confirmed: false)
        await likes.firstState { $0.isEmpty }
        #expect(failures.all == [1])
    }

    @Test("Gives up a value that the service does not apply after three toggles") func stubborn() async {
        let (failures, asked) = (Notes<NoticeBoardError.Code?>(), Notes<Int>())
        let likes = OptimisticUpdates<Int, Bool, Change>(WriteQueue(ChangeBus())) { id, _ in
            asked.add(id)
            return (false, .liked(id, false))
        } fetch: { id in
            (false, .liked(id, false))
        } failed: { _, error in
            failures.add((error as? NoticeBoardError)?.code)
        }
        likes.want(true, 1, confirmed: false)
        await likes.firstState { $0.isEmpty }
        #expect(asked.all == [1, 1, 1])
        #expect(failures.all == [.serverFailure])
        // A value that is already confirmed is not a failure.
        likes.want(false, 2, confirmed: true)
        await likes.firstState { $0.isEmpty }
        #expect(asked.all == [1, 1, 1, 2])
        #expect(failures.all.count == 1)
    }

    @Test("Reports why the answers were lost if no attempt had an effect") func allLost() async {
        let (failures, asked) = (Notes<NoticeBoardError.Code?>(), Notes<Int>())
        let likes = OptimisticUpdates<Int, Bool, Change>(WriteQueue(ChangeBus())) { id, _ in
            asked.add(id)
            throw NoticeBoardError(.timedOut)
        } fetch: { id in
            (false, .liked(id, false))
        } failed: { _, error in
            failures.add((error as? NoticeBoardError)?.code)
        }
        likes.want(true, 1, confirmed: false)
        await likes.firstState { $0.isEmpty }
        #expect(asked.all == [1, 1, 1])
        #expect(failures.all == [.timedOut])
    }

    @Test("Writes of one key run in order, even after the queue is released") func order() async throws {
        let (first, seen) = (Gate(), Notes<Int>())
        var writes: WriteQueue<Change>? = WriteQueue(ChangeBus())
        let done = Gate()
        writes?.begin("a") {
            try await first.pass()
            seen.add(1)
            return nil
        }
        writes?.begin(
            "a",
            {
                seen.add(2); return nil
            }
        ) { _ in done.open() }
        writes = nil
        await first.waitForArrivals(1)
        #expect(seen.all.isEmpty)
        first.open()
        try await done.pass()
        #expect(seen.all == [1, 2])
    }

    @Test("A waiting write never starts after the queue ends") func ended() async throws {
        let (first, seen) = (Gate(), Notes<Int>())
        let writes = WriteQueue<Change>(ChangeBus())
        writes.begin("a") {
            // This write ignores its cancellation.
            await Task { try? await first.pass() }.value
            return nil
        }
        writes.begin("a") {
            seen.add(2)
            return nil
        } done: { _ in
            seen.add(3)
        }
        await first.waitForArrivals(1)
        writes.end()
        first.open()
        await letOtherTasksRun()
        #expect(seen.all.isEmpty)
    }

    @Test("Ending the queue cancels pending updates") func signedOut() async throws {
        let (gate, left) = (Gate(), Gate())
        let bus = ChangeBus<Change>()
        let writes = WriteQueue(bus)
        let likes = OptimisticUpdates<Int, Bool, Change>(writes) { id, _ in
            do { try await gate.pass() } catch {
                left.open()
                throw error
            }
            return (true, .liked(id, true))
        } fetch: { id in
            (true, .liked(id, true))
        }
        let received = Notes<Change>()
        let observation = bus.observe { received.add($0) }
        likes.want(true, 1, confirmed: false)
        await gate.waitForArrivals(1)
        writes.end()
        try await left.pass()
        likes.want(true, 2, confirmed: false)
        #expect(likes.state.isEmpty)
        #expect(received.all.isEmpty)
        #expect(writes.isEnded)
        observation.cancel()
    }

    @Test("A write is not reported as done if its change ended the queue") func endedByChange() async {
        let bus = ChangeBus<Change>()
        let writes = WriteQueue(bus)
        let done = Notes<Int>()
        let ended = Gate()
        let observation = bus.observe { _ in
            writes.end()
            ended.open()
        }
        writes.begin("a") {
            .liked(1, true)
        } done: { _ in
            done.add(1)
        }
        try? await ended.pass()
        #expect(done.all.isEmpty)
        observation.cancel()
    }
}
