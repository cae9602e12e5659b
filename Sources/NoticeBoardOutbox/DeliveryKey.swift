/// The idempotency key of a draft, and its use.
struct DeliveryKey: Sendable, Hashable, Codable {
    /// Grows with each new key.
    var number = 0
    /// When the key was sent first, in seconds since 1970.
    var firstUse: Double?
    /// How often the service failed to answer it.
    var failures = 0

    /// A service may have stored a failure under the key: it is not repeated for ever.
    static let mostFailures = 10

    /// Whether the service does nothing but fail for this key.
    var isSpent: Bool { failures >= Self.mostFailures }

    /// Whether a service that remembers keys for `lifetime` seconds still knows it.
    func isKnown(for lifetime: Double, at now: Double) -> Bool {
        guard let firstUse, !isSpent else { return false }
        let age = now - firstUse
        // Negative if the device's clock was changed: then its age is not known.
        return age >= 0 && age < lifetime
    }

    /// Begins another key.
    mutating func renew() {
        number += 1
        firstUse = nil
        failures = 0
    }
}
