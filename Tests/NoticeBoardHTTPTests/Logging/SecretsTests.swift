import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

/// Plants secrets in every place that can hold one and searches everything that may be shown.
@Suite("Secrets in logs and descriptions", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SecretsTests {
    /// Each contains characters that change when percent-encoded or escaped.
    private static let secrets = PlantedSecrets([
        "token": "tök+en/\"1\"", "refresh": "re fresh/\"2\"", "keyword": "비밀 검색\\어+3", "header": "kéy \"4\"",
        "password": "pass/워드\"5\"",
        "cookie": "cöokie=6; \"", "body": "answer/답\"7\"", "path": "id/경로 8", "file": "파일 9.png", "part": "part/값\"10\"",
    ])

    private static func secret(_ name: String) -> String { secrets[name] }

    private static func shown(_ value: Any) -> String { PlantedSecrets.shown(value) }

    private func check(_ shown: String, _ place: String) {
        for finding in Self.secrets.findings(in: shown) { Issue.record("\(place) shows \(finding)") }
    }

    private struct Login: Encodable, Sendable { let password: String }

    private func endpoints() throws -> (calls: [EndpointRequest], file: URL) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(Self.secret("file"))")
        try Data("x".utf8).write(to: file)
        let calls: [EndpointRequest] = [
            .get("boards/\(Self.secret("path"))/posts", query: ["search": Self.secret("keyword")]),
            .post(
                "login", headers: ["SesacKey": Self.secret("header"), "Cookie": Self.secret("cookie")],
                body: .json(Login(password: Self.secret("password")))),
            .post("form", body: .form(["keyword": Self.secret("keyword")])),
            .post("post", body: .multipart(Multipart([.text("part", Self.secret("part")), .file("file", file)]))),
            .put("file", body: .file(file, contentType: "a/b")),
        ]
        return (calls, file)
    }

    private func session() -> TokenSession {
        TokenSession(
            Credentials(
                accessToken: .bearer(Self.secret("token")), refreshToken: Self.secret("refresh"), account: Self.secret("path"))
        ) {
            Credentials(accessToken: .bearer(Self.secret("token") + "2"), refreshToken: $0.refreshToken)
        }
    }

    /// Server behaviors, with secrets in the responses too.
    private static func behaviours() -> [(String, @Sendable (HTTPRequest) throws -> HTTPResponse)] {
        let body = Data("{\"message\": 1, \"x\": \"\(secret("body"))\"}".utf8)
        let headers: HTTPHeaders = ["Set-Cookie": secret("cookie"), "X-Echo": secret("keyword")]
        return [
            ("success", { _ in HTTPResponse(status: 200, headers: headers, body: body) }),
            ("404", { _ in HTTPResponse(status: 404, headers: headers, body: body) }),
            ("503", { _ in HTTPResponse(status: 503, headers: headers, body: body) }),
            ("expired", { _ in HTTPResponse(status: 401, headers: headers, body: body) }),
            (
                "redirect",
                { request in
                    request.origin.host == "other"
                        ? HTTPResponse(status: 404, body: body)
                        : HTTPResponse(
                            status: 307,
                            headers: [
                                "Location":
                                    "https://other/\(secret("header").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                            ])
                }
            ),
            (
                "refused redirect",
                { _ in HTTPResponse(status: 307, headers: ["Location": "http://host/?\(secret("keyword").utf8.count)"]) }
            ),
            ("lost", { _ in throw NoticeBoardError(.connectionLost) }),
            (
                "foreign error",
                { request in
                    throw NSError(
                        domain: "x", code: 7,
                        userInfo: [NSURLErrorFailingURLErrorKey: request.url as Any, "k": secret("keyword")])
                }
            ),
        ]
    }

    @Test("No log, description, dump or error shows a secret", arguments: 0..<8)
    func everywhere(index: Int) async throws {
        let (name, behaviour) = Self.behaviours()[index]
        let (calls, file) = try endpoints()
        defer { try? FileManager.default.removeItem(at: file) }
        let events = RecentEvents()
        let session = session()
        let requests = Locked<[HTTPRequest]>([])
        let stub = StubTransport { request in
            requests.withLock { $0.append(request) }
            return try behaviour(request)
        }
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://host")), authorization: session,
            defaults: .init(secretHeaders: ["SesacKey"]), loggers: [events])
        configuration.time = TimeSource(now: { 0 }, sleep: { _ in })
        let client = APIClient(configuration, transport: stub)
        for call in calls {
            check(Self.shown(call), "the call")
            do {
                _ = try await client.value(Int.self, for: call)
                Issue.record("\(name): nothing here is an Int")
            } catch {
                let error = try #require(error as? NoticeBoardError)
                let words = [
                    error.localizedDescription, error.failureReason, error.recoverySuggestion, "\((error as NSError).userInfo)",
                    error.underlying.map { Self.shown($0) + "\(($0 as NSError).userInfo)" },
                ]
                check(Self.shown(error) + words.compactMap { $0 }.joined(separator: "\n"), "\(name): the error")
            }
        }
        #expect(events.events.count >= 2 * calls.count)
        check(events.text + events.events.map { Self.shown($0) }.joined(), "\(name): the events")
        check(Self.shown(client) + Self.shown(session) + Self.shown(session.credentials as Any), "\(name): the client")
        for request in requests.withLock({ $0 }) {
            check(Self.shown(request), "\(name): the request")
            // The secrets searched for were really sent.
            #expect(request.origin.host == "other" || request.headers[.authorization]?.contains(Self.secret("token")) == true)
        }
    }

    @Test("The secret search finds every spelling") func search() { #expect(Self.secrets.blindness.isEmpty) }

    @Test("The error of a system transport shows no secret") func system() async throws {
        let port = try LoopbackServer.refusingPort()
        let events = RecentEvents()
        let base = try #require(URL(string: "http://127.0.0.1:\(port)"))
        let client = APIClient(
            APIClient.Configuration(baseURL: base, authorization: session(), retry: .never, loggers: [events]))
        let (calls, file) = try endpoints()
        defer { try? FileManager.default.removeItem(at: file) }
        for call in calls {
            let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: call) }
            let underlying = error?.underlying.map { Self.shown($0) + "\(($0 as NSError).userInfo)" } ?? ""
            check(Self.shown(error as Any) + underlying + events.text, "the system's error")
        }
    }
}
