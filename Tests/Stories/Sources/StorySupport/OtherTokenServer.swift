import Foundation

/// A token service of another make: a Python program that accepts each refresh token once.
///
/// It listens on this machine, and ends with the story.
@MainActor public final class OtherTokenServer {
    /// The address of the service.
    public let url: URL

    private init(_ url: URL) { self.url = url }

    /// Starts the server, runs a story, and ends the server.
    public static func run(_ story: @MainActor (OtherTokenServer) async throws -> Void) async throws {
        try await OtherProcess.run("tokens.py") { _, url in try await story(OtherTokenServer(url)) }
    }
}
