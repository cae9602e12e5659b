import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

/// Compares outboxes over unsteady services with a simple model: which texts were handed in, and how often each may be stored.
@Suite("Random drafts, faults and kills", .serialized, .inTurn, .trialLimit(minutes: 2)) @MainActor struct OutboxRandomTests {
    /// What a service can do.
    enum Service: CaseIterable {
        case searchable, keyed, keyedAndSearchable, neither

        var honorsKeys: Bool { self == .keyed || self == .keyedAndSearchable }
        var isSearchable: Bool { self == .searchable || self == .keyedAndSearchable }
    }

    @Test("Every draft arrives once, or the user is asked", arguments: Service.allCases) func random(service: Service)
        async throws
    {
        let trials = RandomTrials()
        var random = trials.random
        for number in 0..<trials.count(15, atLeast: 5) {
            var run = RandomRun(service, seed: random.next(), label: "\(trials) run \(number)")
            try await run.play()
        }
    }
}

/// One user, one unsteady service, several launches.
@MainActor private struct RandomRun {
    /// A draft of the model.
    struct Written {
        let id: String
        /// All texts that it had, the last one last.
        var texts: [String]
        /// Whether the disk has it.
        var isKept: Bool
        /// Whether all of its texts are on the disk.
        var isLastKept: Bool
        /// Whether the user has answered a question about it with "send it again".
        var isConfirmed = false
        var isDiscarded = false
        /// Whether a kill may have lost it: the disk did not have it, and another draft has the same text.
        var isUncertain = false
    }

    let kind: OutboxRandomTests.Service
    let label: String
    let fixture: NoteFixture
    var random: SeededRandom
    var files = FaultyFiles()
    var outbox: NoteOutbox
    var model: [Written] = []
    var number = 0
    var steps: [String] = []

    init(_ kind: OutboxRandomTests.Service, seed: UInt64, label: String) {
        self.kind = kind
        self.label = label
        random = SeededRandom(seed: seed)
        fixture = NoteFixture(honorsKeys: kind.honorsKeys, isSearchable: kind.isSearchable)
        fixture.keyLifetime = kind.honorsKeys ? 1e9 : 0
        fixture.passesWaits = true
        outbox = fixture.outbox(files: files)
    }

    mutating func play() async throws {
        for _ in 0..<random.below(60) { fixture.service.store("옛글 \(random.below(1_000))") }
        await outbox.firstState { $0.isLoaded }
        for _ in 0..<random.number(5...25) { await step() }
        await settleAll()
        check()
    }

    // MARK: Steps

    private mutating func step() async {
        switch random.below(20) {
        case 0..<6: await write()
        case 6..<9: planFaults()
        case 9..<11: await kill()
        case 11: fixture.service.storeLate()
        case 12..<14: await takeBackWhileSending()
        case 14: await edit()
        case 15: await answer()
        case 16: for _ in 0..<random.number(1...30) { fixture.service.store("다른 기기의 글 \(random.next())") }
        case 17: discard()
        case 18: files.fail(random.below(40), ENOSPC)
        default: await settle()
        }
    }

    private mutating func write(settles: Bool = true) async {
        number += 1
        // Sometimes an equal text.
        let text = random.chance(20) ? "출근" : "글 \(number)"
        let id = outbox.note(text)
        let isKept = await outbox.waitUntilSaved()
        model.append(Written(id: id, texts: [text], isKept: isKept, isLastKept: isKept))
        steps.append("write \(text)")
        if random.chance(85) { outbox.send(id) }
        if settles, random.chance(60) { await settle() }
    }

    private mutating func planFaults() {
        let statuses: [NoteService.Fault] = [
            .lostRequest(), .lostAnswer(), .late(), .lostRequest(.noNetwork), .lostRequest(.untrustedServer),
            .lostRequest(.timedOut), .lostAnswer(.timedOut), .late(.timedOut), .lostAnswer(.serverFailure), .late(.serverFailure),
            .status(500, .serverFailure), .status(503, .serverFailure, retryAfter: 2), .status(429, .tooManyRequests),
            .status(422, .inputRefused), .lostAnswer(.unreadableResponse),
        ]
        for _ in 0..<random.number(1...4) {
            let fault = random.pick(statuses)
            steps.append("plan \(fault)")
            fixture.service.plan(fault)
        }
    }

