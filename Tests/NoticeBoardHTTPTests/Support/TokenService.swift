import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

/// A service with tokens that expire, over a real socket: counts what it is asked, and answers as a test says.
final class TokenService: Sendable {
    /// How a service speaks of its tokens.
    struct Manner: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rules: SessionRules
        let expired: Int
        let token: @Sendable (String) -> AccessToken
    }

    /// As OAuth has it.
    static let bearer = Manner(testDescription: "Bearer, 401", rules: .bearer, expired: 401) { .bearer($0) }
    /// The raw token, 419 for an expired one, 409 for one that is still good, 418 for the end.
    static let raw = Manner(
        testDescription: "raw, 419",
        rules: SessionRules(expired: [419], ended: [401], stillGood: [409], refused: [418, 401, 403]), expired: 419
    ) { .raw($0) }

    private struct State {
        var good = "new"
        var renewed = "new"
        var refusals = 0
        var refreshes = 0
        var answer: LoopbackAnswer?
        var isForever = false
        var changes: [SessionChange] = []
    }

    let manner: Manner
    /// A call that gave up before it was refused would be waited for for ever, and a busy machine can be slow.
    private static let patient = HTTPRequest.Defaults(idleTimeout: 3_600)
    /// Stands before every answer to a renewal.
    let refreshGate = Gate()
    /// Stands before every answer to the call `late`.
    let lateGate = Gate()
    /// Passed by every call that is told that its token has expired.
    let refused = Gate()
    private let state = Locked(State())
    private let serverBox = Locked<LoopbackServer?>(nil)

    init(_ manner: Manner) throws {
        self.manner = manner
        refused.open()
        let server = try LoopbackServer { [weak self] request in await self?.answer(request) ?? .reset }
        serverBox.withLock { $0 = server }
    }

    var server: LoopbackServer { get throws { try serverBox.withLock { try #require($0) } } }
    var refreshes: Int { state.withLock { $0.refreshes } }
    var changes: [SessionChange] { state.withLock { $0.changes } }
    /// Which tokens came with the calls to `path`.
    func tokens(_ path: String = "/data") throws -> [String?] {
        try server.requests.filter { $0.target == path }.map { $0.header("authorization") }
    }

    /// Answers renewals with `answer` from now on; nothing hands out a new token again.
    func answerRefresh(_ answer: LoopbackAnswer?) { state.withLock { $0.answer = answer } }
    /// Says of every token, whatever it is, that it has expired.
    func expireForever() { state.withLock { $0.isForever = true } }

    private func answer(_ request: LoopbackRequest) async -> LoopbackAnswer {
        if request.target == "/refresh" {
            state.withLock { $0.refreshes += 1 }
            try? await refreshGate.pass()
            return state.withLock { $0.answer ?? .json("{\"token\": \"\($0.renewed)\"}") }
        }
        let isGood = state.withLock { !$0.isForever && request.header("authorization") == manner.token($0.good).headerValue }
        if request.target == "/late", !isGood { try? await lateGate.pass() }
        guard !isGood else { return .json("{}") }
        try? await refused.pass()
        return .json("{\"message\": \"expired\"}", status: manner.expired)
    }

    private struct Renewed: Decodable, Sendable { let token: String }

    /// A session whose token has expired already.
    func session() throws -> TokenSession {
        let plain = APIClient(APIClient.Configuration(baseURL: try server.url(), defaults: Self.patient, retry: .never))
        let refresh = EndpointRequest.get("refresh").with { $0.options.retries = .never }
        return TokenSession(Credentials(accessToken: manner.token("old"), refreshToken: "r"), rules: manner.rules) {
            [manner] old in
            let renewed = try await plain.value(Renewed.self, for: refresh)
            return Credentials(accessToken: manner.token(renewed.token), refreshToken: old.refreshToken)
        } onChange: { [state] change in
            state.withLock { $0.changes.append(change) }
        }
    }

    /// A client of the service.
    func client(_ session: TokenSession, loggers: [any HTTPLogger] = []) throws -> APIClient {
        APIClient(
            APIClient.Configuration(
                baseURL: try server.url(), authorization: session, defaults: Self.patient, retry: .never, loggers: loggers))
    }
}
