public import Foundation
import NoticeBoardBase
public import NoticeBoardHTTP
public import NoticeBoardPaging
public import NoticeBoardSearch

/// A board service on a server.
///
/// ```swift
/// let client = NoticeBoardClient(baseURL: url, token: .bearer("…"))
/// let boards = try await client.boards()
/// let page = try await client.postPage(in: boards[0].id, offset: 0, limit: 30)
/// ```
///
/// Safe to use from any task. Invalid arguments, such as a blank keyword, throw `invalidInput` before anything is sent.
public struct NoticeBoardClient: NoticeBoardService {
    private let api: APIClient

    /// A client for the service at `baseURL`.
    public init(
        baseURL: URL, token: AccessToken? = nil, transport: any HTTPTransport = SystemTransport()
    ) {
        self.init(APIClient.Configuration(baseURL: baseURL, token: token), transport: transport)
    }

    /// A client for the service that `configuration` describes.
    public init(_ configuration: APIClient.Configuration, transport: any HTTPTransport = SystemTransport()) {
        api = APIClient(configuration, transport: transport)
    }

    /// A client for a transport that answers by itself: a double in a test or a preview.
    ///
    /// It sends each call once, so that a test is not kept waiting.
    public init(transport: any HTTPTransport) {
        self.init(APIClient.Configuration(baseURL: Self.nowhere, retry: .never), transport: transport)
    }

    /// A reserved host that does not exist (RFC 2606), so that no request of a double reaches a server.
    private static let nowhere = URL(string: "https://board.invalid/api/v2") ?? URL(fileURLWithPath: "/")

    private init(_ api: APIClient) { self.api = api }

    /// Returns a client whose calls have another authorization, such as the token of a server's caller.
    ///
    /// It shares everything else with this client, as `APIClient.authorized(by:)` describes.
    public func authorized(by authorization: any HTTPInterceptor) -> NoticeBoardClient {
        NoticeBoardClient(api.authorized(by: authorization))
    }

    /// Returns a client whose calls send `token`, and that shares everything else with this one.
    public func authorized(by token: AccessToken) -> NoticeBoardClient { NoticeBoardClient(api.authorized(by: token)) }

    /// Every board, in menu order: by the order number, those without one last, else as the server has them.
    public func boards() async throws -> [Board] { try await boardPage().items }

    /// Every board, in menu order, with those that could not be read.
    public func boardPage() async throws -> Page<Board> {
        let envelope: Envelope<Board>
        do {
            envelope = try await api.value(Envelope<Board>.self, for: NoticeBoardAPI.boards)
        } catch var error as NoticeBoardError where error.code == .notFound {
            error.detail = "The service has no boards at this base URL."
            error.remedy = .contactAdministrator
            throw error
        }
        let boards = envelope.value.elements.sorted(by: Board.precedesInMenu)
        return Page(items: boards, total: envelope.knownTotal, skipped: envelope.value.skipped)
    }

    /// The posts of a board from index `offset` on, at most `limit` of them.
    public func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        try Self.check(offset: offset, limit: limit)
        return try await page(.posts(board: board, offset: offset, limit: limit), board, offset, limit)
    }

    /// The posts of a board that hold `keyword` in the fields that `target` names.
    ///
    /// The keyword is sent as it is, spaces included; only its spelling in parts (NFD) is composed.
    public func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> {
        guard !keyword.isBlank else {
            throw NoticeBoardError(invalid: .keyword, "The keyword is blank; the service searches for one character at least.")
        }
        guard !target.rawValue.isBlank else {
            throw NoticeBoardError(
                invalid: .target, "The search target is blank; the service knows all, title, contents and writer.")
        }
        try Self.check(offset: offset, limit: limit)
        return try await page(
            .search(keyword, board: board, target: target, offset: offset, limit: limit), board, offset, limit)
    }

    private func page(_ call: NoticeBoardAPI, _ board: Board.ID, _ offset: Int, _ limit: Int) async throws -> Page<Post> {
        do {
            return try await api.value(Envelope<Post>.self, for: call).page(offset: offset, limit: limit)
        } catch var error as NoticeBoardError where error.code == .notFound {
            // Only the server can know that.
            error.detail = "The service has no board \(board), or stands at another base URL."
            // Loading the posts again would fail again.
            error.remedy = .chooseAnother(.board)
            throw error
        }
    }

    /// Throws `invalidInput` for an offset or a limit that the service refuses.
    package static func check(offset: Int, limit: Int) throws(NoticeBoardError) {
        guard offset >= 0 else {
            throw NoticeBoardError(invalid: .offset, "The offset is \(offset); the first post has 0.")
        }
        guard 1...1000 ~= limit else {
            throw NoticeBoardError(invalid: .limit, "The limit is \(limit); the service takes 1 to 1000.")
        }
    }
}
