import Dispatch
import NoticeBoardKit

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
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler {
            signal(number, SIG_DFL)
            caught.number = number
            task.cancel()
        }
        source.resume()
        return source
    }
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

    var number: Int32? {
        get {
            lock.wait()
            defer { lock.signal() }
            return caught
        }
        set {
            lock.wait()
            defer { lock.signal() }
            caught = newValue
        }
    }
}
