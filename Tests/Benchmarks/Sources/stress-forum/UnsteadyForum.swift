import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

/// The server of the example `forum` over a socket: it is slow, loses requests and responses, and fails at random.
///
/// A request that it has accepted is carried out although its client was killed meanwhile.
actor UnsteadyForum {
    private enum Plan { case answer, loseRequest, loseAnswer, failBefore, failAfter }

    private let forum = ForumServer()
    private var random: SeededRandom
    private var isReliable = false
    /// Requests that are still being carried out.
    private var open = 0
    /// The titles that were stored, by the key of their request.
    private var titles: [String: String] = [:]
    private(set) var repeats = 0
    private(set) var failures = 0

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    var isIdle: Bool { open == 0 }
    /// How often each title is stored.
    var stored: [String: Int] { Dictionary(grouping: titles.values, by: \.self).mapValues(\.count) }
    /// The number of topics, of which 45 were there before.
    var topicCount: Int { get async { await forum.topics.count } }

    /// Ends all faults and delays.
    func becomeReliable() { isReliable = true }

    nonisolated func start() throws -> LoopbackServer {
        try LoopbackServer { [self] request in
            // A task of its own: the client's end does not end it.
            await Task { await self.carryOut(request) }.value
        }
    }

    private func carryOut(_ request: LoopbackRequest) async -> LoopbackAnswer {
        open += 1
        defer { open -= 1 }
        let plan = nextPlan()
        await delay()
        switch plan {
        case .loseRequest: return .closedBeforeHeaders
        case .failBefore: return .text("", status: 503)
        case .answer, .loseAnswer, .failAfter: break
        }
        let answer = await forumAnswer(to: request)
        await delay()
        switch plan {
        case .loseAnswer: return .closedBeforeHeaders
        case .failAfter: return .text("", status: 503)
        case .answer, .loseRequest, .failBefore: return answer
        }
    }

    private func nextPlan() -> Plan {
        guard !isReliable else { return .answer }
        let plan: Plan
        switch random.below(100) {
        case 0..<5: plan = .loseRequest
        case 5..<12: plan = .loseAnswer
        case 12..<15: plan = .failBefore
        case 15..<18: plan = .failAfter
        default: return .answer
        }
        failures += 1
        return plan
    }

    private func delay() async {
        guard !isReliable else { return }
        let isSlow = random.chance(10)
        try? await Task.sleep(nanoseconds: UInt64(random.below(isSlow ? 150 : 10)) * 1_000_000)
    }

    private func forumAnswer(to request: LoopbackRequest) async -> LoopbackAnswer {
        guard let origin = HTTPOrigin(isSecure: false, host: "127.0.0.1") else { return .reset }
        var headers = HTTPHeaders()
        for field in request.headers { if let name = HTTPHeaderName(field.name) { headers.append(field.value, for: name) } }
        let body = request.body.isEmpty ? nil : HTTPBody.data(request.body)
        let sent = HTTPRequest(
            method: HTTPMethod(rawValue: request.method), origin: origin, target: request.target, headers: headers, body: body)
        guard let response = try? await forum.transport.send(sent) else { return .text("", status: 500) }
        if response.status == 200, request.method == "POST", let key = request.header("Idempotency-Key") {
            record(Self.title(in: request), key)
        }
        return .text(
            String(decoding: response.body, as: UTF8.self), status: response.status.rawValue,
            headers: [("Content-Type", "application/json")])
    }

    private func record(_ title: String, _ key: String) {
        if let former = titles[key] {
            repeats += 1
            if former != title { titles[key] = "\(former) and \(title) under one key" }
        } else {
            titles[key] = title
        }
    }

    /// The part `title` of the form.
    private static func title(in request: LoopbackRequest) -> String {
        let text = String(decoding: request.body, as: UTF8.self)
        guard let name = text.range(of: "name=\"title\""),
            let start = text.range(of: "\r\n\r\n", range: name.upperBound..<text.endIndex),
            let end = text.range(of: "\r\n--", range: start.upperBound..<text.endIndex)
        else { return "no title" }
        return String(text[start.upperBound..<end.lowerBound])
    }
}
