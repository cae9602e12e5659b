import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("What messages say of themselves", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DescriptionTests {
    private func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test("A response tells its status and how long its body is, never what it holds") func response() {
        let response = HTTPResponse(
            status: 201, headers: ["Set-Cookie": "planted", "X-Count": "3"], body: Data("planted".utf8))
        #expect("\(response)" == "201, 7 bytes" && String(reflecting: response) == "201, 7 bytes")
        #expect(!dumped(response).contains("planted") && dumped(response).contains("201"))
    }

    @Test("A form tells how many parts it has, a part its name") func form() {
        let parts: [Multipart.Part] = [
            .text("title", "planted"), .data("file", Data("planted".utf8), fileName: "planted", contentType: "a/b"),
        ]
        #expect("\(Multipart(parts))" == "2 parts" && "\(parts[0])" == "title" && "\(parts[1])" == "file")
        #expect(!dumped(Multipart(parts)).contains("planted"))
    }

    @Test("A request that a server read tells its line, its fields and how long its body is") func loopback() {
        let request = LoopbackRequest(
            method: "POST", target: "/a", headers: [LoopbackRequest.Header(name: "X-A", value: "1")], body: Data("planted".utf8))
        #expect("\(request)" == "POST /a\nX-A: 1\n(7 bytes)")
        let chunked = LoopbackRequest(body: Data("ab".utf8), isChunked: true)
        #expect("\(chunked)".hasSuffix("(2 bytes in chunks)"))
    }
}
