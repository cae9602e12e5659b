public import Foundation

/// From which seed a random test draws, and how long it tries: `NOTICEBOARD_SEED` and `NOTICEBOARD_EFFORT` of the environment.
///
/// ```swift
/// let trials = RandomTrials()
/// var random = trials.random
/// for _ in 0..<trials.count(1000) {
///     let text = random.pick(texts)
///     #expect(Highlighter(text).ranges(in: text).count == 1, "\(trials)")
/// }
/// ```
///
/// Without a seed each makes one up, so that every run tries other cases. Its description in a failure's message says what to
/// set, as in `NOTICEBOARD_SEED=1234`, for the same cases to come again. It tells nothing by itself: it knows no test
/// framework, and a program that may crash prints it before it begins.
public struct RandomTrials: Sendable, Hashable {
    /// What the cases are drawn from.
    public let seed: UInt64
    /// How many times as long as usual is tried; less than 1 for a short run.
    public let effort: Double

    /// Trials from `seed`.
    public init(seed: UInt64, effort: Double = 1) {
        self.seed = seed
        self.effort = effort
    }

    /// Trials as `environment` has them, the process's own unless another is given.
    ///
    /// An empty value counts as none. `NOTICEBOARD_SEED` must be a number from 0 to 2⁶⁴ − 1, `NOTICEBOARD_EFFORT` one above 0.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        func number<Number: LosslessStringConvertible>(_ name: String, where isUsable: (Number) -> Bool) -> Number? {
            guard let text = environment[name], !text.isEmpty else { return nil }
            // Going on with a seed of its own would pass where the one that was meant fails: it is said at once.
            guard let number = Number(text), isUsable(number) else { preconditionFailure("\(name) cannot be \"\(text)\"") }
            return number
        }
        seed = number("NOTICEBOARD_SEED") { _ in true } ?? .random(in: 0...UInt64.max)
        effort = number("NOTICEBOARD_EFFORT") { $0 > 0 && $0 < .infinity } ?? 1
    }

    /// A generator at the beginning of the seed's numbers: each gives the same ones.
    public var random: SeededRandom { SeededRandom(seed: seed) }

    /// How often to try what is tried `usual` times at an effort of 1, and `least` times at any.
    public func count(_ usual: Int, atLeast least: Int = 1) -> Int {
        max(least, Int(exactly: (Double(usual) * effort).rounded(.down)) ?? .max)
    }
}

extension RandomTrials: CustomStringConvertible {
    /// What to set for the same cases to come again: `NOTICEBOARD_SEED=1234`, and the effort where it is not 1.
    public var description: String {
        "NOTICEBOARD_SEED=\(seed)" + (effort == 1 ? "" : " NOTICEBOARD_EFFORT=\(effort)")
    }
}
