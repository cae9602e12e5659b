import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

/// Sends handwritten requests to a simulator and parses its responses with Foundation.
struct SimulatedCaller {
    let simulator: BoardSimulator
    var token = "simulator"

    func response(_ target: String) async throws -> HTTPResponse {
        var request = HTTPRequest(origin: try #require(HTTPOrigin(isSecure: false, host: "127.0.0.1")), target: target)
        request.headers[.authorization] = "Bearer \(token)"
        return try await simulator.send(request)
    }

    func status(_ target: String) async throws -> Int { try await response(target).status.rawValue }

    func object(_ target: String) async throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: try await response(target).body) as? [String: Any])
    }

    /// Returns the numbers of the posts on a page; -1 for a post without a number.
    func posts(_ target: String) async throws -> [Int] {
        try #require(try await object(target)["value"] as? [[String: Any]]).map { $0["postId"] as? Int ?? -1 }
    }
}

extension BoardSimulator {
    /// Returns a simulator with board 7 and posts 100, 99, 98, … in this order.
    static func one(
        posts count: Int, weather: SimulatedWeather = .calm, quirks: SimulatedQuirks = SimulatedQuirks(),
        clock: ManualClock? = nil
    ) -> BoardSimulator {
        let posts = (0..<count).map {
            SimulatedPost(id: 100 - $0, title: "post \(100 - $0)", createdAt: Int64(1_700_000_000 - $0))
        }
        return BoardSimulator(
            boards: [SimulatedBoard(id: 7, name: "b", order: 1, posts: posts)], weather: weather, quirks: quirks, clock: clock)
    }
}
