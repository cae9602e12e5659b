package import Dispatch
import Foundation

/// Runs file access that iOS must not suspend midway.
///
/// iOS kills a process that it suspends while the process holds a file lock in a shared container.
package enum ExpiringActivity {
    #if os(macOS) || os(Linux)
        /// Runs `body`; this system does not suspend apps.
        package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value { try body() }

        /// Runs `body` on `thread`, always with `nil`.
        package static func begin(on thread: DispatchQueue, _ body: @escaping @Sendable (NoticeBoardError?) -> Void) {
            thread.async { body(nil) }
        }
    #else
        /// Runs `body` once on a thread of the system's, which meanwhile does not suspend the app.
        ///
        /// No thread waits for another of lower priority, and `thread` is not used. `body` gets `storeBusy` where the app is
        /// about to be suspended.
        package static func begin(on thread: DispatchQueue, _ body: @escaping @Sendable (NoticeBoardError?) -> Void) {
            let began = Locked(false)
            ProcessInfo.processInfo.performExpiringActivity(withReason: "A file is being written") { hasExpired in
                // Called again when time runs out: `body` is already running and must not start twice.
                let isFirst = began.withLock { began in
                    defer { began = true }
                    return !began
                }
                if isFirst { body(hasExpired ? NoticeBoardError(.storeBusy, "The app is about to be suspended.") : nil) }
            }
        }

        /// Runs `body` while the system delays suspending the app; throws `storeBusy` if the time has run out.
        package static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
            let outcome = Locked<Result<Value, any Error>?>(nil)
            let done = DispatchSemaphore(value: 0)
            begin(on: .global()) { refusal in
                let result: Result<Value, any Error> = refusal.map { .failure($0) } ?? Result(catching: body)
                outcome.withLock { $0 = result }
                done.signal()
            }
            done.wait()
            // `begin` always calls back.
            guard let result = outcome.withLock({ $0 }) else { throw NoticeBoardError(.storeBusy) }
            return try result.get()
        }
    #endif
}
