import Foundation
import NoticeBoardHTTP
import TestSupport
import Testing

@Suite("Requests as curl commands", .inTurn, .timeLimit(.minutes(1))) struct CurlCommandTests {
    private func request(
        _ method: HTTPMethod = .post, _ target: String = "/a", headers: HTTPHeaders = [:], body: HTTPBody? = nil,
        label: String = ""
    ) throws -> HTTPRequest {
        let origin = try #require(HTTPOrigin(host: "host"))
        return HTTPRequest(method: method, origin: origin, target: target, headers: headers, body: body, label: label)
    }

    private func text(_ text: String) -> HTTPBody { .data(Data(text.utf8)) }

    private static let start = "curl -X POST --path-as-is --globoff 'https://host/a'"

    @Test("Shows address, harmless fields and body") func shown() throws {
        let request = try request(headers: [.contentType: "application/json"], body: text(#"{"a":1}"#))
        #expect(request.curl == Self.start + #" -H 'Content-Type: application/json' --data-raw '{"a":1}'"#)
    }

    @Test("Hides the value of every field that may hold a secret") func fields() throws {
        let headers: HTTPHeaders = [.authorization: "Bearer t0ken", .cookie: "a=t0ken", "X-Key": "t0ken", .accept: "a/b"]
        let curl = try request(.get, headers: headers).curl
        #expect(curl.hasSuffix(" -H 'Authorization: ...' -H 'Cookie: ...' -H 'X-Key: ...' -H 'Accept: a/b'"))
    }

    @Test("Hides a field that the call names as a secret") func ownSecret() throws {
        var request = try request(.get, headers: [.userAgent: "secret"])
        request.options.secretHeaders = [.userAgent]
        #expect(request.curl.hasSuffix(" -H 'User-Agent: ...'"))
    }

    @Test("Hides the body of a call that is marked so") func secretBody() throws {
        var request = try request(headers: [.contentType: "a/b"], body: text("password"))
        request.options.hasSecretBody = true
        #expect(request.curl.hasSuffix(" --data-raw '... (8 bytes)'"))
    }

    @Test("Hides the body of a call without authentication") func signingIn() throws {
        var request = try request(headers: [.contentType: "a/b"], body: text("password"))
        request.options.authorization = .anonymous
        #expect(request.curl.hasSuffix(" --data-raw '... (8 bytes)'"))
    }

    @Test("Hides the query of a URL from a server") func signedURL() throws {
        let endpoint = EndpointRequest.get(.url(try #require(URL(string: "https://cdn/a/b?signature=s3cret"))))
        let builder = RequestBuilder(baseURL: try #require(URL(string: "https://host/api")), headers: [:])
        #expect(try builder.request(for: endpoint).curl.contains("'https://cdn/a/b?...'"))
    }

    @Test("Names a file instead of reading it") func file() throws {
        let file = ScratchFolder.url("it's a body")
        try Data("content".utf8).write(to: file)
        let curl = try request(headers: [.contentType: "a/b"], body: .file(file)).curl
        #expect(curl == Self.start + #" -H 'Content-Type: a/b' --data-binary $'@./\#(escaped(file.lastPathComponent))'"#)
    }

    private func escaped(_ name: String) -> String { name.replacingOccurrences(of: "'", with: "\\047") }

    @Test("Hides the name of a file that is a secret") func secretFile() throws {
        let file = ScratchFolder.url("key")
        try Data("content".utf8).write(to: file)
        var request = try request(headers: [.contentType: "a/b"], body: .file(file))
        request.options.hasSecretBody = true
        #expect(request.curl.hasSuffix(" --data-raw '... (7 bytes)'"))
    }

    @Test("Shows a form with a file as its size") func form() throws {
        let file = ScratchFolder.url("picture")
        try Data("content".utf8).write(to: file)
        let endpoint = EndpointRequest.post("a", body: .multipart(Multipart([.file("file", file)])))
        let request = try RequestBuilder(baseURL: try #require(URL(string: "https://host")), headers: [:]).request(for: endpoint)
        #expect(request.curl.hasSuffix(" --data-raw '... (\(try #require(request.body).length) bytes)'"))
    }

    @Test("Shows a body that no argument can hold as its size", arguments: [Data([97, 0]), Data(repeating: 97, count: 65_537)])
    func largeBody(body: Data) throws {
        let curl = try request(headers: [.contentType: "a/b"], body: .data(body)).curl
        #expect(curl.hasSuffix(" --data-raw '... (\(body.count) bytes)'"))
    }

    @Test("A HEAD does not wait for a body") func head() throws {
        #expect(try request(.head).curl == "curl --head --path-as-is --globoff 'https://host/a'")
    }

    @Test("Sends empty fields") func emptyFields() throws {
        #expect(try request(.get, headers: [.accept: "", .date: " \t"]).curl.hasSuffix(" -H 'Accept;' -H 'Date;'"))
    }

    @Test("Leaves the length of the body to curl") func framing() throws {
        let headers: HTTPHeaders = [.contentType: "a/b", .contentLength: "9", .transferEncoding: "chunked", "Expect": "x"]
        #expect(try request(headers: headers, body: text("a")).curl == Self.start + " -H 'Content-Type: a/b' --data-raw a")
    }

    @Test("Sends a POST without a body as the transports do") func noBody() throws {
        #expect(try request().curl == Self.start + " -H 'Content-Length: 0'")
    }

    @Test("Hides a value that no transport sends") func lineBreak() throws {
        #expect(try request(.get, headers: [.accept: "a\r\nX: y"]).curl.hasSuffix(" -H 'Accept: ...'"))
        #expect(try request(.get, headers: [.accept: "a\0"]).curl.hasSuffix(" -H 'Accept: ...'"))
    }

    @Test("Writes everything but printable ASCII in digits") func digits() throws {
        let curl = try request(headers: [.contentType: "a/b"], body: text("\u{1B}[31m\n한'\\")).curl
        #expect(curl.hasSuffix(#" --data-raw $'\033[31m\012\355\225\234\047\134'"#))
    }
}
