public import Foundation

/// The seed and effort of a random test, from the environment variables `NOTICEBOARD_SEED` and `NOTICEBOARD_EFFORT`.
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
/// Without a seed each value picks its own, so every run tries other cases. Put the description into failure messages: it says
/// what to set to repeat the cases, such as `NOTICEBOARD_SEED=1234`. Nothing is printed automatically; a program that may crash
/// prints it before it starts.
public struct RandomTrials: Sendable, Hashable, CustomStringConvertible {
    /// The seed of the random cases.
    public let seed: UInt64
    /// The multiple of the usual number of cases; below 1 for a short run.
    public let effort: Double

    /// Creates trials from a seed.
    public init(seed: UInt64, effort: Double = 1) { (self.seed, self.effort) = (seed, effort) }

    /// Creates trials from the environment, by default the process's own.
    ///
    /// An empty value counts as unset. `NOTICEBOARD_SEED` is a number from 0 to 2⁶⁴ − 1, `NOTICEBOARD_EFFORT` one above 0.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        func number<Number: LosslessStringConvertible>(_ name: String, where isUsable: (Number) -> Bool) -> Number? {
            guard let text = environment[name], !text.isEmpty else { return nil }
            // Fails at once: with a random seed, the test could pass although the intended seed fails.
            guard let number = Number(text), isUsable(number) else { preconditionFailure("\(name) cannot be \"\(text)\"") }
            return number
        }
        seed = number("NOTICEBOARD_SEED") { _ in true } ?? .random(in: 0...UInt64.max)
        effort = number("NOTICEBOARD_EFFORT") { $0 > 0 && $0 < .infinity } ?? 1
    }

    /// A new generator that starts from the seed; all produce the same numbers.
    public var random: SeededRandom { SeededRandom(seed: seed) }

    /// Returns the number of cases: `usual` times the effort, but at least `least`.
    public func count(_ usual: Int, atLeast least: Int = 1) -> Int {
        max(least, Int(exactly: (Double(usual) * effort).rounded(.down)) ?? .max)
    }

    /// The variables that repeat the cases: `NOTICEBOARD_SEED=1234`, and the effort unless it is 1.
    public var description: String {
        "NOTICEBOARD_SEED=\(seed)" + (effort == 1 ? "" : " NOTICEBOARD_EFFORT=\(effort)")
    }
}
