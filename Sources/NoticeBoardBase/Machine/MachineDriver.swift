/// Runs a machine on the main actor: hands it events, carries out its effects, and publishes its states.
///
/// Each piece of work has a key, by which it can be stopped. Its result is handed to the machine as an event, unless it was stopped
/// before. Everything stops with the driver.
@MainActor package final class MachineDriver<Machine: StateMachine, Key: Hashable & Sendable>: StateForwarding {
    package typealias State = Machine.State

    /// What becomes of an effect.
    package enum Chore {
        /// Work outside of the main actor, under a key; work of the same key that is under way is stopped.
        case start(Key, @Sendable () async -> Machine.Event?)
        /// Stops the work of these keys.
        case stop([Key])
        /// Something that is done at once.
        case now(@MainActor () -> Void)
    }

    private struct Work {
        let number: Int
        let task: Task<Void, Never>
    }

    private var machine: Machine
    private let chore: @MainActor (Machine.Effect, Machine.State) -> Chore
    /// Publishes the state after the effects of an event.
    package let stateSource: StateStore<Machine.State>
    private var works: [Key: Work] = [:]
    private var number = 0
    private var waiting: [Machine.Event] = []
    private var isHandling = false

    /// A driver of `machine`, which turns each of its effects into a chore.
    package convenience init(_ machine: Machine, chore: @escaping @MainActor (Machine.Effect) -> Chore) {
        self.init(machine) { effect, _ in chore(effect) }
    }

    /// The same where a chore depends on what is to be seen by then.
    package init(_ machine: Machine, chore: @escaping @MainActor (Machine.Effect, Machine.State) -> Chore) {
        self.machine = machine
        self.chore = chore
        stateSource = StateStore(machine.state)
    }

    deinit { for work in works.values { work.task.cancel() } }

    /// The machine's state.
    package var state: Machine.State { machine.state }

    /// Returns something that the machine knows beside its state.
    package func read<Value>(_ value: (Machine) -> Value) -> Value { value(machine) }

    /// Hands an event to the machine.
    ///
    /// One that comes while another is handled, from an observer for example, waits until that is over.
    package func handle(_ event: Machine.Event) {
        waiting.append(event)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !waiting.isEmpty { handleOne(waiting.removeFirst()) }
    }

    private func handleOne(_ event: Machine.Event) {
        let effects = machine.handle(event)
        let state = machine.state
        for effect in effects { carryOut(chore(effect, state)) }
        stateSource.state = state
    }

    private func carryOut(_ chore: Chore) {
        switch chore {
        case .start(let key, let work): start(key, work)
        case .stop(let keys): for key in keys { works.removeValue(forKey: key)?.task.cancel() }
        case .now(let body): body()
        }
    }

    private func start(_ key: Key, _ work: @escaping @Sendable () async -> Machine.Event?) {
        number += 1
        let own = number
        works[key]?.task.cancel()
        let task = Task { [weak self] in
            let event = await work()
            self?.finish(key, own, event)
        }
        works[key] = Work(number: own, task: task)
    }

    private func finish(_ key: Key, _ number: Int, _ event: Machine.Event?) {
        guard works[key]?.number == number else { return }
        works[key] = nil
        if let event { handle(event) }
    }
}
