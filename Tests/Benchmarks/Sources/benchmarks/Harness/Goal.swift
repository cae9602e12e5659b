import Foundation

/// A figure that is to be reached.
enum Goal: Sendable {
    case atLeast(Double)
    case atMost(Double)

    func verdict(_ value: Double) -> String {
        switch self {
        case .atLeast(let goal): "goal ≥ \(text(goal)): \(value >= goal ? "reached" : "MISSED")"
        case .atMost(let goal): "goal ≤ \(text(goal)): \(value <= goal ? "reached" : "MISSED")"
        }
    }

    private func text(_ value: Double) -> String { String(format: "%g", value) }
}

/// Prints a line of a table; columns are as wide as they need to be for most lines.
func line(_ name: String, _ columns: String...) {
    let padding = String(repeating: " ", count: max(1, 46 - name.count))
    print("  " + name + padding + columns.joined(separator: "   "))
}

/// A number of nanoseconds as people read it.
func duration(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<10_000: String(format: "%8.1f ns", nanoseconds)
    case ..<10_000_000: String(format: "%8.1f µs", nanoseconds / 1e3)
    default: String(format: "%8.1f ms", nanoseconds / 1e6)
    }
}
