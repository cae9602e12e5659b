import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

extension BoardSimulator {
    /// Creates a client that sends each call once, because a retry would hide failures.
    func client(_ base: String = "http://127.0.0.1/api/v2", over transport: (any HTTPTransport)? = nil) throws
        -> NoticeBoardClient
    {
        let configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: base)), token: .bearer(token), retry: .never)
        return NoticeBoardClient(configuration, transport: transport ?? self)
    }
}

/// A service that holds its calls at a gate, counts cancelled calls, and finds one post for any keyword.
struct HeldService: NoticeBoardService {
    var boards: [Board] = []
    var posts: [Post] = []
    /// The creation date of the found post.
    var found: Date?
    let gate = Gate()
    /// Counts the cancelled calls.
    let left = Gate()

    func boards() async throws -> [Board] {
        try await held()
        return boards
    }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        try await held()
        return Page(items: posts.filter { $0.boardID == board }, total: posts.count)
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> {
        try await held()
        return Page(items: [Post(id: 1, title: keyword, boardID: board, createdAt: found)], total: 1)
    }

    private func held() async throws {
        do {
            try await gate.pass()
        } catch {
            // Counts an arrival. The task is cancelled, so it doesn't wait.
            try? await left.pass()
            throw error
        }
    }
}
