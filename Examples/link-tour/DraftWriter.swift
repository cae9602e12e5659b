import ExampleSupport
import Foundation
import NoticeBoardLink

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A process that writes a draft without a network, says so, and waits until it is killed: this very program, started again.
struct DraftWriter {
    static let name = "write-draft"
    static let text = "Written before the process was killed #tour"

    let folder: String

    /// What a launch without a network knows: the tokens that were kept, and so whose drafts they are.
    private struct NoNetwork: HTTPTransport {
        func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw NoticeBoardError(.noNetwork) }
    }

    @MainActor func run() async {
        let folder = URL(fileURLWithPath: folder)
        guard let url = URL(string: "http://127.0.0.1") else { return }
        let session = LinkSession(
            LinkClient.Configuration(baseURL: url, key: "none"), store: FileTokenStore(directory: folder), transport: NoNetwork())
        _ = try? await session.restore()
        guard let outbox = session.outbox(in: folder) else { return }
        let composer = LinkComposer(outbox, .post)
        composer.change { $0.content = Self.text }
        guard await outbox.kept() else { return }
        print("kept")
        fflush(nil)
        while true { try? await Task.sleep(nanoseconds: 1_000_000_000) }
    }

    /// Starts it, and kills it when it has said that the draft is kept.
    func runAndKill() async throws {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [Self.name, folder]
        let output = Pipe()
        process.standardOutput = output
        let ended = AsyncStream<Void> { continuation in process.terminationHandler = { _ in continuation.finish() } }
        try process.run()
        let said = await Task.detached { output.fileHandleForReading.readData(ofLength: 4) }.value
        kill(process.processIdentifier, SIGKILL)
        for await _ in ended {}
        guard said == Data("kept".utf8) else { throw Failure(.badData, "The process that was to write a draft did not.") }
    }
}
