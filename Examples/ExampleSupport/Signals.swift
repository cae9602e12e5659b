import Dispatch
import NoticeBoardKit
import TerminalSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Runs an operation and cancels it on SIGINT or SIGTERM.
///
/// If the operation then throws `CancellationError`, this throws the failure that `failure` returns for the signal. A second
/// signal of the same kind ends the program immediately.
package func cancelOnSignals(
    _ operation: @escaping @Sendable () async throws -> Void, failure: @Sendable (Failure.Code) -> Failure
) async throws {
    let caught = CaughtSignal()
    // Register before the operation starts: its first output may invite another process to send a signal.
    var sources: [any DispatchSourceProtocol] = []
    for number in [SIGINT, SIGTERM] {
        await sources.append(
            makeSignalSource(number, on: .global()) {
                signal(number, SIG_DFL)
                caught.record(number)
            })
    }
    let task = Task { try await operation() }
    caught.onSignal { task.cancel() }
    defer { for source in sources { source.cancel() } }
    do {
        try await task.value
    } catch {
        guard let number = caught.number, error is CancellationError else { throw error }
        throw failure(number == SIGTERM ? .terminated : .interrupted)
    }
}

// @unchecked Sendable: every access to the properties holds the lock.
private final class CaughtSignal: @unchecked Sendable {
    private let lock = DispatchSemaphore(value: 1)
    private var caught: Int32?
    private var handler: (@Sendable () -> Void)?

    var number: Int32? { locked { caught } }

    func record(_ number: Int32) {
        locked {
            caught = number
            return handler
        }?()
    }

    /// Calls `handler` when a signal is caught, or immediately if one already was.
    func onSignal(_ handler: @escaping @Sendable () -> Void) {
        let isCaught = locked {
            self.handler = handler
            return caught != nil
        }
        if isCaught { handler() }
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        lock.wait()
        defer { lock.signal() }
        return body()
    }
}
