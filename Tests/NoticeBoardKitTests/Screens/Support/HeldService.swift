import NoticeBoardKit
import NoticeBoardTesting

/// A service whose pages wait at a gate, and which tells when a call is cancelled.
struct HeldService: NoticeBoardService {
    let gate = Gate()
    let cancelled = Gate()

    func boards() async throws -> [Board] { [] }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        try await held([Post(id: 1, title: "글", boardID: board)])
    }

    func searchPage(_ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int) async throws -> Page<
        Post
    > { try await held([Post(id: 1, title: keyword, boardID: board)]) }

    private func held(_ posts: [Post]) async throws -> Page<Post> {
        try await withTaskCancellationHandler {
            try await gate.pass()
            return Page(items: posts, total: posts.count)
        } onCancel: {
            cancelled.open()
        }
    }
}
