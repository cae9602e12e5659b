import Dispatch

/// Checks whether code runs on the main actor.
///
/// `Thread.isMainThread` does not help: in tests on Linux, Dispatch serves the main queue by other threads, so nothing runs
/// on the main thread, and a test for it could not fail.
package enum MainActorMark {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the current code runs on the main actor.
    package static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}
