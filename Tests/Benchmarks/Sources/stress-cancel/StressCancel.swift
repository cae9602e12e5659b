import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

/// Cancels calls or streams over a real socket at random moments: `stress-cancel [COUNT] [urlsession | streams]`, 100,000 calls over
/// the best transport of this system by default.
///
/// A hang shows as one, with the seed printed before it.
@main enum StressCancel {
    static func main() async throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
        let isOverURLSession = CommandLine.arguments.contains("urlsession")
        let transport: any HTTPTransport =
            isOverURLSession ? URLSessionTransport(connectionsPerHost: 32) : SystemTransport(connectionsPerHost: 32)
        let trials = RandomTrials()
        FileHandle.standardError.write(Data("stress-cancel: \(count) calls, \(trials)\n".utf8))
        let isOfStreams = CommandLine.arguments.contains("streams")
        let calls =
            try await isOfStreams
            ? CancelledCalls.streamed(count, by: trials) : CancelledCalls.made(count, over: transport, by: trials)
        print("stress-cancel: \(calls.answered) answered, \(calls.cancelled) cancelled, \(calls.strange.count) otherwise")
        for end in calls.strange.prefix(20) { print("stress-cancel: \(end)") }
        guard calls.strange.isEmpty, calls.answered + calls.cancelled == count else { exit(1) }
    }
}
