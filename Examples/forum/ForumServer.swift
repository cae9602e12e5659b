import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

/// A service inside the process, with 45 topics. An access token is valid for ten calls.
actor ForumServer {
    private(set) var topics = (1...45).reversed().map {
        Topic(id: $0, title: "Topic \($0)", author: $0 % 3 == 0 ? "bob" : "ann", votes: $0 % 7, isVoted: false)
    }
    private(set) var renewals = 0
    /// The topics that were published, by their idempotency keys: a repeated request publishes nothing.
    private var published: [String: Topic] = [:]
    /// The requests to publish, with repetitions.
    private(set) var publishRequests = 0
    private var losesNextAnswer = false
    private var callsLeft = 10

    /// A transport for clients, in place of the network.
    nonisolated var transport: StubTransport { StubTransport { try await self.answer($0) } }

    /// Stores what is published next, but answers with a 500, as a server that ends in between.
    func loseNextAnswer() { losesNextAnswer = true }

    private func answer(_ request: HTTPRequest) throws -> HTTPResponse {
        let path = request.path.split(separator: "/").map(String.init)
        if path == ["sign-in"] { return tokens() }
        if path == ["renew"] {
            renewals += 1
            return tokens()
        }
        guard callsLeft > 0, request.headers["Authorization"] == "Bearer access-\(renewals)" else {
            return HTTPResponse(status: 401)
        }
        callsLeft -= 1
        switch (request.method, path.count) {
        case (.get, 1): return try page(of: URLComponents(string: request.target)?.queryItems ?? [])
        case (.post, 1): return try publish(request)
        default:
            guard let id = Int(path[1]), let place = topics.firstIndex(where: { $0.id == id }) else {
                return HTTPResponse(status: 404)
            }
            let isWanted = request.method == .put ? true : request.method == .delete ? false : topics[place].isVoted
            topics[place].votes += (isWanted ? 1 : 0) - (topics[place].isVoted ? 1 : 0)
            topics[place].isVoted = isWanted
            return try json(topics[place])
        }
    }

    private func publish(_ request: HTTPRequest) throws -> HTTPResponse {
        publishRequests += 1
        let key = request.headers[.idempotencyKey] ?? ""
        if let topic = published[key] { return try json(topic) }
        let topic = Topic(id: topics.count + 1, title: "Topic \(topics.count + 1)", author: "ann", votes: 0, isVoted: false)
        topics.insert(topic, at: 0)
        published[key] = topic
        guard losesNextAnswer else { return try json(topic) }
        losesNextAnswer = false
        return HTTPResponse(status: 500)
    }

    private func page(of query: [URLQueryItem]) throws -> HTTPResponse {
        func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
        let sorted = value("sort") == "votes" ? topics.sorted { ($0.votes, $0.id) > ($1.votes, $1.id) } : topics
        let start = value("after").flatMap(Int.init) ?? 0
        let end = min(start + 20, sorted.count)
        let list = String(decoding: try JSONEncoder().encode(Array(sorted[start..<end])), as: UTF8.self)
        return .json(#"{"topics": \#(list), "next": \#(end < sorted.count ? "\"\(end)\"" : "null")}"#)
    }

    private func tokens() -> HTTPResponse {
        callsLeft = 10
        return .json(#"{"access": "access-\#(renewals)", "refresh": "refresh", "user": "ann"}"#)
    }

    private func json(_ topic: Topic) throws -> HTTPResponse {
        .json(String(decoding: try JSONEncoder().encode(topic), as: UTF8.self))
    }
}
