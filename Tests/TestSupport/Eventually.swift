import Foundation

/// Checks `condition` every millisecond, and returns whether it became true within `seconds`.
///
/// Use it only for events without a notification, such as an object that is released or a thread that ends.
package func eventually(
    within seconds: Double = 30, isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool
) async -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while !condition() {
        guard Date() < end, !Task.isCancelled else { return condition() }
        try? await Task.sleep(nanoseconds: 1_000_000)
    }
    return true
}
