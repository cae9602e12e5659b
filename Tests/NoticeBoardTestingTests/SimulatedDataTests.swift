import Foundation
import NoticeBoardHTTP
import Testing

@testable import NoticeBoardTesting

/// Checksums of the generated data: a failed run can be repeated on any machine.
@Suite("Data generated from a seed", .inTurn, .timeLimit(.minutes(1))) struct SimulatedDataTests {
    private func digest(_ bytes: some Sequence<UInt8>) -> String {
        String(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }

    @Test(
        "Boards generated from a seed have fixed responses",
        arguments: [(SimulatedContent.everyday, "f1eed51def0586b7"), (.everything, "7b4d1c77c495db87")])
    func boards(content: SimulatedContent, sum: String) async throws {
        let simulator = BoardSimulator(seed: 7, boards: 2, postsPerBoard: 300, content: content)
        let origin = try #require(HTTPOrigin(host: "example.com"))
        var bytes = Data()
        for target in ["/boards"] + simulator.boards.map({ "/boards/\($0.id)/posts?offset=0&limit=300" }) {
            let request = HTTPRequest(origin: origin, target: target, headers: ["Authorization": "Bearer simulator"])
            let answer = try await simulator.send(request)
            #expect(answer.status == 200)
            bytes += answer.body
        }
        #expect(digest(bytes) == sum)
    }

    @Test("Link accounts and posts generated from a seed are fixed") func link() {
        let simulator = LinkSimulator(seed: 7, accounts: 6, posts: 100)
        let accounts = simulator.accounts.map { account in
            [
                account.id, account.email, account.password, account.nick, account.phone ?? "-", account.birthday ?? "-",
                account.picture ?? "-", account.following.joined(separator: ","),
            ].joined(separator: "|")
        }
        let posts = simulator.posts.map { post in
            let fields = post.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let comments = post.replies.map { "\($0.id) \($0.author) \($0.content) \($0.time)" }
            return ([post.id, post.author, "\(post.time)"] + fields + post.files + post.likes + comments).joined(separator: "|")
        }
        #expect(digest(accounts.joined(separator: "\n").utf8) == "30f7276f520226bb")
        #expect(digest(posts.joined(separator: "\n").utf8) == "33a984e42bd96444")
    }

    @Test("Faults generated from a seed are fixed") func weather() {
        let faults = FaultTransport.Faults(
            refusals: 0.1, lostRequests: 0.1, lostAnswers: 0.1, failures: 0.1, latency: 0.5...2)
        let names: [WritableKeyPath<FaultTransport.Counts, Int>?: String] = [
            nil: "passes", \.refused: "refused", \.lostRequests: "requestLost", \.lostAnswers: "answerLost", \.failed: "failed",
        ]
        let fates = (1...1_000).map { number in
            let (fault, latency) = faults.fate(ofRequest: number, seed: 7)
            return "\(names[fault] ?? "") \(latency)"
        }
        #expect(digest(fates.joined(separator: "\n").utf8) == "7567ad133df1819d")
    }

    @Test("An account's description shows no password") func secrecy() {
        let account = SimulatedAccount(id: "u", email: "e", password: "planted", nick: "planted")
        var dumped = ""
        dump(account, to: &dumped)
        #expect("\(account)" == "SimulatedAccount(u)")
        #expect(!dumped.contains("planted"))
    }
}
