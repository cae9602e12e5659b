import Dispatch

/// Tells whether something runs on the main actor.
///
/// The thread does not tell: where Dispatch serves the main queue by other threads, as in tests on Linux, nothing at all runs
/// on the main thread, so that a test that asks for it cannot fail.
package enum MainActorMark {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether this runs there.
    package static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}
