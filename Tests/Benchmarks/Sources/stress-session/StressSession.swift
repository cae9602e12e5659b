import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Eight processes share the tokens of a session, and are stopped and killed at random moments: `stress-session [RENEWALS]`,
/// 10,000 when nothing is said.
///
/// The service, a Python program, accepts each refresh token once, and revokes a family of tokens whose token is used twice.
/// In the first half processes are only stopped, for longer than a lease: no family may be revoked. In the second half they are
/// killed as well: a kill between the service's answer and the store loses the new tokens, which nobody can know. Each reuse must
/// then have been announced by `onTakeover`. After a sign-out no call may begin with the former account.
@main enum StressSession {
    static let lease = 0.3

    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 4, arguments[1] == "use", let url = URL(string: arguments[2]) {
            return await use(url: url, folder: URL(fileURLWithPath: arguments[3]))
        }
        let renewals = arguments.dropFirst().compactMap { Int($0) }.first ?? 10_000
        let trials = RandomTrials()
        FileHandle.standardError.write(Data("stress-session: \(renewals) renewals, \(trials)\n".utf8))
        var run = try StressedSession(random: trials.random)
        defer { run.leave() }
        try await run.stops(until: renewals / 2)
        try await run.kills(until: renewals)
        try await run.signsOut()
    }

    /// Calls the service until the process is killed.
    static func use(url: URL, folder: URL) async {
        let output = FileHandle.standardOutput
        let user = SharingUser(url: url, folder: folder, lease: lease) { output.write(Data("\($0)\n".utf8)) }
        output.write(Data("started\n".utf8))
        while true {
            do {
                if user.session.credentials == nil { try await user.session.restore() }
                try await user.call()
            } catch {
                // Another process has used the token up, or no account is signed in.
                try? await Task.sleep(nanoseconds: 2_000_000)
            }
        }
    }
}

/// The service with eight processes.
struct StressedSession {
    private var random: SeededRandom
    private let service = Process()
    private let serviceInput = Pipe()
    private let url: URL
    private let folder: URL
    private let user: SharingUser
    private var processes: [Process] = []
    private let told = Lines()
    private var stopCount = 0
    private var killCount = 0
    private var heldCount = 0
    private let end = Date().addingTimeInterval(900)

    init(random: SeededRandom) throws {
        self.random = random
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("stress-session-\(getpid())")
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Stories/Server/tokens.py").standardizedFileURL
        service.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        service.arguments = ["python3", program.path, "2", "4"]
        let output = Pipe()
        service.standardInput = serviceInput
        service.standardOutput = output
        try service.run()
        struct Hello: Decodable { let port: Int }
        let line = output.fileHandleForReading.availableData
        let port = try JSONDecoder().decode(Hello.self, from: line).port
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        self.url = url
        let told = told
        user = SharingUser(url: url, folder: folder, lease: StressSession.lease) { told.add($0) }
    }

    mutating func leave() {
        for process in processes {
            kill(process.processIdentifier, SIGCONT)
            kill(process.processIdentifier, SIGKILL)
        }
        try? serviceInput.fileHandleForWriting.close()
        service.terminate()
        try? FileManager.default.removeItem(at: folder)
    }

    private func start() throws -> Process {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["use", url.absoluteString, folder.path]
        let output = Pipe()
        process.standardOutput = output
        output.fileHandleForReading.readabilityHandler = { [told] handle in told.add(bytes: handle.availableData) }
        try process.run()
        return process
    }

    /// Stops processes for up to four leases, at random moments.
    mutating func stops(until renewals: Int) async throws {
        try await user.signIn()
        for _ in 0..<8 { processes.append(try start()) }
        var stats = try await user.stats()
        while stats.renewals < renewals {
            try await stopOne()
            stats = try await user.stats()
            if stats.revoked > 0 { fail("a family was revoked by \(stats.reused), after \(stats.renewals) renewals") }
            checkTime(stats)
        }
        report("stops", stats)
    }

