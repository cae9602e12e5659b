import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Redirects", .serialized, .inTurn, .timeLimit(.minutes(1))) struct RedirectTests {
    /// Sends `endpoint` to a server that redirects `/api/start`, and returns all requests.
    private func exchange(
        _ endpoint: EndpointRequest, _ status: Int, to location: String, base: String = "https://host/api",
        headers: HTTPHeaders = [:]
    ) async throws -> [HTTPRequest] {
        let stub = StubTransport { request in
            request.target == "/api/start"
                ? HTTPResponse(status: HTTPStatus(rawValue: status), headers: ["Location": location]) : .json("{}")
        }
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: base)), token: .bearer("t"), headers: headers)
        configuration.defaults.secretHeaders = ["SesacKey"]
        _ = try await APIClient(configuration, transport: stub).response(for: endpoint)
        return Array(stub.requests)
    }

    @Test(
        "Resolves the location against the request URL",
        arguments: [
            ("/x?q=%2B", "https://host/x?q=%2B"), ("y", "https://host/api/y"), ("../z", "https://host/z"),
            ("?n=1", "https://host/api/start?n=1"),
            ("//other:8/x#frag", "https://other:8/x"), ("https://HOST", "https://host/"),
            ("/게시판/a b?q=검", "https://host/%EA%B2%8C%EC%8B%9C%ED%8C%90/a%20b?q=%EA%B2%80"),
        ])
    func addresses(location: String, expected: String) async throws {
        let requests = try await exchange(.get("start"), 302, to: location)
        #expect(requests.last.map { $0.origin.text + $0.target } == expected)
    }

    @Test(
        "Sends secrets only to the same origin",
        arguments: ["/x", "https://host:443/x", "https://other/x", "https://host:8443/x", "https://sub.host/x"])
    func secrets(location: String) async throws {
        let requests = try await exchange(
            .get("start", headers: ["Cookie": "c", "X-Plain": "p"]), 307, to: location, headers: ["SesacKey": "k"])
        let last = try #require(requests.last)
        let staysHome = last.origin.text == "https://host"
        #expect(last.headers[.authorization] == (staysHome ? "Bearer t" : nil))
        #expect(last.headers[.cookie] == (staysHome ? "c" : nil))
        #expect(last.headers["sesackey"] == (staysHome ? "k" : nil))
        #expect(last.headers["x-plain"] == "p")
    }

    @Test("A secret dropped by a redirect stays dropped on returning to its origin") func thereAndBack()
        async throws
    {
        let stub = StubTransport { request in
            switch (request.origin.host, request.target) {
            case ("host", "/start"): HTTPResponse(status: 302, headers: ["Location": "https://other/x"])
            case ("other", _): HTTPResponse(status: 302, headers: ["Location": "https://host/end"])
            default: .json("{}")
            }
        }
        let configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")), token: .bearer("t"))
        _ = try await APIClient(configuration, transport: stub).response(for: EndpointRequest.get("start"))
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer t", nil, nil])
    }

    @Test(
        "Rewrites the method and body according to the redirect status",
        arguments: [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"), (308, "POST", "POST"),
            (301, "PUT", "PUT"),
            (303, "PUT", "GET"), (302, "DELETE", "DELETE"), (303, "HEAD", "HEAD"), (301, "GET", "GET"),
        ])
    func methods(status: Int, method: String, becomes: String) async throws {
        let carriesBody = ["POST", "PUT"].contains(method)
        let body: RequestBody? = carriesBody ? .data(Data("b".utf8), contentType: "text/plain") : nil
        let requests = try await exchange(
            EndpointRequest(HTTPMethod(rawValue: method), "start", body: body), status, to: "/x")
        let last = try #require(requests.last)
        #expect(last.method.rawValue == becomes)
        #expect((last.body != nil) == (carriesBody && becomes == method))
        #expect((last.headers[.contentType] != nil) == (carriesBody && becomes == method))
    }

    @Test("Sends a file body again after a redirect") func files() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("redirect-\(UInt64.random(in: 0...UInt64.max))")
        try Data("b".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let requests = try await exchange(.post("start", body: .file(file, contentType: "text/plain")), 307, to: "/x")
        #expect(try requests.map(\.body) == [.file(file), .file(file)])
    }

    @Test(
        "Sends a body to another origin only if the endpoint allows it",
        arguments: [("POST", 307), ("POST", 308), ("PUT", 301), ("PUT", 307)], ["https://other/x", "https://host:8443/x"])
    func bodyElsewhere(call: (method: String, status: Int), location: String) async throws {
        var endpoint = EndpointRequest(
            HTTPMethod(rawValue: call.method), "start", body: .json(["password": "planted"]))
        let error = await #expect(throws: NoticeBoardError.self) { try await exchange(endpoint, call.status, to: location) }
        #expect(error?.code == .redirectRefused)
        #expect(error?.detail == "The server answered with a redirect that would take the body to another origin.")
        endpoint.options.sendsBodyAcrossOrigins = true
        let requests = try await exchange(endpoint, call.status, to: location)
        #expect(requests.map { $0.body != nil } == [true, true])
    }

    @Test("The response carries the answering origin and path without the query") func answerer() async throws {
        let stub = StubTransport { request in
            request.origin.host == "host"
                ? HTTPResponse(status: 302, headers: ["Location": "https://cdn:8443/a%20b/c?signature=s"]) : .json("{}")
        }
        let client = APIClient(APIClient.Configuration(baseURL: try #require(URL(string: "https://host"))), transport: stub)
        let response = try await client.response(for: EndpointRequest.get("start"))
        #expect(response.origin?.text == "https://cdn:8443")
        #expect(response.url?.absoluteString == "https://cdn:8443/a%20b/c")
    }

    @Test(
        "Refuses a redirect to an unsafe or invalid address",
        arguments: [
            ("http://host/x", "plain http"), ("ftp://host/x", "no http address"), ("file:///etc/passwd", "no http address"),
            ("https://user:secret@host/x", "no http address"), ("https://", "no http address"),
            ("javascript:1", "no http address"),
        ])
    func refused(location: String, reason: String) async throws {
        let error = await #expect(throws: NoticeBoardError.self) { try await exchange(.get("start"), 302, to: location) }
        #expect(error?.code == .redirectRefused)
        #expect(error?.detail.contains(reason) == true)
        #expect(error.map { "\($0)" }?.contains("secret") == false)
        #expect(error?.status == 302)
    }

    @Test("Refuses a redirect to a plain HTTP host that is not allowed") func plainHTTP() async throws {
        let error = await #expect(throws: NoticeBoardError.self) {
            try await exchange(
                .get("start", headers: [.accept: "image/png"]), 302, to: "http://host/x", base: "http://127.0.0.1/api")
        }
        #expect(error?.code == .insecure)
    }

    @Test(
        "Reports a network sign-in when plain HTTP redirects a JSON call to another host",
        arguments: ["http://portal/x", "https://portal/x", "https://portal/post"], ["GET", "PUT", "POST"])
    func portal(location: String, method: String) async throws {
        let stub = StubTransport { request in
            request.origin.host == "127.0.0.1"
                ? HTTPResponse(status: 302, headers: ["Location": location])
                : .init(status: location.hasSuffix("post") ? 403 : 200, body: Data(" <html></html>".utf8))
        }
        let client = APIClient(
            APIClient.Configuration(baseURL: try #require(URL(string: "http://127.0.0.1"))), transport: stub)
        let call = EndpointRequest(HTTPMethod(rawValue: method), "start", body: method == "GET" ? nil : .json([1]))
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: call) }
        #expect(error?.code == .networkSignIn)
        #expect(error?.mayHaveArrived == false)
        // A picture may legitimately be on another host.
        let picture = EndpointRequest.get("start", headers: [.accept: "*/*"], options: .init(authorization: .anonymous))
        let other = try? await client.response(for: picture)
        #expect(other == nil || other?.status.isSuccess == true)
    }

    @Test("Follows as many redirects as the limit allows") func loop() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: 302, headers: ["Location": "/again"]) }
        for (limit, sent) in [(5, 6), (0, 1)] {
            var configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
            configuration.redirectLimit = limit
            let before = stub.requests.count
            let error = await #expect(throws: NoticeBoardError.self) {
                try await APIClient(configuration, transport: stub).response(for: EndpointRequest.get("x"))
            }
            #expect(error?.detail == "The server answered with more than \(limit) redirects.")
            #expect(stub.requests.count - before == sent)
        }
    }

    @Test("A 3xx without a location is an ordinary response", arguments: [300, 304, 302]) func noAddress(status: Int)
        async throws
    {
        let stub = StubTransport { _ in HTTPResponse(status: HTTPStatus(rawValue: status)) }
        let configuration = APIClient.Configuration(baseURL: try #require(URL(string: "https://host")))
        let endpoint = EndpointRequest(.get, "x", validation: .any)
        #expect(try await APIClient(configuration, transport: stub).response(for: endpoint).status.rawValue == status)
    }
}
