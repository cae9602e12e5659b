import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting

#if canImport(TestSupport)
    import TestSupport
#endif

/// Calls over a real socket to a server that sends hostile bytes, and their results.
///
/// Each call must end in a response or a named error. The same transport also calls an honest server, whose
/// responses must be right.
struct HostileConversations: Sendable {
    /// The number of responses and the count of each error.
    var (answered, refused) = (0, [String: Int]())
    /// Unexpected outcomes: another error, or a wrong response of the honest server.
    var strange: [String] = []

    /// Sends `count` hostile calls over `transport`.
    static func held(_ count: Int, over transport: any HTTPTransport, by trials: RandomTrials) async throws -> Self {
        let hostile = try LoopbackServer { request in
            guard let seed = UInt64(request.target.dropFirst()) else { return .reset }
            var random = SeededRandom(seed: seed)
            return .hostile(&random)
        }
        let honest = try LoopbackServer { .text($0.target) }
        defer { hostile.stop() }
        defer { honest.stop() }
        guard let bad = HTTPOrigin(hostile.url()), let good = HTTPOrigin(honest.url()) else { throw URLError(.badURL) }
        let workers = 16
        return await withTaskGroup(of: Self.self) { group in
            for worker in 0..<workers {
                let share = count / workers + (worker < count % workers ? 1 : 0)
                group.addTask {
                    var random = SeededRandom(seed: trials.seed &+ UInt64(worker))
                    var all = Self()
                    for _ in 0..<share { await all.one(with: transport, bad, good, &random) }
                    return all
                }
            }
            var all = Self()
            for await some in group { all.add(some) }
            return all
        }
    }

    private static let named: Set<NoticeBoardError.Code> = [
        .connectionLost, .timedOut, .unreadableResponse, .responseTooLarge,
    ]

    private mutating func one(
        with transport: any HTTPTransport, _ bad: HTTPOrigin, _ good: HTTPOrigin, _ random: inout SeededRandom
    ) async {
        let seed = random.next()
        let methods: [HTTPMethod] = [.get, .get, .post, .head]
        let method = methods[random.below(methods.count)]
        let body: HTTPBody? = method == .post ? .data(Data(count: random.below(100_000))) : nil
        let options = HTTPRequest.Options(idleTimeout: 1, responseLimit: 1 << 20)
        do {
            _ = try await transport.send(
                HTTPRequest(method: method, origin: bad, target: "/\(seed)", body: body, options: options))
            answered += 1
        } catch let error as NoticeBoardError where Self.named.contains(error.code) {
            refused[error.code.rawValue, default: 0] += 1
        } catch {
            strange.append("\(method) \(seed): \(error)")
        }
        let target = "/honest/\(seed)"
        let answer = try? await transport.send(HTTPRequest(origin: good, target: target))
        if answer?.body != Data(target.utf8) { strange.append("\(target): \(String(describing: answer))") }
    }

    private mutating func add(_ more: Self) {
        answered += more.answered
        refused.merge(more.refused, uniquingKeysWith: +)
        strange += more.strange
    }
}

extension LoopbackAnswer {
    /// Created once, because compression is slow.
    private static let whole: [LoopbackAnswer] = {
        let text = Data("Lorem ipsum dolor sit amet".utf8)
        return [
            .json("{}"), .gzip(text), .chunked([text, text], trailer: [("X-T", "1")]), .untilClose(text),
            .gzipBomb(bytes: 8 << 20), .huge(bytes: 3 << 20), .badGzip, .garbageChunks, .truncated(declared: 50, sent: 20),
            .noContent, .basicChallenge(), .redirect(to: "/elsewhere"), .manyHeaders(500), .json("{}").preceded(by: 100, 103),
        ]
    }()

    /// Valid pieces in an invalid order, cut anywhere and ended in any way.
    fileprivate static func hostile(_ random: inout SeededRandom) -> LoopbackAnswer {
        var steps = random.below(3) == 0 ? [] : whole[random.below(whole.count)].steps
        for _ in 0..<random.below(4) { steps.insert(.piece(&random), at: random.below(steps.count + 1)) }
        let cut = random.below(steps.count + 1)
        if random.below(3) == 0 { steps = Array(steps.prefix(cut)) + [steps.dropFirst(cut).first?.half].compactMap { $0 } }
        let ends: [[Step]] = [[], [.close], [.reset], [.wait], [.delay(0.02), .text("late"), .close]]
        return LoopbackAnswer(steps + ends[random.below(ends.count)])
    }
}

extension LoopbackAnswer.Step {
    /// Bytes that a server might send at the wrong moment.
    fileprivate static func piece(_ random: inout SeededRandom) -> Self {
        let texts = [
            "HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n", "\r\n", "\r\n\r\n", "\n", "\r", "X-A: b\r\n", " folded\r\n",
            "Content-Length: 9223372036854775807\r\n", "Content-Length: 5\r\nContent-Length: 3\r\n", "Content-Length: 99\r\n",
            "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: gzip, chunked\r\n", "Content-Encoding: gzip, gzip\r\n",
            "ffffffffffffffff\r\n", "7fffffff\r\n", "5;x=y\r\nhello\r\n0\r\n", "-1\r\n", "HTTP/1.1 101 Switch\r\n\r\n",
            "HTTP/0.9\r\n",
            "HTTP/2 200\r\n\r\n", "Connection: close\r\n", "Location: http://[::\r\n", "Set-Cookie: a=b\r\n", "\0\0\0\0",
        ]
        switch random.below(texts.count + 4) {
        case texts.count: return .repeatedBody(Array("X-B: c\r\n".utf8), times: 1 + random.below(60_000))
        case texts.count + 1: return .repeatedBody(Array("HTTP/1.1 103 E\r\n\r\n".utf8), times: 1 + random.below(30_000))
        case texts.count + 2: return .repeatedBody(Array("1\r\na\r\n".utf8), times: 1 + random.below(60_000))
        case texts.count + 3: return .send((0..<random.below(300)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        case let number: return .text(texts[number])
        }
    }

    /// The first half of the bytes it sends.
    fileprivate var half: Self? {
        switch self {
        case .send(let bytes), .body(let bytes): .send(Array(bytes.prefix(bytes.count / 2)))
        default: nil
        }
    }
}
