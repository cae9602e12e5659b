import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// Pages as the simulator writes them, made as long as they are to be.
enum Bodies {
    /// A page of `count` posts whose Korean contents fill it to about `bytes`.
    static func page(of count: Int, bytes: Int) async -> Data {
        let simulator = BoardSimulator(seed: 7, boards: 1, postsPerBoard: count)
        let bare = await body(of: simulator, count)
        let sentence = "이번 주 금요일까지 회신 부탁드립니다. "
        let room = max(0, bytes - bare.count) / count
        simulator.change(simulator.boards[0].id) { board in
            for index in board.posts.indices {
                board.posts[index].contents += String(repeating: sentence, count: room / sentence.utf8.count)
            }
        }
        return await body(of: simulator, count)
    }

    /// So many posts in random order, as the client decodes them.
    static func posts(_ count: Int) async -> [Post] {
        let simulator = BoardSimulator(seed: 7, boards: 1, postsPerBoard: count)
        let client = NoticeBoardClient(
            baseURL: base, token: .bearer(simulator.token), transport: simulator)
        var posts: [Post] = []
        for offset in stride(from: 0, to: count, by: 1000) {
            let page = try? await client.postPage(in: simulator.boards[0].id, offset: offset, limit: 1000)
            posts += page?.items ?? []
        }
        var random = SeededRandom(seed: 11)
        return posts.shuffled(using: &random)
    }

    private static let base = URL(string: "http://127.0.0.1/api/v2") ?? URL(fileURLWithPath: "/")

    private static func body(of simulator: BoardSimulator, _ count: Int) async -> Data {
        guard let origin = HTTPOrigin(isSecure: false, host: "127.0.0.1") else { return Data() }
        var request = HTTPRequest(origin: origin, target: "/boards/\(simulator.boards[0].id)/posts?offset=0&limit=\(count)")
        request.headers[.authorization] = "Bearer \(simulator.token)"
        return (try? await simulator.send(request).body) ?? Data()
    }
}
