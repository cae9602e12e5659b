package import Dispatch
import Foundation
import NoticeBoardBase
package import NoticeBoardHTTP

/// A token store that records its calls, and can be blocked or made to fail.
package final class RecordingTokenStore: TokenStore {
    package struct Log: Sendable {
        package var saved: [Credentials?] = []
        package var loads = 0
        package var running = 0
        package var overlaps = 0
        package var onMain = 0
        package var inTask = 0
    }

    /// The stored tokens.
    private let memory: WatchedValue<Credentials?>
    private let failures = WatchedValue(0)
    private let content = Locked(Log())
    private let fault = Locked<(any Error)?>(nil)
    /// The gate at which `save` waits.
    private let block = Locked<DispatchSemaphore?>(nil)

    package init(_ credentials: Credentials? = nil) { memory = WatchedValue(credentials) }

    package var log: Log { content.withLock { $0 } }
    package var kept: Credentials? { memory.value }
    /// Waits until the stored tokens meet a condition.
    ///
    /// Renewed tokens are stored after the waiting calls have resumed.
    package func waitUntil(_ condition: (Credentials?) -> Bool) async { await memory.firstValue(where: condition) }
    /// Waits until `count` calls have failed.
    package func waitForFailures(_ count: Int) async { await failures.firstValue { $0 >= count } }
    package func fail(_ error: (any Error)?) { fault.withLock { $0 = error } }
    package func hold(_ semaphore: DispatchSemaphore?) { block.withLock { $0 = semaphore } }

    private func noted<Result>(_ work: () throws -> Result) throws -> Result {
        let isInTask = unsafe withUnsafeCurrentTask { unsafe $0 != nil }
        content.withLock { log in
            log.overlaps += log.running > 0 ? 1 : 0
            log.running += 1
            log.onMain += Thread.isMainThread ? 1 : 0
            log.inTask += isInTask ? 1 : 0
        }
        defer { content.withLock { $0.running -= 1 } }
        if let error = fault.withLock({ $0 }) {
            failures.update { $0 += 1 }
            throw error
        }
        return try work()
    }

    package func load() throws -> Credentials? {
        try noted {
            content.withLock { $0.loads += 1 }
            return memory.value
        }
    }

    package func save(_ credentials: Credentials?) throws {
        try noted {
            block.withLock { $0 }?.wait()
            content.withLock { $0.saved.append(credentials) }
            memory.update { $0 = credentials }
        }
    }
}
