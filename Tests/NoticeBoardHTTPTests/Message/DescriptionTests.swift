import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

@Suite("Descriptions of messages", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DescriptionTests {
    private func dumped(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test("A response describes its status and length, never its body") func response() {
        let response = HTTPResponse(
            status: 201, headers: ["Set-Cookie": "planted", "X-Count": "3"], body: Data("planted".utf8))
        #expect("\(response)" == "201, 7 bytes")
        #expect(String(reflecting: response) == "201, 7 bytes")
        #expect(!dumped(response).contains("planted"))
        #expect(dumped(response).contains("201"))
    }

    @Test("A form describes its number of parts, a part its name") func form() {
        let parts: [Multipart.Part] = [
            .text("title", "planted"), .data("file", Data("planted".utf8), fileName: "planted", contentType: "a/b"),
        ]
        #expect("\(Multipart(parts))" == "2 parts")
        #expect("\(parts[0])" == "title")
        #expect("\(parts[1])" == "file")
        #expect(!dumped(Multipart(parts)).contains("planted"))
    }
}
