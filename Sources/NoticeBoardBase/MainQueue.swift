import Dispatch

/// The main queue, which runs the main actor.
///
/// A thread check can't detect it: any thread may serve it.
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs on it.
    package static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}
