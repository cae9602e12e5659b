import Foundation
import NoticeBoardBase
import NoticeBoardOutbox

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// The processes of a user of this program, which are killed, and what they reported.
struct KilledProcesses {
    /// A process that ended in another way than it must.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// The texts that were on the disk and handed in when their process reported them.
    private(set) var handedIn: [String] = []
    private(set) var kills = 0
    private(set) var questions = 0

    private func start(_ arguments: [String]) throws -> (process: Process, output: FileHandle) {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output.fileHandleForReading)
    }

    /// Runs a process, and kills it some time after its first output.
    mutating func runAndKill(_ arguments: [String], after microseconds: UInt32) throws {
        let (process, output) = try start(arguments)
        var printed = output.readData(ofLength: 1)
        usleep(microseconds)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        kills += 1
        printed += output.readDataToEndOfFile()
        record(printed)
    }

    /// Runs a process to its end; returns whether nothing was left to send.
    mutating func finish(_ arguments: [String]) throws -> Bool {
        let (process, output) = try start(arguments)
        let printed = output.readDataToEndOfFile()
        process.waitUntilExit()
        record(printed)
        guard process.terminationStatus == 0 else {
            throw Fault(description: "the last process ended with \(process.terminationStatus)")
        }
        return String(decoding: printed, as: UTF8.self).contains("nothing left")
    }

    private mutating func record(_ printed: Data) {
        // A line that was cut by the kill has no end.
        let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        for line in lines {
            if line.hasPrefix("handed in ") { handedIn.append(String(line.dropFirst(10))) }
            if line.hasPrefix("asked") { questions += 1 }
        }
    }

    /// Checks how often each text is stored.
    func check(_ stored: [String: Int]) throws {
        let twice = stored.filter { $0.value > 1 }
        let lost = handedIn.filter { stored[$0] == nil }
        if !twice.isEmpty { throw Fault(description: "stored twice: \(twice.keys.sorted())") }
        if !lost.isEmpty { throw Fault(description: "lost: \(lost)") }
        if Set(handedIn).count != handedIn.count { throw Fault(description: "a process reported a draft twice") }
    }
}

/// Reports a line to the process that kills this one.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

extension TimeSource {
    /// Waits that are shorter than an app's, so that a process gets on before it is killed.
    static var hurried: TimeSource {
        TimeSource(now: TimeSource.system.now) { seconds in
            try await TimeSource.system.sleep(seconds > 0.5 ? seconds / 200 : seconds / 50)
        }
    }
}

extension Outbox {
    /// Waits until fewer than three drafts are on their way.
    func waitForRoom() async {
        await firstState { state in state.items.count { [.waiting, .sending, .unsure].contains($0.status) } < 3 }
    }

    /// Sends everything, and answers each question by "send it again"; `text` names a draft.
    func finish(_ text: (Draft) -> String) async {
        await firstState { $0.isLoaded }
        for _ in 0..<100 {
            await firstState { state in !state.items.contains { [.waiting, .sending, .unsure].contains($0.status) } }
            guard !state.items.isEmpty else { return say("nothing left") }
            for item in state.items {
                if item.status == .asking { say("asked \(text(item.draft))") }
                send(item.id)
            }
        }
    }
}
