import Foundation

/// How long random tests try, and from what seed.
enum Effort {
    static let times = number("NOTICEBOARD_EFFORT").map { Int(clamping: $0) } ?? 1
    static let seed = number("NOTICEBOARD_SEED") ?? .random(in: 0...UInt64.max)

    private static func number(_ name: String) -> UInt64? { ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) } }
}
