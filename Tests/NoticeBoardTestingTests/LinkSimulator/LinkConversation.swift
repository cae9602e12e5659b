import Foundation
import NoticeBoardHTTP
import Testing

@testable import NoticeBoardTesting

extension LinkSimulator {
    /// Returns a service with two fixed accounts and three fixed posts; `u1` follows `u2`.
    static func small(tokenLife: Int? = nil) -> LinkSimulator {
        let simulator = LinkSimulator(seed: 7, accounts: 0, posts: 0, tokenLife: tokenLife)
        var leader = SimulatedAccount(id: "u1", email: "a@x.kr", password: "aaaaaa", nick: "하나")
        (leader.phone, leader.birthday, leader.picture) = ("0101", "봄", "uploads/profiles/p.png")
        leader.following = ["u2"]
        simulator.accounts = [leader, SimulatedAccount(id: "u2", email: "b@x.kr", password: "bbbbbb", nick: "둘")]
        var third = SimulatedLinkPost(
            id: "p3", author: "u2", fields: ["title": "T", "content": "글 #봄 #봄 #여름", "product_id": "p"], time: 1_700_000_003_007)
        third.files = ["uploads/posts/f.pdf"]
        third.likes = ["u2", "u1"]
        third.replies = [
            SimulatedLinkReply(id: "c2", author: "gone", content: "그때", time: 1_700_000_004_049),
            SimulatedLinkReply(id: "c1", author: "u1", content: "앞", time: 1_700_000_003_100),
        ]
        let second = SimulatedLinkPost(id: "p2", author: "u1", fields: ["product_id": "q"], time: 1_700_000_002_499)
        let first = SimulatedLinkPost(
            id: "p1", author: "u2", fields: ["content": "#봄", "product_id": "q"], time: 1_700_000_001_500)
        simulator.posts = [third, second, first]
        return simulator
    }

    /// The posts as ``small(tokenLife:)`` writes them.
    static let thirdPost =
        #"{"likes":["u2","u1"],"image":["uploads/posts/f.pdf"],"hashTags":["봄","여름"],"comments":["#
        + #"{"_id":"c2","content":"그때","time":"2023-11-14T22:13:24.049Z","creator":{"_id":"gone","nick":""}},"#
        + #"{"_id":"c1","content":"앞","time":"2023-11-14T22:13:23.100Z","#
        + #""creator":{"_id":"u1","nick":"하나","profile":"uploads/profiles/p.png"}}],"#
        + #""_id":"p3","creator":{"_id":"u2","nick":"둘"},"time":"2023-11-14T22:13:23.007Z","#
        + ##""content":"글 #봄 #봄 #여름","product_id":"p","title":"T"}"##
    static let secondPost =
        #"{"likes":[],"image":[],"hashTags":[],"comments":[],"_id":"p2","#
        + #""creator":{"_id":"u1","nick":"하나","profile":"uploads/profiles/p.png"},"time":"2023-11-14T22:13:22.499Z","#
        + #""product_id":"q"}"#
    static let firstPost =
        #"{"likes":[],"image":[],"hashTags":["봄"],"comments":[],"_id":"p1","creator":{"_id":"u2","nick":"둘"},"#
        + ##""time":"2023-11-14T22:13:21.500Z","content":"#봄","product_id":"q"}"##
}

extension LinkStranger {
    /// Sends a line such as `GET /post?limit=1` and returns the response's status and body as one string.
    func received(
        _ line: String, _ body: String? = nil, type: String = "application/json", key: String? = nil, headers: HTTPHeaders = [:]
    ) async throws -> String {
        let words = line.split(separator: " ").map { String($0) }
        let answer = try await send(words[0], words[1], body, type: type, key: key, headers: headers)
        return "\(answer.status) \(answer.text)"
    }

    /// Sends a line with a form and returns the response like ``received(_:_:type:key:headers:)``.
    func received(_ line: String, form parts: [(head: String, content: String)]) async throws -> String {
        let form = Self.form(parts)
        return try await received(line, form.body, type: form.type)
    }

    /// Returns the first sign-in at ``LinkSimulator/small(tokenLife:)``, as `u1` or `u2`.
    static func first(_ simulator: LinkSimulator, _ account: String = "u1") async throws -> LinkStranger {
        let name = account == "u1" ? "a" : "b"
        let form = #"{"email":"\#(name)@x.kr","password":"\#(String(repeating: name, count: 6))"}"#
        #expect(try await LinkStranger(simulator: simulator).send("POST", "/login", form).status == 200)
        return LinkStranger(simulator: simulator, token: "access.2.\(account)")
    }
}
