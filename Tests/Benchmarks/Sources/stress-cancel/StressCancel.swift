import Foundation
import NoticeBoardTesting

/// Cancels calls over a real socket at random moments: `stress-cancel [COUNT]`, 100,000 when nothing is said.
///
/// A hang shows as one, with the seed printed before it.
@main enum StressCancel {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
        let trials = RandomTrials()
        FileHandle.standardError.write(Data("stress-cancel: \(count) calls, \(trials)\n".utf8))
        let calls = try await CancelledCalls.made(count, by: trials)
        print("stress-cancel: \(calls.answered) answered, \(calls.cancelled) cancelled, \(calls.strange.count) otherwise")
        for end in calls.strange.prefix(20) { print("stress-cancel: \(end)") }
        guard calls.strange.isEmpty, calls.answered + calls.cancelled == count else { exit(1) }
    }
}
