import Foundation

/// A token service of another make: a Python program that accepts each refresh token once.
///
/// It listens on this machine, and ends with the story.
@MainActor public final class OtherTokenServer {
    /// The address of the service.
    public let url: URL
    private let process: OtherProcess

    private init(_ process: OtherProcess, port: Int) throws {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw StoryFailure("no address for port \(port)") }
        self.url = url
        self.process = process
    }

    /// Starts the server, runs a story, and ends the server.
    public static func run(_ story: @MainActor (OtherTokenServer) async throws -> Void) async throws {
        struct Hello: Decodable { let port: Int }
        let program = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Server/tokens.py")
        let process = try OtherProcess(python: program)
        defer { process.end() }
        let hello = try JSONDecoder().decode(Hello.self, from: process.readLine())
        try await story(OtherTokenServer(process, port: hello.port))
    }
}
