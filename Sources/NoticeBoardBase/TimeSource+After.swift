import Dispatch

extension TimeSource {
    /// Runs `work` in so many seconds, unless the alarm is taken back.
    package func after(_ seconds: Double, _ work: @escaping @Sendable () -> Void) -> Alarm {
        if isSystem { return .kept(Alarms.all.add(now() + seconds, work)) }
        return .asleep(
            Task.begun {
                if await over(seconds) { work() }
            })
    }

    /// What ``after(_:_:)`` will do, until it is cancelled.
    package enum Alarm: Sendable {
        case kept(Int)
        case asleep(Task<Void, Never>)

        /// Takes it back; when it has rung already nothing happens.
        package func cancel() {
            switch self {
            case .kept(let number): Alarms.all.remove(number)
            case .asleep(let task): task.cancel()
            }
        }
    }
}

/// All the system's alarms behind one timer: nearly every one is taken back long before it rings, and a task that sleeps for
/// each would cost more than the call that it watches, and lie about for a minute when that is over.
private final class Alarms: Sendable {
    static let all = Alarms()

    private struct State {
        var alarms: [Int: (time: Double, ring: @Sendable () -> Void)] = [:]
        var lastNumber = 0
        /// When the timer will fire.
        var next = Double.infinity
    }

    private let state = Locked(State())
    // Sendable: a timer may be set from any thread, and is only set under the lock.
    private nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "NoticeBoard.alarms"))

    private init() {
        unsafe timer.setEventHandler { Alarms.all.ring() }
        unsafe timer.activate()
    }

    func add(_ time: Double, _ ring: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.alarms[state.lastNumber] = (time, ring)
            set(&state, time)
            return state.lastNumber
        }
    }

    func remove(_ number: Int) {
        // The timer stays as it is: it fires once in vain, and finds what is next by then.
        _ = state.withLock { $0.alarms.removeValue(forKey: number) }
    }

    private func set(_ state: inout State, _ time: Double) {
        guard time < state.next else { return }
        state.next = time
        // No moment is as far away as some deadlines.
        let now = TimeSource.system.now()
        unsafe timer.schedule(deadline: .now() + min(max(time - now, 0), 1e8))
    }

    private func ring() {
        let now = TimeSource.system.now()
        let due = state.withLock { state in
            let due = state.alarms.filter { $0.value.time <= now }
            for number in due.keys { state.alarms[number] = nil }
            state.next = .infinity
            if let next = state.alarms.values.map(\.time).min() { set(&state, next) }
            return due.values.sorted { $0.time < $1.time }
        }
        // Each by itself: who wakes up may be kept waiting by somebody.
        for alarm in due { DispatchQueue.global().async(execute: alarm.ring) }
    }
}
