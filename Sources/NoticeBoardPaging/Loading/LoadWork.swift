package import NoticeBoardBase

/// Work that the loading of a value begins.
package enum LoadWork: Hashable, Sendable { case load, wait }

extension LoadMachine.Effect {
    /// What a driver does about the effect: of a value, or of a machine that holds one and knows its events and work as its own.
    ///
    /// A value that is equal to the one that is `shown` comes as the instance that this is; that is found out where it arrives.
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
    /// What became of a load.
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
