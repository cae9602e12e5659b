import Dispatch

/// Checks whether code runs on the main actor.
///
/// `Thread.isMainThread` doesn't work in tests on Linux: Dispatch runs the main queue on other threads, so it is always false.
package enum MainActorMark {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the current code runs on the main actor.
    package static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}
