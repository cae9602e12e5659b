import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardOutbox
import NoticeBoardPaging
import NoticeBoardTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Kills the app of `Examples/forum` at random moments while drafts are handed in: `stress-forum [ROUNDS]`, 100 when nothing is
/// said.
///
/// The session, the store and the server are the example's own files; the server is reached over a socket. In the end every draft
/// that a process reported as handed in is stored once, and no draft is stored twice.
@main enum StressForum {
    @MainActor static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 5, let url = URL(string: arguments[2]) {
            let user = ForumUser(url: url, folder: URL(fileURLWithPath: arguments[3]), name: arguments[4])
            return try await arguments[1] == "finish" ? user.finish() : user.write()
        }
        let rounds = arguments.dropFirst().compactMap { Int($0) }.first ?? 100
        let trials = RandomTrials()
        FileHandle.standardError.write(Data("stress-forum: \(rounds) rounds, \(trials)\n".utf8))
        var run = try ForumRun(trials.random)
        defer { run.leave() }
        for round in 0..<rounds { try await run.round(round) }
        try await run.finish()
        await run.report()
    }
}

/// The processes of a user, and what they reported.
struct ForumRun {
    private var random: SeededRandom
    private let forum: UnsteadyForum
    private let server: LoopbackServer
    private let folder: URL
    /// The titles that were on the disk and handed in when their process reported them.
    private var handedIn: [String] = []
    private var kills = 0
    private var questions = 0

    init(_ random: SeededRandom) throws {
        self.random = random
        forum = UnsteadyForum(seed: self.random.next())
        server = try forum.start()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("stress-forum-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func leave() {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private func start(_ command: String, _ name: String) throws -> (process: Process, output: FileHandle) {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [command, server.url().absoluteString, folder.path, name]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output.fileHandleForReading)
    }

    /// Runs a process that writes drafts and hands them in, and kills it.
    mutating func round(_ number: Int) async throws {
        let (process, output) = try start("write", "\(number)")
        var printed = output.readData(ofLength: 1)
        try await Task.sleep(nanoseconds: UInt64(random.below(random.chance(20) ? 600 : 150)) * 1_000_000)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        kills += 1
        printed += output.readDataToEndOfFile()
        record(printed)
    }

    private mutating func record(_ printed: Data) {
        // A line that was cut by the kill has no end.
        let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        for line in lines {
            if line.hasPrefix("handed in ") { handedIn.append(String(line.dropFirst(10))) }
            if line.hasPrefix("asked") { questions += 1 }
        }
    }

    /// Runs a process until nothing is left to send; questions are answered by "send it again" when no request is late.
    mutating func finish() async throws {
        while await !forum.isIdle { try await Task.sleep(nanoseconds: 10_000_000) }
        await forum.becomeReliable()
        let (process, output) = try start("finish", "")
        let printed = output.readDataToEndOfFile()
        process.waitUntilExit()
        record(printed)
        if process.terminationStatus != 0 { fail("the last process ended with \(process.terminationStatus)") }
        if !String(decoding: printed, as: UTF8.self).contains("nothing left") { fail("drafts are left") }
    }

    func report() async {
        let stored = await forum.stored
        let twice = stored.filter { $0.value > 1 }
        let lost = handedIn.filter { stored[$0] == nil }
        if !twice.isEmpty { fail("stored twice: \(twice.keys.sorted())") }
        if !lost.isEmpty { fail("lost: \(lost)") }
        if Set(handedIn).count != handedIn.count { fail("a process reported a draft twice") }
        let topics = await forum.topicCount - 45
        if topics != stored.count { fail("the forum has \(topics) new topics for \(stored.count) titles") }
        let (repeats, failures) = await (forum.repeats, forum.failures)
        print(
            "stress-forum: \(kills) kills, \(handedIn.count) drafts handed in, \(stored.count) stored, 0 lost, 0 twice; "
                + "\(questions) questions, \(repeats) repeats answered by a key, \(failures) failures of the service")
    }

    private func fail(_ finding: String) -> Never {
        print("stress-forum, after \(kills) kills: \(finding)")
        exit(1)
    }
}

/// The process of a user.
@MainActor struct ForumUser {
    let url: URL
    let folder: URL
    let name: String

    private func store() async throws -> ForumStore {
        let session = ForumSession(url: url, store: FileTokenStore(directory: folder), folder: folder)
        if try await !session.restore() {
            // The service fails at random.
            while (try? await session.signIn(name: "ann", password: "secret")) == nil { continue }
        }
        // Waits are shorter than an app's, so that a process gets on before it is killed.
        let time = TimeSource(now: TimeSource.system.now) { seconds in
            try await TimeSource.system.sleep(seconds > 0.5 ? seconds / 200 : seconds / 50)
        }
        return ForumStore(session, time: time)
    }

    private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// Writes topics with pictures and hands them in until the process is killed.
    func write() async throws {
        let store = try await store()
        say("started")
        await store.outbox.firstState { $0.isLoaded }
        for number in 0..<Int.max {
            let title = "Topic \(number) of run \(name)"
            try await store.publish(title, photo: Self.photo)
            if await store.outbox.waitUntilSaved() { say("handed in \(title)") }
            await store.outbox.firstState { state in
                state.items.count { [.waiting, .sending, .unsure].contains($0.status) } < 3
            }
        }
    }

    /// Sends everything, and answers each question.
    func finish() async throws {
        let store = try await store()
        await store.outbox.firstState { $0.isLoaded }
        for _ in 0..<100 {
            await store.outbox.firstState { state in
                !state.items.contains { [.waiting, .sending, .unsure].contains($0.status) }
            }
            guard !store.outbox.state.items.isEmpty else { return say("nothing left") }
            for item in store.outbox.state.items {
                if item.status == .asking { say("asked \(item.draft.title)") }
                store.outbox.send(item.id)
            }
        }
    }

    /// A picture of one pixel, with a place in its comment.
    private static let photo =
        Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH+DjM3LjU3TiAxMjYuOThFACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data()
}
