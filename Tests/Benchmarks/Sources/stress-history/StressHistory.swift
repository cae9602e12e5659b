import Foundation
import NoticeBoardTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Kills processes that change one history, at random moments: `stress-history [ROUNDS [PROCESSES]]`, 3,000 and 1 when nothing
/// is said.
///
/// Every acknowledged change must be there afterwards, and no file may contain a deleted entry.
@main enum StressHistory {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 5, arguments[1] == "change" {
            return try Changer(folder: arguments[2], number: arguments[3], seed: UInt64(arguments[4]) ?? 0).run()
        }
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        let (rounds, processes) = (numbers.first ?? 3_000, numbers.dropFirst().first ?? 1)
        let trials = RandomTrials()
        FileHandle.standardError.write(Data("stress-history: \(rounds) rounds, \(processes) at once, \(trials)\n".utf8))
        var random = trials.random
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stress-history-\(getpid())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var ledger = Ledger(folder: folder)
        for round in 0..<rounds {
            let changers = try (0..<processes).map { try start(folder, "\($0)", random.next()) }
            for changer in changers {
                usleep(UInt32(random.below(15_000)))
                kill(changer.processIdentifier, SIGKILL)
            }
            for changer in changers { changer.waitUntilExit() }
            let findings = try await ledger.judge(processes)
            guard findings.isEmpty else {
                for finding in findings.prefix(10) { print("stress-history: round \(round): \(finding)") }
                exit(1)
            }
        }
        print("stress-history: \(rounds * processes) killed, \(ledger.acknowledged) acknowledged changes, nothing lost")
    }

    private static func start(_ folder: String, _ number: String, _ seed: UInt64) throws -> Process {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["change", folder, number, "\(seed)"]
        let ready = Pipe()
        process.standardOutput = ready
        try process.run()
        // Its first byte says that it is about to change something.
        _ = ready.fileHandleForReading.readData(ofLength: 1)
        return process
    }
}