    /// Ends the launch at a file operation or between two, and begins the next one.
    private mutating func kill() async {
        if random.chance(50) {
            files.fail(random.below(12), failsAllLater: true)
            // On a dead disk an outbox waits for ever.
            await write(settles: false)
        }
        steps.append("kill")
        files.die()
        outbox.end()
        files = FaultyFiles()
        outbox = fixture.outbox(files: files)
        await outbox.firstState { $0.isLoaded }
        // What the disk did not take before is lost.
        let texts = Set(fixture.service.texts)
        for index in model.indices {
            let written = model[index]
            guard outbox.state[written.id] == nil, !written.isKept else { continue }
            if written.texts[0] == "출근" {
                model[index].isUncertain = true
            } else if !written.texts.contains(where: texts.contains) {
                model[index].isDiscarded = true
            }
        }
    }

    private mutating func takeBackWhileSending() async {
        await settle()
        let gate = Gate()
        number += 1
        let text = "글 \(number)"
        let id = outbox.note(text)
        let isKept = await outbox.waitUntilSaved()
        model.append(Written(id: id, texts: [text], isKept: isKept, isLastKept: isKept))
        guard isKept else { return }
        fixture.service.hold("send", at: gate)
        outbox.send(id)
        let state = await outbox.firstState { state in
            state[id] == nil || state[id]?.status.refusal != nil || state[id]?.status == .sending || state.pauseReason != nil
        }
        steps.append("take back \(text)")
        if state?[id]?.status == .sending { outbox.takeBack(id) }
        fixture.service.hold("send", at: nil)
        gate.open()
        await settle()
    }

    /// Changes a draft whose text is its own.
    private mutating func edit() async {
        let candidates = model.indices.filter { model[$0].texts[0] != "출근" && outbox.state[model[$0].id]?.isEditable == true }
        guard !candidates.isEmpty else { return }
        let index = random.pick(candidates)
        number += 1
        let text = "글 \(number)"
        steps.append("edit \(model[index].texts) to \(text)")
        outbox.change(model[index].id) { $0.text = text }
        model[index].texts.append(text)
        model[index].isLastKept = await outbox.waitUntilSaved()
    }

    /// Sends a draft again that the user is asked about; what is late arrives before.
    private mutating func answer() async {
        for index in model.indices where outbox.state[model[index].id]?.status == .asking {
            fixture.service.storeLate()
            model[index].isConfirmed = true
            steps.append("again \(model[index].texts)")
            outbox.send(model[index].id)
        }
        await settle()
    }

    private mutating func discard() {
        let candidates = model.indices.filter { outbox.state[model[$0].id] != nil }
        guard !candidates.isEmpty else { return }
        let index = random.pick(candidates)
        steps.append("discard \(model[index].texts)")
        model[index].isDiscarded = true
        outbox.discard(model[index].id)
    }

    /// Waits until the outbox has nothing to do.
    private func settle() async {
        await outbox.firstState { state in
            state.isLoaded && !state.items.contains { [.waiting, .sending, .unsure].contains($0.status) }
        }
    }

    /// Ends all faults, and sends everything.
    private mutating func settleAll() async {
        files.plan()
        fixture.service.clearFaults()
        for _ in 0..<20 where !outbox.state.items.isEmpty {
            await settle()
            await answer()
            for item in outbox.state.items where item.isEditable && item.status != .asking { outbox.send(item.id) }
            await settle()
        }
        fixture.service.storeLate()
        await outbox.waitUntilSaved()
    }

    // MARK: The model

    private func check() {
        let story: Comment = "\(label) \(kind): \(steps.joined(separator: ", ")); \(fixture.service.texts)"
        #expect(outbox.state.items.isEmpty, story)
        #expect(fixture.files.isEmpty, story)
        #expect(outbox.state.unreadable.isEmpty, story)
        for written in model where written.texts[0] != "출근" {
            let counts = written.texts.map { fixture.service.count($0) }
            // If the service cannot be searched, "send it again" is the user's own risk.
            let mayRepeat = written.isConfirmed && !kind.isSearchable
            if !mayRepeat { for count in counts { #expect(count <= 1, story) } }
            guard !written.isDiscarded else { continue }
            #expect(counts.contains { $0 >= 1 }, story)
            if written.isLastKept { #expect(counts.last.map { $0 >= 1 } == true, story) }
        }
        let equal = model.filter { $0.texts[0] == "출근" }
        let living = equal.count { !$0.isDiscarded && !$0.isUncertain }
        let count = fixture.service.count("출근")
        #expect(count >= living, story)
        if kind.isSearchable || !equal.contains(where: \.isConfirmed) { #expect(count <= equal.count, story) }
    }
}
