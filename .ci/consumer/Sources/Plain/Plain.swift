import Foundation
import NoticeBoardKit

/// A service of the app's own, in place of the network.
struct NoBoards: NoticeBoardService {
    func boards() async throws -> [Board] { [Board(id: 1, name: "Empty")] }
    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> { Page(items: []) }
    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> { throw NoticeBoardError(.invalidInput, "There is nothing to search.") }
}

struct Answer: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        HTTPResponse(status: 503, headers: ["Content-Type": "application/json"], body: Data(#"{"message": "closed"}"#.utf8))
    }
}

@main
struct Plain {
    static func main() async throws {
        let services: [any NoticeBoardService] = [NoBoards(), NoticeBoardClient(transport: Answer())]
        for service in services {
            do {
                let boards = try await service.boards()
                let page = try await service.postPage(in: boards[0].id, offset: 0, limit: 30)
                print("Plain:", boards.map(\.name), page.items.count)
            } catch let error as NoticeBoardError {
                print("Plain:", error.code, error.status ?? 0, error.serverMessage ?? "")
            }
        }
    }
}
