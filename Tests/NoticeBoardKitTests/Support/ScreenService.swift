import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

extension BoardSimulator {
    /// A client of the simulator that sends each call once: what a retry would hide is what is looked for.
    func client(_ base: String = "http://127.0.0.1/api/v2", over transport: (any HTTPTransport)? = nil) throws
        -> NoticeBoardClient
    {
        let configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: base)), token: .bearer(token), retry: .never)
        return NoticeBoardClient(configuration, transport: transport ?? self)
    }
}

/// A service that holds every call at a gate, tells when one was given up, and finds one post whatever is searched.
struct HeldService: NoticeBoardService {
    var boards: [Board] = []
    var posts: [Post] = []
    /// When the post was written that is found.
    var found: Date?
    let gate = Gate()
    /// Every call that was cancelled arrives here.
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
            // Arrives, and goes on at once: the task is cancelled.
            try? await left.pass()
            throw error
        }
    }
}
