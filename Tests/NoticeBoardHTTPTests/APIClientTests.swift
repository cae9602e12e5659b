import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("APIClient", .serialized, .inTurn, .timeLimit(.minutes(1))) struct APIClientTests {
    private struct City: Decodable, Sendable, Equatable { let name: String }
    private let cities = EndpointRequest.get("cities/\(7)")

    private func client(
        base: String = "https://host", token: AccessToken? = nil, interceptors: [any HTTPInterceptor] = [],
        _ transport: StubTransport
    ) throws -> APIClient {
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: base)), token: token, retry: .never)
        configuration.interceptors = interceptors
        return APIClient(configuration, transport: transport)
    }

    @Test("Decodes a value as the type that the caller names") func value() async throws {
        let client = try client(StubTransport { _ in .json(#"[{"name": "서울"}]"#) })
        #expect(try await client.value([City].self, for: cities) == [City(name: "서울")])
    }

    @Test("A byte order mark before the JSON is ignored") func byteOrderMark() async throws {
        let client = try client(StubTransport { _ in .json("\u{FEFF}{\"name\": \"a\"}") })
        #expect(try await client.value(City.self, for: cities) == City(name: "a"))
    }

    @Test("Sends the token only with calls that require authorization") func authorization() async throws {
        let stub = StubTransport { _ in .json(#"{"name": "a"}"#) }
        let client = try client(token: .bearer("t"), stub)
        _ = try await client.response(for: cities)
        _ = try await client.response(for: cities.withoutAuthorization())
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer t", nil])
    }

    @Test("Refuses a token with a line break before sending") func hostileToken() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let client = try client(token: .raw("secret\r\nX: y"), stub)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: cities) }
        #expect(error?.remedy == .fixInput("header Authorization"))
        #expect(stub.requests.isEmpty)
    }

    @Test(
        "Maps a refused status to an error with a code, a message and the raw body",
        arguments: [
            (400, NoticeBoardError.Code.inputRefused, .fixInput(.input)), (401, .unauthorized, .signInAgain),
            (403, .forbidden, .contactAdministrator), (404, .notFound, .reload), (405, .unsupported, .updateApp),
            (408, .timedOut, .retry(after: nil)), (409, .conflict, .reload), (410, .notFound, .reload), (412, .conflict, .reload),
            (413, .inputTooLarge, .fixInput(.size)), (422, .inputRefused, .fixInput(.input)),
            (425, .tooEarly, .retry(after: nil)),
            (426, .unsupported, .updateApp), (429, .tooManyRequests, .retry(after: nil)),
            (500, .serverFailure, .retry(after: nil)), (503, .serverFailure, .retry(after: nil)),
            (511, .networkSignIn, .retry(after: nil)), (302, .unexpectedStatus, .contactAdministrator),
            (304, .unexpectedStatus, .contactAdministrator), (418, .unexpectedStatus, .contactAdministrator),
        ] as [(Int, NoticeBoardError.Code, Remedy)])
    func refusal(status: Int, code: NoticeBoardError.Code, remedy: Remedy) async throws {
        let body = #"{"message": "안 됩니다.\u001B[31m"}"#
        let client = try client(StubTransport { _ in .json(body, status: HTTPStatus(rawValue: status)) })
        let error = await #expect(throws: NoticeBoardError.self) { try await client.value(City.self, for: cities) }
        #expect(error?.code == code)
        #expect(error?.remedy == remedy)
        #expect(error?.status == status)
        #expect(error?.serverMessage == "안 됩니다.[31m")
        #expect(error?.reply?.body == Data(body.utf8))
        #expect(error?.endpoint == "GET cities/{}")
    }

    @Test(
        "Reports where and why a body is unreadable without quoting it",
        arguments: [
            ("", "empty"), ("planted", "not valid JSON"), (" <html>planted</html>", "a web page"),
            (#"{"name": "planted"#, "not valid JSON"),
            (#"{"name": 7}"#, "At name: not a text"), (#"{"planted": 1}"#, "key name is missing"),
            (#"{"name": null}"#, "null where a text"),
            (#"["planted"]"#, "not an object"), ("null", "null where"),
        ])
    func unreadable(body: String, reason: String) async throws {
        let client = try client(StubTransport { _ in .json(body) })
        let error = await #expect(throws: NoticeBoardError.self) { try await client.value(City.self, for: cities) }
        #expect(error?.code == (reason == "a web page" ? .networkSignIn : .unreadableResponse))
        #expect(error?.detail.contains(reason) == true, "\(error?.detail ?? "")")
        #expect(error.map { "\($0)" }?.contains("planted") == false)
        #expect(error?.reply?.body == Data(body.utf8))
    }

    @Test("JSON nested 10 million levels deep throws instead of crashing") func nestingBomb() async throws {
        let client = try client(StubTransport { _ in .json(String(repeating: "[", count: 10_000_000)) })
        let error = await #expect(throws: NoticeBoardError.self) { try await client.value(City.self, for: cities) }
        #expect(error?.code == .unreadableResponse)
    }

    @Test("Wraps every error of a transport except a cancellation") func transportErrors() async throws {
        struct Odd: Error {}
        let odd = try client(StubTransport { _ in throw Odd() })
        let error = await #expect(throws: NoticeBoardError.self) { try await odd.response(for: cities) }
        #expect(error?.underlying is Odd)
        let cancelled = try client(StubTransport { _ in throw CancellationError() })
        await #expect(throws: CancellationError.self) { try await cancelled.response(for: cities) }
    }

    @Test("Each call has a unique ID that its request and error carry") func requestIDs() async throws {
        let stub = StubTransport { _ in .json("{}", status: 500) }
        let client = try client(stub)
        var errors: [NoticeBoardError] = []
        for _ in 0..<3 {
            let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: cities) }
            errors.append(try #require(error))
        }
        #expect(Set(errors.map(\.requestID)).count == 3)
        #expect(errors.map(\.requestID) == stub.requests.map(\.requestID))
    }

    @Test("An error uses the configuration's language") func language() async throws {
        for (language, words) in [(Language.korean, "서버에 문제가 발생했습니다."), (.english, "The server failed.")] {
            var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), retry: .never)
            (configuration.redirectLimit, configuration.language) = (0, language)
            let client = APIClient(
                configuration, transport: StubTransport { _ in HTTPResponse(status: 503, headers: ["Retry-After": "7"]) })
            let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: cities) }
            #expect(error?.localizedDescription == words)
            #expect(error?.remedy == .retry(after: 7))
            #expect(error?.recoverySuggestion?.contains("7") == true)
        }
    }

    @Test("Enforces the response limit for a transport that does not") func limit() async throws {
        let client = try client(StubTransport { _ in .json(String(repeating: " ", count: 100)) })
        let endpoint = cities.with { $0.options.responseLimit = 99 }
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: endpoint) }
        #expect(error?.code == .responseTooLarge)
    }

    @Test("Drops addresses from foreign errors")
    func foreignErrors() async throws {
        let foreign = URLError(.badURL, userInfo: ["address": "https://host/?q=planted"])
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client(StubTransport { _ in throw foreign }).response(for: cities)
        }
        #expect((error?.underlying as? NSError)?.code == URLError.Code.badURL.rawValue)
        #expect((error?.underlying as? NSError)?.userInfo.isEmpty == true)
        let gate = Gate()
        let held = try client(
            StubTransport { _ in
                do { try await gate.pass() } catch { throw URLError(.cancelled) }
                return .json("{}")
            })
        let call = Task { try await held.response(for: cities) }
        await gate.waitForArrivals(1)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    @Test("Wraps errors of the app's own code as external") func ownErrors()
        async throws
    {
        struct NotSignedIn: Error {}
        struct Company: TokenSource {
            func token() async throws -> AccessToken? { throw NotSignedIn() }
        }
        struct Signing: HTTPInterceptor {
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse { throw NotSignedIn() }
        }
        let stub = StubTransport { _ in .json("{}") }
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), authorization: Company())
        for _ in 0..<2 {
            let client = APIClient(configuration, transport: stub)
            let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: cities) }
            #expect(error?.code == .external)
            #expect(error?.underlying is NotSignedIn)
            #expect(error?.detail.contains("NotSignedIn") == true)
            #expect(error?.endpoint == "GET cities/{}")
            (configuration.authorization, configuration.interceptors) = (nil, [Signing()])
        }
        #expect(stub.requests.isEmpty)
    }

    @Test("Interceptors run in the given order and may send the request again") func interceptors() async throws {
        struct Marking: HTTPInterceptor {
            let mark: String
            func intercept(_ request: HTTPRequest, next: HTTPNext) async throws -> HTTPResponse {
                var request = request
                request.headers.append(mark, for: "X-Mark")
                _ = try await next(request)
                return try await next(request)
            }
        }
        let stub = StubTransport { _ in .json("{}") }
        let client = try client(interceptors: [Marking(mark: "outer"), Marking(mark: "inner")], stub)
        _ = try await client.response(for: cities)
        #expect(stub.requests.map { $0.headers.values(of: "x-mark") } == Array(repeating: ["outer", "inner"], count: 4))
        #expect(stub.requests.allSatisfy { $0.label == "cities/{}" && $0.options.authorization == .required })
    }

    @Test("Refuses plain HTTP except to loopback and allowed hosts") func plainHTTP() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let error = await #expect(throws: NoticeBoardError.self) {
            try await client(base: "http://host", stub).response(for: cities)
        }
        #expect(error?.code == .insecure)
        #expect(stub.requests.isEmpty)
        _ = try await client(base: "http://127.0.0.1:1", stub).response(for: cities)
        var allowed = APIClient.Configuration(baseURL: try #require(URL(string: "http://Host:7")))
        allowed.plainHTTPHosts = ["host"]
        _ = try await APIClient(allowed, transport: stub).response(for: cities)
        #expect(stub.requests.count == 2)
    }

    @Test("Decoding never runs on the main actor") @MainActor func decodingOffMain() async throws {
        struct Probe: Decodable, Sendable {
            let onMain: Bool
            init(from decoder: any Decoder) { onMain = MainActorMark.isHere }
        }
        let client = try client(StubTransport { _ in .json("{}") })
        let probe = try await client.value(Probe.self, for: cities)
        #expect(MainActorMark.isHere)
        #expect(!probe.onMain)
    }

    @Test("Sends a default or a configured user agent") func userAgent() async throws {
        let stub = StubTransport { _ in .json("{}") }
        var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        _ = try await APIClient(configuration, transport: stub).response(for: cities)
        configuration.userAgent = "Mine/1"
        _ = try await APIClient(configuration, transport: stub).response(for: cities)
        #expect(stub.requests.first?.headers[.userAgent]?.hasSuffix(" NoticeBoard/0.1") == true)
        #expect(stub.requests.last?.headers[.userAgent] == "Mine/1")
    }

    @Test("No description of a client shows its token") func secrecy() throws {
        let client = try client(token: .bearer("planted"), StubTransport { _ in .json("{}") })
        let configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), token: .raw("planted"), headers: ["SesacKey": "planted"])
        var dumped = ""
        dump(client, to: &dumped)
        dump(configuration, to: &dumped)
        for text in [dumped, String(reflecting: client), "\(client)", String(reflecting: configuration)] {
            #expect(!text.contains("planted"))
        }
    }
}
