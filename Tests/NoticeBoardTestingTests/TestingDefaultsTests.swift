import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("What doubles do where nothing is said", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TestingDefaultsTests {
    /// The status line of an answer.
    private func line(_ answer: LoopbackAnswer) throws -> String {
        guard case .send(let bytes) = try #require(answer.steps.first) else { return "" }
        return String(String(decoding: bytes, as: UTF8.self).prefix { $0 != "\r\n" })
    }

    @Test("Ready-made answers are good ones, and a redirect is a 302") func answers() throws {
        let body = Data("가".utf8)
        for answer: LoopbackAnswer in [
            .json("{}"), .text("a"), .html("a"), .chunked([body]), .untilClose(body), .gzip(body), .huge(bytes: 3),
            .slow(body, piece: 1, pause: 0), .manyHeaders(1), .emptyHeader(), .noSpaceAfterColon(body),
        ] {
            #expect(try line(answer).hasPrefix("HTTP/1.1 200"))
        }
        #expect(try line(.noReason()) == "HTTP/1.1 200" && line(.redirect(to: "/")).hasPrefix("HTTP/1.1 302"))
        guard case .send(let head) = LoopbackAnswer.resetInBody().steps[0] else { Issue.record("no head"); return }
        #expect(String(decoding: head, as: UTF8.self).contains("Content-Length: 1000\r\n"))
        guard case .send(let many) = LoopbackAnswer.manyHeaders(1).steps[0] else { Issue.record("no head"); return }
        #expect(String(decoding: many, as: UTF8.self).contains("X-1: vvvvvvvvvv\r\n"))
    }

    @Test("A request is the first of the first connection, a GET of nothing") func request() {
        let request = LoopbackRequest()
        #expect(request.number == 1 && request.connection == 1 && request.method == "GET" && request.target == "/")
        #expect(request.version == "HTTP/1.1" && request.headers.isEmpty && request.body.isEmpty && !request.isChunked)
    }

    @Test("Nothing goes wrong, and services have no odd habits") func calm() {
        let faults = FaultTransport.Faults()
        #expect(faults.refusals == 0 && faults.lostRequests == 0 && faults.lostAnswers == 0 && faults.failures == 0)
        #expect(faults.failureStatus == 503 && faults.reordering == 0 && faults.latency == 0...0)
        let weather = SimulatedWeather()
        #expect(weather.seed == 1 && weather.faults == faults && weather.arrivals == 0 && weather.vanishings == 0)
        #expect(weather == .calm)
        let fault = FileFault()
        #expect(fault.call == nil && fault.number == 0 && fault.code == EIO && !fault.isForGood)
        let quirks = SimulatedQuirks()
        #expect(quirks.limitCap == nil && !quirks.ignoresOffset && !quirks.omitsTotal && !quirks.sendsOnlyValue)
        let link = SimulatedLinkQuirks()
        #expect(link.end == .zero && !link.sendsNumbers && !link.sendsNulls && !link.omitsCommentID)
    }

    @Test("Services hold enough to walk through, made of the seed 1, and accept the token that they name") func services() {
        let boards = BoardSimulator()
        #expect(boards.boards.count == 5 && boards.boards.allSatisfy { $0.posts.count == 95 } && boards.token == "simulator")
        #expect(boards.boards == BoardSimulator(seed: 1).boards && boards.boards != BoardSimulator(seed: 2).boards)
        let link = LinkSimulator()
        #expect(
            link.accounts.count == 4 && link.posts.count == 45 && link.key == "simulator-key" && link.product == "noticeboard")
        #expect(link.posts == LinkSimulator(seed: 1).posts && link.posts != LinkSimulator(seed: 2).posts)
    }

    @Test("A post, a board and an account of which no more is known than their names are plain ones") func models() {
        let post = SimulatedPost(id: 1, title: "가")
        #expect(post.viewCount == 0 && post.commentCount == 0 && post.attachmentCount == 0 && post.createdAt == 0)
        #expect(!post.isAnonymous && !post.isNew && !post.hasInlineImage && !post.isOwner && !post.hasReply && !post.isBroken)
        #expect(post.type == "normal" && post.dateForm == .usual && post.contents.isEmpty && post.parentID == nil)
        let board = SimulatedBoard(id: 1, name: "가", order: 1)
        #expect(board.kind == "normal" && !board.isFavorite && board.isWritable && !board.isManageable && board.posts.isEmpty)
        let account = SimulatedAccount(id: "u", email: "e", password: "planted", nick: "planted")
        var dumped = ""
        dump(account, to: &dumped)
        #expect("\(account)" == "SimulatedAccount(u)" && !dumped.contains("planted"))
    }

    @Test("A token expires at once, one post arrives, a clock shows 0, trials are as many as usual, one at least") func steps()
        async throws
    {
        let simulator = BoardSimulator()
        simulator.boards[0].arrive()
        #expect(simulator.boards[0].posts.count == 96)
        simulator.expireToken()
        let origin = try #require(HTTPOrigin(scheme: .https, host: "example.com"))
        let request = HTTPRequest(
            origin: origin, target: "/boards", headers: ["Authorization": "Bearer \(simulator.token)"])
        #expect(try await simulator.send(request).status == 401)
        #expect(ManualClock().now == 0)
        #expect(RandomTrials(seed: 1).effort == 1 && RandomTrials(seed: 1, effort: 0.001).count(10) == 1)
    }
}
