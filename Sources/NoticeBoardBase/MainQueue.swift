import Dispatch

/// The queue that runs the main actor, which a thread does not tell: Dispatch may serve it by any.
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this runs on it.
    package static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}
