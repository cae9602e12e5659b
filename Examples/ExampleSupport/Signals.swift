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

/// Runs work that ends in order when the program is asked to end: SIGINT and SIGTERM cancel it.
///
/// What it throws after that becomes the failure that `end` makes of the signal. A second signal ends the program at once.
package func endingOnSignals(
    _ work: @escaping @Sendable () async throws -> Void, end: @Sendable (Failure.Code) -> Failure
) async throws {
    let caught = CaughtSignal()
    // Before the work begins: it may tell somebody at once that it can be ended.
    var sources: [any DispatchSourceProtocol] = []
    for number in [SIGINT, SIGTERM] {
        await sources.append(
            whenSignalled(number, on: .global()) {
                signal(number, SIG_DFL)
                caught.put(number)
            })
    }
    let task = Task { try await work() }
    caught.whenCaught { task.cancel() }
    defer { for source in sources { source.cancel() } }
    do {
        try await task.value
    } catch {
        guard let number = caught.number, error is CancellationError else { throw error }
        throw end(number == SIGTERM ? .terminated : .interrupted)
    }
}

/// Sendable: only touched under the lock.
private final class CaughtSignal: @unchecked Sendable {
    private let lock = DispatchSemaphore(value: 1)
    private var caught: Int32?
    private var act: (@Sendable () -> Void)?

    var number: Int32? { locked { caught } }

    func put(_ number: Int32) {
        locked {
            caught = number
            return act
        }?()
    }

    /// Does something once a signal is caught, or at once where one was.
    func whenCaught(_ act: @escaping @Sendable () -> Void) {
        let isCaught = locked {
            self.act = act
            return caught != nil
        }
        if isCaught { act() }
    }

    private func locked<Value>(_ body: () -> Value) -> Value {
        lock.wait()
        defer { lock.signal() }
        return body()
    }
}
