package import NoticeBoardBase

/// Work that the load of a value starts.
package enum LoadWork: Hashable, Sendable { case load, wait }

extension LoadMachine.Effect {
    /// Returns the work for a driver, of a value or of a machine that contains one and wraps its events and work.
    ///
    /// A value equal to `shown` is replaced by the shown instance, which is checked off the main actor.
    package func chore<Machine, Key>(
        _ load: @escaping @Sendable () async throws -> Value, shown: Value? = nil, time: TimeSource,
        event: @escaping @Sendable (LoadMachine<Value>.Event) -> Machine.Event, key: (LoadWork) -> Key
    ) -> MachineDriver<Machine, Key>.Chore {
        switch self {
        case .load(let number):
            .start(key(.load)) {
                event(
                    await .outcome(of: number) {
                        let value = try await load()
                        return shown.flatMap { $0 == value ? $0 : nil } ?? value
                    })
            }
        case .wait(let seconds, let number): .start(key(.wait)) { await time.over(seconds) ? event(.waited(number)) : nil }
        case .cancel: .stop([key(.load), key(.wait)])
        }
    }
}

extension LoadMachine.Event {
    /// Runs a load, and returns its event.
    fileprivate static func outcome(
        of number: Int, _ load: @Sendable () async throws -> Value
    ) async -> Self {
        do {
            return .loaded(try await load(), number)
        } catch is CancellationError {
            return .gaveUp(number)
        } catch {
            return .failed(NoticeBoardError(wrapping: error), number)
        }
    }
}
