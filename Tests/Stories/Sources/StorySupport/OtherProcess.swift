import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

#if !os(macOS) && !os(Linux)
    /// In place of Foundation's: other systems start no programs, and the stories that need one fail there.
    private final class Process {
        var executableURL: URL?
        var arguments: [String]?
        var standardInput: Any?
        var standardOutput: Any?

        func run() throws { throw StoryFailure("This system starts no programs.") }
        func terminate() {}
        func waitUntilExit() {}
    }
#endif

/// A program in a process of its own that answers each line of its standard input with a line.
///
/// Answers are awaited on the calling thread for at most ten seconds.
@MainActor final class OtherProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread = Data()

    /// Starts a Python program.
    init(python program: URL) throws {
        // A program that has ended must not end the tests with it.
        signal(SIGPIPE, SIG_IGN)
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", program.path]
        process.standardInput = input
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw StoryFailure("Python 3 is needed for this story, and could not be started: \(error)")
        }
    }

    /// Starts a program of `Tests/Stories/Server`, runs a story with its address, and ends the program.
    static func run(_ server: String, _ story: @MainActor (OtherProcess, URL) async throws -> Void) async throws {
        struct Hello: Decodable { let port: Int }
        let program = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Server/\(server)")
        let process = try OtherProcess(python: program)
        defer { process.end() }
        let hello = try JSONDecoder().decode(Hello.self, from: process.readLine())
        guard let url = URL(string: "http://127.0.0.1:\(hello.port)") else { throw StoryFailure("no address") }
        try await story(process, url)
    }

    /// Ends the program.
    func end() {
        try? input.fileHandleForWriting.close()
        process.terminate()
        process.waitUntilExit()
    }

    func writeLine(_ line: Data) throws { try input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8)) }

    /// Returns the next line of the program's output.
    func readLine() throws -> Data {
        let end = Date().addingTimeInterval(10)
        while true {
            if let newline = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = unread[..<newline]
                unread = Data(unread[(newline + 1)...])
                return Data(line)
            }
            try waitForOutput(until: end)
            let more = output.fileHandleForReading.availableData
            if more.isEmpty {
                throw StoryFailure("The story's server has ended. It needs python3 (3.8 or later) in the PATH.")
            }
            unread.append(more)
        }
    }

    private func waitForOutput(until end: Date) throws {
        var file = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let left = end.timeIntervalSinceNow
            let ready = poll(&file, 1, Int32(max(0, left) * 1000))
            if ready > 0 { return }
            if ready < 0, errno == EINTR { continue }
            throw StoryFailure("The story's server did not answer within ten seconds.")
        }
    }
}