    private mutating func stopOne() async throws {
        let process = processes[random.below(processes.count)]
        try await Task.sleep(nanoseconds: UInt64(random.below(100)) * 1_000_000)
        kill(process.processIdentifier, SIGSTOP)
        stopCount += 1
        if holdsLock(process) { heldCount += 1 }
        let time = random.below(100) < 30 ? 300 + random.below(900) : random.below(60)
        try await Task.sleep(nanoseconds: UInt64(time) * 1_000_000)
        kill(process.processIdentifier, SIGCONT)
    }

    /// Whether a stopped process holds a lock; the lock is held for the moment in which the file is read and written.
    private func holdsLock(_ process: Process) -> Bool {
        guard let locks = try? String(contentsOfFile: "/proc/locks", encoding: .utf8) else { return false }
        return locks.split(separator: "\n").contains { line in
            let fields = line.split(separator: " ")
            return fields.count > 5 && fields[1] == "FLOCK" && fields[4] == "\(process.processIdentifier)"
        }
    }

    /// Also kills processes, and starts others in their place.
    mutating func kills(until renewals: Int) async throws {
        var stats = try await user.stats()
        while stats.renewals < renewals {
            if random.below(100) < 60 { try await stopOne() } else { try await killOne() }
            stats = try await user.stats()
            check(stats)
            checkTime(stats)
            if user.session.credentials == nil { try await user.session.restore() }
            // The tokens are lost with the process that had them: the user signs in again.
            if user.session.credentials == nil { try await user.signIn() }
            try? await user.call()
        }
        report("kills", stats)
    }

    private mutating func killOne() async throws {
        let index = random.below(processes.count)
        try await Task.sleep(nanoseconds: UInt64(random.below(30_000)) * 1_000)
        kill(processes[index].processIdentifier, SIGKILL)
        processes[index].waitUntilExit()
        killCount += 1
        processes[index] = try start()
    }

    /// Signs out and in while all processes call.
    mutating func signsOut() async throws {
        for _ in 0..<20 {
            if user.session.credentials == nil { try await user.signIn() }
            try await Task.sleep(nanoseconds: UInt64(50 + random.below(100)) * 1_000_000)
            try await user.signOut()
            try await Task.sleep(nanoseconds: UInt64(random.below(50)) * 1_000_000)
        }
        let stats = try await user.stats()
        if stats.late > 0 { fail("\(stats.late) calls began with a former account") }
        check(stats)
        report("20 sign-outs", stats)
    }

    /// Fails if a token was used twice and no process had said so.
    private func check(_ stats: TokenStats) {
        let again = Set(told.all.filter { $0.hasPrefix("again ") }.map { String($0.dropFirst(6)) })
        let silent = stats.reused.filter { !again.contains($0) }
        // The line of a process may arrive a moment after its request.
        if silent.isEmpty { return }
        usleep(300_000)
        let later = Set(told.all.filter { $0.hasPrefix("again ") }.map { String($0.dropFirst(6)) })
        let reallySilent = silent.filter { !later.contains($0) }
        if !reallySilent.isEmpty { fail("used twice without a word: \(reallySilent)") }
    }

    private func checkTime(_ stats: TokenStats) {
        if Date() > end { fail("too slow: \(stats.renewals) renewals in 15 minutes") }
    }

    private func report(_ part: String, _ stats: TokenStats) {
        let again = told.all.count { $0.hasPrefix("again ") }
        print(
            "stress-session, \(part): \(stats.renewals) renewals, \(stats.calls) calls, \(stopCount) stops "
                + "(\(heldCount) with the lock held), \(killCount) kills; \(again) tokens sent again and said so, "
                + "\(stats.revoked) families revoked, 0 without a word; \(stats.late) late calls")
    }

    private func fail(_ finding: String) -> Never {
        print("stress-session, after \(stopCount) stops and \(killCount) kills: \(finding)")
        for process in processes { kill(process.processIdentifier, SIGKILL) }
        service.terminate()
        exit(1)
    }
}

/// The lines that processes print.
private final class Lines: @unchecked Sendable {
    // The lock guards the lines, so that any thread may use them.
    private var lines: [String] = []
    private let lock = NSLock()

    var all: [String] {
        lock.lock()
        defer { lock.unlock() }
        return lines
    }

    func add(_ line: String) {
        lock.lock()
        lines.append(line)
        lock.unlock()
    }

    /// Adds lines that were written at once.
    func add(bytes: Data) {
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") { add(String(line)) }
    }
}
