import Foundation
import NoticeBoardKit
import NoticeBoardLink
import NoticeBoardTesting

/// The error that the rows' failing calls throw.
struct Refusal: Error {}

/// Calls `body` with a new folder, which is removed afterwards.
@MainActor
func inFolder<Value>(_ body: @MainActor (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("returns-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await body(folder)
}

/// Calls `body` with a URL that cannot be a folder, because its parent is a file.
@MainActor
func inNoFolder<Value>(_ body: @MainActor (URL) async throws -> Value) async throws -> Value {
    try await inFolder { folder in
        let file = folder.appendingPathComponent("file")
        try Data().write(to: file)
        return try await body(file.appendingPathComponent("folder", isDirectory: true))
    }
}

/// Returns the value or throws.
func unwrap<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Refusal() }
    return value
}

func url() throws -> URL { try unwrap(URL(string: "http://127.0.0.1")) }

let refusing = StubTransport { _ in throw Refusal() }

/// Creates a board client over a transport, by default a simulator.
func boards(_ transport: any HTTPTransport = BoardSimulator()) throws -> NoticeBoardClient {
    NoticeBoardClient(baseURL: try url(), token: .bearer("simulator"), transport: transport)
}

/// The ID of a board of a ``BoardSimulator``.
let someBoard = BoardSimulator().boards.first?.id ?? 0

/// A simulated Link service and a session of its first account.
struct LinkFixture: Sendable {
    static let email = "user1@example.com"
    static let password = "password1"
    static let registration = LinkRegistration(email: "new@example.com", password: "password1", nick: "newcomer")

    let simulator = LinkSimulator()
    let session: LinkSession
    private let tokens = MemoryTokenStore()
    /// The ID of a post of this account.
    let mine: String
    /// The ID of a post of another account.
    let theirs: String
    /// The ID of this account's reply on ``theirs``.
    let reply = "0123456789abcdef01234567"
    /// The ID of another account.
    let other: String

    var client: LinkClient { session.client }

    /// Creates a fixture with a signed-out session.
    init() throws {
        session = LinkSession(try Self.configuration(), store: tokens, transport: simulator)
        let me = try unwrap(simulator.accounts.first)
        other = try unwrap(simulator.accounts.last).id
        mine = try unwrap(simulator.posts.first { $0.author == me.id }).id
        let index = try unwrap(simulator.posts.firstIndex { $0.author != me.id })
        theirs = simulator.posts[index].id
        let written = SimulatedLinkReply(id: reply, author: me.id, content: "comment", time: simulator.posts[index].time + 1)
        simulator.posts[index].replies = [written]
    }

    @MainActor static func signedIn() async throws -> LinkFixture {
        let fixture = try LinkFixture()
        try await fixture.session.signIn(email: email, password: password)
        return fixture
    }

    /// Creates a client over a transport that fails.
    static func refused() throws -> LinkClient { LinkClient(try configuration(), transport: refusing) }

    /// Creates a session over a transport that fails.
    static func refusedSession() throws -> LinkSession { LinkSession(try configuration(), transport: refusing) }

    /// Creates a session with a token store that fails on every call.
    static func brokenSession() throws -> LinkSession {
        LinkSession(try configuration(), store: BrokenTokens(), transport: refusing)
    }

    /// Calls `body` with the pictures of a signed-in session.
    @MainActor static func withPictures<Value>(
        _ body: @MainActor (LinkPictures, LinkFixture) async throws -> Value
    ) async throws -> Value {
        try await inFolder { folder in
            let fixture = try await signedIn()
            return try await body(try unwrap(fixture.session.pictures(in: folder)), fixture)
        }
    }

    /// Calls `body` with the drafts of a signed-in session.
    @MainActor static func withOutbox<Value>(_ body: @MainActor (LinkOutbox) async throws -> Value) async throws -> Value {
        try await inFolder { folder in
            let fixture = try await signedIn()
            return try await body(try unwrap(fixture.session.outbox(in: folder)))
        }
    }

    /// Calls `body` with an app that has not been launched.
    @MainActor static func withApp<Value>(_ body: @MainActor (LinkApp) async throws -> Value) async throws -> Value {
        try await inFolder { folder in
            try await body(LinkApp(configuration(), folder: folder, transport: LinkSimulator()))
        }
    }

    /// Expires the session's tokens and returns them.
    func expired() -> Credentials {
        simulator.expireTokens()
        return tokens.load() ?? Credentials(accessToken: .raw("access"), refreshToken: "refresh")
    }

    /// Stores a picture at the service and returns its path.
    @MainActor func picture() async throws -> String {
        guard session.user != nil else { return "/picture.png" }
        let form = LinkPostForm(title: "picture", content: "picture", files: [LinkFile(unchecked: onePixel, kind: .png)])
        return try unwrap(try await client.publish(form).pictures.first)
    }

    /// Returns the context of the signed-in account.
    @MainActor func context() throws -> LinkAccount { try unwrap(session.account) }

    private static func configuration() throws -> LinkClient.Configuration {
        let simulator = LinkSimulator()
        var configuration = LinkClient.Configuration(baseURL: try url(), key: simulator.key, productID: simulator.product)
        configuration.http.retry = .never
        return configuration
    }
}

struct BrokenTokens: TokenStore {
    func load() throws -> Credentials? { throw Refusal() }
    func save(_ credentials: Credentials?) throws { throw Refusal() }
}

/// A PNG of one pixel.
let onePixel =
    Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
    ?? Data()
