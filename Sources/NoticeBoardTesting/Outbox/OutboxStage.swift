import Foundation
import NoticeBoardBase
import NoticeBoardOutbox

/// An outbox over the sender under test, for one clause of a contract.
@MainActor final class OutboxStage<Sender: OutboxSender> {
    /// How a draft ends.
    enum End: String {
        case gone = "left the outbox"
        case asking = "waits for the user's answer"
        case refused = "was refused"
        case writing = "is being written"
    }

    let draft: @Sendable (String) -> Sender.Draft
    let abilities: SenderAbilities
    private(set) var outbox: Outbox<Sender.Draft>
    /// Returns how many items the service has stored with a text.
    private let count: @Sendable (String) async throws -> Int
    /// The sender under test.
    private let tested: Sender
    private let sender: FaultySender<Sender>
    private let scope = AccountScope()
    private let folder: URL
    /// The seconds that the outbox has waited, each time.
    private let waited = Locked<[Double]>([])

    init(
        of sender: Sender, counting count: @escaping @Sendable (String) async throws -> Int,
        draft: @escaping @Sendable (String) -> Sender.Draft
    ) async throws {
        tested = sender
        self.count = count
        self.draft = draft
        let blank = draft("글")
        let page = try await sender.existing(for: blank, at: nil, limit: 1)
        abilities = SenderAbilities(
            honorsKeys: sender.keyLifetime > 0, isSearchable: page != nil,
            takesFiles: blank.fileProblem(count: 1) == nil)
        self.sender = FaultySender(sender)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("outbox-contract-\(UUID().uuidString)")
        scope.signIn("contract")
        outbox = Self.outbox(in: folder, scope, self.sender, waited)
        await outbox.firstState(within: 10) { $0.isLoaded }
    }

    /// Returns an outbox whose waits pass at once.
    private static func outbox(
        in folder: URL, _ scope: AccountScope, _ sender: FaultySender<Sender>, _ waited: Locked<[Double]>
    ) -> Outbox<Sender.Draft> {
        let time = TimeSource(now: { 0 }) { seconds in
            // The first half second is that of typed text.
            if seconds > 0.5 { waited.withLock { $0.append(seconds) } }
            await Task.yield()
            try Task.checkCancellation()
        }
        return Outbox(in: folder, scope: scope, time: time, sender: sender)
    }

    /// Removes the files.
    func leave() async {
        scope.signOut()
        await scope.waitUntilErased()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The number of waits.
    var waits: Int { waited.withLock { $0.count } }
    /// The files of the last attempt.
    var lastFiles: [Data] { sender.lastFiles }

    func plan(_ faults: FaultySender<Sender>.Fault...) { sender.plan(faults) }

    // MARK: Steps

    /// Writes a draft and hands it in; returns its ID.
    func handIn(_ text: String) -> String {
        let id = outbox.newDraft(draft(text))
        outbox.send(id)
        return id
    }

    /// Ends the launch, and begins the next one.
    func relaunch() async throws {
        await outbox.waitUntilSaved()
        scope.expire()
        scope.signIn("contract")
        outbox = Self.outbox(in: folder, scope, sender, waited)
        guard await outbox.firstState(within: 10, where: { $0.isLoaded }) != nil else {
            throw BrokenClause(reason: "the drafts could not be loaded: \(outbox.state.failure?.description ?? "no reason")")
        }
    }

    /// Sends a text whose launch ends before the response arrives; returns the ID of its draft in the next launch.
    func interruptedAttempt(_ text: String) async throws -> String {
        let gate = Gate()
        plan(.heldAnswer(gate))
        let id = handIn(text)
        await gate.waitForArrivals(1)
        try await relaunch()
        return id
    }

    /// Sends a text that is taken back before the response arrives; returns the ID of its draft.
    func takenBackAttempt(_ text: String) async throws -> String {
        let gate = Gate()
        plan(.heldAnswer(gate))
        let id = handIn(text)
        await gate.waitForArrivals(1)
        outbox.takeBack(id)
        _ = try await end(id)
        return id
    }

    /// Hands a text in that reaches the service when its response counts as lost already, before newer items.
    func handInLate(_ text: String, newerItems: Int = 0) async throws -> String {
        plan(.late)
        let id = handIn(text)
        let end = try await end(id)
        try await sender.sendLate()
        for number in 0..<newerItems { try await store("새 글 \(number)") }
        if end == .asking { outbox.send(id) }
        return id
    }

    /// Hands a draft in before its file is prepared; returns its ID once the file is there.
    func handInWithFile(_ text: String, _ bytes: Data) async throws -> String {
        let id = outbox.newDraft(draft(text))
        let gate = Gate()
        let outbox = outbox
        let sent = sender.keys.count
        let attaching = Task {
            try await outbox.attach(to: id) {
                try await gate.pass()
                return OutboxAttachment(data: bytes, kind: "png")
            }
        }
        await gate.waitForArrivals(1)
        if let problem = outbox.send(id) {
            throw BrokenClause(reason: "it cannot be handed in while a file is being prepared: \(problem)")
        }
        for _ in 0..<100 { await Task.yield() }
        guard sender.keys.count == sent else { throw BrokenClause(reason: "it was sent without its file") }
        gate.open()
        try await attaching.value
        return id
    }

    /// Stores an item at the service, as another device of the user would.
    func store(_ text: String) async throws {
        _ = try await tested.send(OutboxParcel(draft: draft(text), key: UUID().uuidString))
    }

    // MARK: Checks

    /// Waits until nothing happens to a draft any more.
    private func end(_ id: String) async throws -> End {
        let state = await outbox.firstState(within: 10) { state in
            guard let status = state[id]?.status else { return true }
            return ![.waiting, .sending, .unsure].contains(status)
        }
        guard let state else { throw BrokenClause(reason: "the draft did not end in ten seconds") }
        switch state[id]?.status {
        case nil: return .gone
        case .refused?: return .refused
        case .writing?: return .writing
        default: return .asking
        }
    }

    /// Checks how a draft ends; with `confirming`, the user answers a question with "send it again".
    func expectEnd(_ id: String, _ expected: End, confirming: Bool = false) async throws {
        var end = try await end(id)
        if confirming, end == .asking {
            outbox.send(id)
            end = try await self.end(id)
        }
        guard end == expected else {
            throw BrokenClause(reason: "the draft \(end.rawValue), and it should be one that \(expected.rawValue)")
        }
    }

    func expectStored(_ text: String, _ expected: Int) async throws {
        let stored = try await count(text)
        guard stored == expected else { throw BrokenClause(reason: "the service has it \(stored) times, not \(expected)") }
    }

    /// Checks that all attempts so far had one key.
    func expectOneKey() throws {
        guard Set(sender.keys).count <= 1 else { throw BrokenClause(reason: "the attempts had different keys") }
    }
}
