import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

/// A token service over a real socket that counts its calls and answers as a test configures.
final class TokenService: Sendable {
    /// The token format and the statuses of a service.
    struct Manner: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rules: SessionRules
        let expired: Int
        let token: @Sendable (String) -> AccessToken
    }

    /// OAuth bearer tokens.
    static let bearer = Manner(testDescription: "Bearer, 401", rules: .bearer, expired: 401) { .bearer($0) }
    /// The raw token; 419 if it has expired, 409 if it is still good, 418 if the session is over.
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
        var changes: [TokenSession.State] = []
    }

    let manner: Manner
    /// A call that timed out before its refusal would be awaited forever, and a busy machine can be slow.
    private static let patient = HTTPRequest.Defaults(idleTimeout: 3_600)
    /// Holds every response to a renewal.
    let refreshGate = Gate()
    /// Holds every refusal of the call `late`.
    let lateGate = Gate()
    /// Passed by every call that is refused because its token has expired.
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
    var changes: [TokenSession.State] { state.withLock { $0.changes } }
    /// The tokens of the calls to `path`.
    func tokens(_ path: String = "/data") throws -> [String?] {
        try server.requests.filter { $0.target == path }.map { $0.header("authorization") }
    }

    /// Answers renewals with `answer` from now on; `nil` issues new tokens again.
    func answerRefresh(_ answer: LoopbackAnswer?) { state.withLock { $0.answer = answer } }
    /// Reports every token as expired.
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

    /// Creates a session whose token has already expired.
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

    /// Creates a client of the service.
    func client(_ session: TokenSession, loggers: [any HTTPLogger] = []) throws -> APIClient {
        APIClient(
            APIClient.Configuration(
                baseURL: try server.url(), authorization: session, defaults: Self.patient, retry: .never, loggers: loggers))
    }
}
