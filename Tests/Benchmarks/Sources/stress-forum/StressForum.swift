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
        for round in 0..<rounds { try run.round(round) }
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
    private var processes = KilledProcesses()

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

    private func arguments(_ command: String, _ name: String) -> [String] {
        [command, server.url().absoluteString, folder.path, name]
    }

    /// Runs a process that writes drafts and hands them in, and kills it.
    mutating func round(_ number: Int) throws {
        let wait = random.below(random.chance(20) ? 600 : 150)
        try processes.runAndKill(arguments("write", "\(number)"), after: UInt32(wait) * 1_000)
    }

    /// Runs a process until nothing is left to send; questions are answered by "send it again" when no request is late.
    mutating func finish() async throws {
        while await !forum.isIdle { try await Task.sleep(nanoseconds: 10_000_000) }
        await forum.becomeReliable()
        do {
            if try !processes.finish(arguments("finish", "")) { fail("drafts are left") }
        } catch let fault as KilledProcesses.Fault { fail("\(fault)") }
    }

    func report() async {
        let stored = await forum.stored
        do { try processes.check(stored) } catch { fail("\(error)") }
        let topics = await forum.topicCount - 45
        if topics != stored.count { fail("the forum has \(topics) new topics for \(stored.count) titles") }
        let (repeats, failures) = await (forum.repeats, forum.failures)
        print(
            "stress-forum: \(processes.kills) kills, \(processes.handedIn.count) drafts handed in, \(stored.count) stored, 0 lost, 0 twice; "
                + "\(processes.questions) questions, \(repeats) repeats answered by a key, \(failures) failures of the service")
    }

    private func fail(_ finding: String) -> Never {
        print("stress-forum, after \(processes.kills) kills: \(finding)")
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
        return ForumStore(session, time: .hurried)
    }

    /// Writes topics with pictures and hands them in until the process is killed.
    func write() async throws {
        let store = try await store()
        say("started")
        await store.outbox.firstState { $0.isLoaded }
        for number in 0..<Int.max {
            let title = "Topic \(number) of run \(name)"
            try await store.publish(title, photo: Self.photo)
            if await store.outbox.waitUntilSaved() { say("handed in \(title)") }
            await store.outbox.waitForRoom()
        }
    }

    /// Sends everything, and answers each question.
    func finish() async throws { try await store().outbox.finish { $0.title } }

    /// A picture of one pixel, with a place in its comment.
    private static let photo =
        Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH+DjM3LjU3TiAxMjYuOThFACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==") ?? Data()
}
