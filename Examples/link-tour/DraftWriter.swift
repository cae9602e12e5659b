import ExampleSupport
import Foundation
import NoticeBoardLink

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Writes a draft in a second process of this program, which is then killed.
struct DraftWriter {
    static let name = "write-draft"
    static let text = "Written before the process was killed #tour"

    let folder: String

    private struct NoNetwork: HTTPTransport {
        func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw NoticeBoardError(.noNetwork) }
    }

    /// Runs in the second process: writes the draft, prints "kept", and waits to be killed.
    ///
    /// Without a network, the stored tokens identify the account that owns the draft.
    @MainActor func run() async {
        let folder = URL(fileURLWithPath: folder)
        guard let url = URL(string: "http://127.0.0.1") else { return }
        let session = LinkSession(
            LinkClient.Configuration(baseURL: url, key: "none"), store: FileTokenStore(directory: folder), transport: NoNetwork())
        _ = try? await session.restore()
        guard let outbox = session.outbox(in: folder) else { return }
        let composer = LinkComposer(outbox, .post)
        composer.change { $0.content = Self.text }
        guard await outbox.waitUntilSaved() else { return }
        print("kept")
        fflush(nil)
        while true { try? await Task.sleep(nanoseconds: 1_000_000_000) }
    }

    /// Starts the second process and kills it after it has printed that the draft is stored.
    func runAndKill() async throws {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [Self.name, folder]
        let output = Pipe()
        process.standardOutput = output
        let ended = AsyncStream<Void> { continuation in process.terminationHandler = { _ in continuation.finish() } }
        try process.run()
        let printed = await Task.detached { output.fileHandleForReading.readData(ofLength: 4) }.value
        kill(process.processIdentifier, SIGKILL)
        for await _ in ended {}
        guard printed == Data("kept".utf8) else { throw Failure(.badData, "The process that was to write a draft did not.") }
    }
}
