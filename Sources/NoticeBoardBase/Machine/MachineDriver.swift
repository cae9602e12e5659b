/// Runs a state machine on the main actor: passes it events, carries out its effects, publishes its states.
///
/// Each operation has a key to stop it by. Its result goes to the machine as an event, unless it was stopped first. All
/// operations are cancelled with the driver.
@MainActor package final class MachineDriver<Machine: StateMachine, Key: Hashable & Sendable>: StateForwarding {
    package typealias State = Machine.State

    /// How an effect is carried out.
    package enum Chore {
        /// Runs an operation off the main actor; stops a running operation with the same key.
        case start(Key, @Sendable () async -> Machine.Event?)
        /// Stops the operations with these keys.
        case stop([Key])
        /// Runs a closure at once.
        case now(@MainActor () -> Void)
    }

    private struct Work {
        let number: Int
        let task: Task<Void, Never>
    }

    private var machine: Machine
    private let chore: @MainActor (Machine.Effect, Machine.State) -> Chore
    /// Publishes the state once the effects are carried out.
    package let stateSource: StateStore<Machine.State>
    private var works: [Key: Work] = [:]
    private var number = 0
    private var waiting: [Machine.Event] = []
    private var isHandling = false

    /// Creates a driver of `machine`; `chore` maps an effect, and the state after the event, to a chore.
    package init(_ machine: Machine, chore: @escaping @MainActor (Machine.Effect, Machine.State) -> Chore) {
        self.machine = machine
        self.chore = chore
        stateSource = StateStore(machine.state)
    }

    deinit { for work in works.values { work.task.cancel() } }

    /// The machine's state.
    package var state: Machine.State { machine.state }

    /// Returns a value of the machine that is not in its state.
    package func read<Value>(_ value: (Machine) -> Value) -> Value { value(machine) }

    /// Passes an event to the machine.
    ///
    /// An event that arrives while another one is handled, for example from an observer, is queued.
    package func handle(_ event: Machine.Event) {
        waiting.append(event)
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !waiting.isEmpty { handleOne(waiting.removeFirst()) }
    }

    private func handleOne(_ event: Machine.Event) {
        let (effects, state) = Self.pass(event, to: &machine)
        for effect in effects { carryOut(chore(effect, state)) }
        stateSource.state = state
    }

    /// Reading the state from the property would copy the whole machine.
    private static func pass(_ event: Machine.Event, to machine: inout Machine) -> ([Machine.Effect], Machine.State) {
        let effects = machine.handle(event)
        return (effects, machine.state)
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
