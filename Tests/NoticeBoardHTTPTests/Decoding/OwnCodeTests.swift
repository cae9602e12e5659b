import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

extension NoticeBoardError.Code {
    fileprivate static let banned = Self("banned", english: "The account is banned.", remedy: .contactAdministrator)
    fileprivate static let roomBusy = Self("roomBusy", english: "The room is busy.", remedy: .retry(after: nil))
    fileprivate static let noHelp = Self("noHelp", english: "It does not work.")
}

@Suite("Codes of the app in mapError", .serialized, .inTurn, .timeLimit(.minutes(1))) struct OwnCodeTests {
    private static let anonymous = EndpointRequest.post("sign-in").withoutAuthorization()

    /// Returns the error of a call that is refused with `status`, after `mapError`.
    private func error(
        _ status: HTTPStatus, retryAfter: String? = nil, for call: EndpointRequest = .get("posts"),
        session: TokenSession? = nil, mapError: @escaping @Sendable (inout NoticeBoardError) -> Void
    ) async throws -> NoticeBoardError {
        var headers = HTTPHeaders()
        headers[.retryAfter] = retryAfter
        let answer = HTTPResponse(status: status, headers: headers)
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), authorization: session, retry: .never)
        configuration.mapError = { mapError(&$1) }
        let client = APIClient(configuration, transport: StubTransport { _ in answer })
        return try #require(await #expect(throws: NoticeBoardError.self) { try await client.response(for: call) })
    }

    @Test(
        "An own code brings its remedy for every status, also for a sign-in",
        arguments: [400, 401, 403, 404, 405, 408, 409, 413, 418, 422, 423, 425, 426, 429, 500, 503, 511], [false, true])
    func statuses(status: Int, isSignIn: Bool) async throws {
        let call = isSignIn ? Self.anonymous : .get("posts")
        for retryAfter in [nil, "30"] {
            let error = try await error(HTTPStatus(rawValue: status), retryAfter: retryAfter, for: call) { $0.code = .banned }
            #expect(error.remedy == .contactAdministrator)
        }
    }

    @Test("An own code without a remedy leaves none") func noRemedy() async throws {
        #expect(try await error(401, for: Self.anonymous) { $0.code = .noHelp }.remedy == .noAction)
        #expect(try await error(503, retryAfter: "30") { $0.code = .noHelp }.remedy == .noAction)
    }

    @Test("An own code brings its remedy for a token that a session could not renew") func session() async throws {
        let session = TokenSession(Credentials(accessToken: .bearer("a")), rules: .init(expired: [], ended: [419], refused: [])) {
            $0
        }
        #expect(try await error(419, session: session) { $0.code = .banned }.remedy == .contactAdministrator)
    }

    @Test("An own code to retry keeps the time that the server named", arguments: [423, 429, 503])
    func time(status: Int) async throws {
        let error = try await error(HTTPStatus(rawValue: status), retryAfter: "30") { $0.code = .roomBusy }
        #expect(error.remedy == .retry(after: 30))
    }

    @Test("The app reads the remedy that the SDK would use") func given() async throws {
        let given = Locked<[Remedy]>([])
        _ = try await error(429, retryAfter: "30") { error in given.withLock { $0.append(error.remedy) } }
        _ = try await error(401, for: Self.anonymous) { error in given.withLock { $0.append(error.remedy) } }
        #expect(given.withLock { $0 } == [.retry(after: 30), .fixInput(.signIn)])
    }

    @Test("A remedy that the app sets stays, before and after its code", arguments: [false, true])
    func ownRemedy(isFirst: Bool) async throws {
        for status in [401, 503] as [HTTPStatus] {
            for own in [.fixInput("password"), .fixInput(.signIn), .retry(after: 30), .retry(after: nil)] as [Remedy] {
                let error = try await error(status, retryAfter: "30", for: Self.anonymous) { error in
                    if isFirst { error.remedy = own }
                    error.code = .banned
                    if !isFirst { error.remedy = own }
                }
                #expect(error.remedy == own)
            }
        }
    }
}
