import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardOutbox
import NoticeBoardTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Kills processes that send drafts to an unsteady service, at random moments: `stress-outbox [ROUNDS]`, 1,000 when nothing is said.
///
/// Two services take turns: one honors idempotency keys, the other is searched. In the end every draft that a process reported as
/// handed in is stored once, and no draft is stored twice. Questions are answered by "send it again", when no request is late.
@main enum StressOutbox {
    @MainActor static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 6, let url = URL(string: arguments[2]) {
            let user = User(
                folder: URL(fileURLWithPath: arguments[3]), url: url, honorsKeys: arguments[4] == "keys", name: arguments[5])
            return try await arguments[1] == "finish" ? user.finish() : user.write()
        }
        let rounds = arguments.dropFirst().compactMap { Int($0) }.first ?? 1_000
        let trials = RandomTrials()
        FileHandle.standardError.write(Data("stress-outbox: \(rounds) rounds, \(trials)\n".utf8))
        var random = trials.random
        var services = try [true, false].map { try StressedService(honorsKeys: $0, seed: random.next()) }
        defer { for service in services { service.leave() } }
        for round in 0..<rounds {
            let index = round % 2
            try services[index].round(round, killedAfter: UInt32(random.below(random.chance(20) ? 200_000 : 40_000)))
            // Questions are answered in between, too.
            if round % 50 >= 48 { try services[index].finish(isLast: false) }
        }
        for index in services.indices {
            try services[index].finish(isLast: true)
            services[index].report()
        }
    }
}

/// A service with the folder of one user, and what the user's processes reported.
struct StressedService {
    let honorsKeys: Bool
    let notes: NoteServer
    let server: LoopbackServer
    let folder: URL
    var processes = KilledProcesses()

    init(honorsKeys: Bool, seed: UInt64) throws {
        self.honorsKeys = honorsKeys
        notes = NoteServer(honorsKeys: honorsKeys, seed: seed)
        server = try notes.start()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("stress-outbox-\(getpid())-\(honorsKeys)")
    }

    func leave() {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private func arguments(_ command: String, _ name: String) -> [String] {
        [command, server.url().absoluteString, folder.path, honorsKeys ? "keys" : "search", name]
    }

    /// Runs a process that writes and sends drafts, and kills it.
    mutating func round(_ number: Int, killedAfter microseconds: UInt32) throws {
        try processes.runAndKill(arguments("write", "\(number)"), after: microseconds)
    }

    /// Runs a process until nothing is left to send, and answers all questions.
    mutating func finish(isLast: Bool) throws {
        while !notes.isIdle { usleep(10_000) }
        if isLast { notes.becomeReliable() }
        do {
            let isDone = try processes.finish(arguments("finish", ""))
            if isLast, !isDone { fail("drafts are left") }
        } catch let fault as KilledProcesses.Fault { fail("\(fault)") }
    }

    func report() {
        let stored = Dictionary(grouping: notes.notes, by: \.text).mapValues(\.count)
        do { try processes.check(stored) } catch { fail("\(error)") }
        let reported = Set(processes.handedIn)
        let wrong = notes.notes.filter { reported.contains($0.text) && $0.bytes != ($0.text.hasSuffix("+") ? 2_000 : 0) }
        if !wrong.isEmpty { fail("without their files: \(wrong.map(\.text))") }
        let figures = notes.figures
        print(
            "stress-outbox, \(honorsKeys ? "keys" : "searched"): \(processes.kills) kills, \(processes.handedIn.count) drafts handed in, "
                + "\(stored.count) stored, 0 lost, 0 twice; \(processes.questions) questions, \(figures.repeats) repeats answered by a key, "
                + "\(figures.lost) requests or responses lost, \(figures.failed) failures of the service")
    }

    private func fail(_ finding: String) -> Never {
        print("stress-outbox, \(honorsKeys ? "keys" : "searched"), after \(processes.kills) kills: \(finding)")
        exit(1)
    }
}

/// The process of a user.
@MainActor struct User {
    let folder: URL
    let url: URL
    let honorsKeys: Bool
    let name: String

    private func outbox() -> Outbox<NoteDraft> {
        var configuration = APIClient.Configuration(baseURL: url)
        configuration.retry = .never
        let client = APIClient(configuration)
        return Outbox(in: folder, time: .hurried, sender: NoteSender(client: client, honorsKeys: honorsKeys))
    }

    /// Writes and sends drafts until the process is killed.
    func write() async throws {
        let outbox = outbox()
        say("started")
        await outbox.firstState { $0.isLoaded }
        for number in 0..<Int.max {
            let hasFile = number % 3 == 1
            let text = "note \(name) \(number)" + (hasFile ? "+" : "")
            let id = outbox.newDraft(NoteDraft(text: text))
            if hasFile {
                let file = OutboxAttachment(data: Data(repeating: 7, count: 2_000), kind: "png")
                let attaching = Task { try await outbox.attach(file, to: id) }
                // Handed in while the file is being stored.
                await outbox.firstState { $0[id]?.filesBeingPrepared == 1 || $0[id]?.files.count == 1 }
                outbox.send(id)
                try await attaching.value
            } else {
                outbox.send(id)
            }
            if await outbox.waitUntilSaved() { say("handed in \(text)") }
            await outbox.waitForRoom()
        }
    }

    /// Sends everything, and answers each question.
    func finish() async throws { await outbox().finish { $0.text } }
}
