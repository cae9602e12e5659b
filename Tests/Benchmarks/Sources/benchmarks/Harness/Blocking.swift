import Dispatch

/// Waits on this thread for what a piece of work hands over: contenders are plain functions, some of the work is not.
func blocking<Value>(_ begin: (@escaping @Sendable (Value) -> Void) -> Void) -> Value? {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    begin { value in
        box.value = value
        done.signal()
    }
    done.wait()
    return box.value
}

/// Blocks this thread until a task returns its result.
func blockingTask(_ work: @escaping @Sendable () async -> Int) -> Int {
    blocking { hand in Task.detached { hand(await work()) } } ?? 0
}

/// Sendable: written once before the semaphore is signalled, read once after it.
private final class Box<Value>: @unchecked Sendable { var value: Value? }
