import Foundation
import Testing

@testable import NoticeBoardTesting

@Suite("Framing of loopback answers", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct LoopbackStepsTests {
    /// Returns the steps as strings with all of their bytes.
    private func steps(_ answer: LoopbackAnswer) -> [String] {
        answer.steps.map { step in
            switch step {
            case .send(let bytes): "> " + String(decoding: bytes, as: UTF8.self)
            case .body(let bytes): ": " + String(decoding: bytes, as: UTF8.self)
            case .repeatedBody(let bytes, let times): "\(times) × \(bytes.count) × \(Set(bytes).sorted())"
            default: "\(step)"
            }
        }
    }

    private func head(_ status: String, _ lines: String...) -> String {
        "> HTTP/1.1 \(status)\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    @Test("A length is added to an unframed body") func lengths() {
        for status in [200, 201, 203, 205, 206, 301, 303, 305, 404, 500, 999] {
            #expect(steps(.response(status))[0].hasSuffix("\r\nContent-Length: 0\r\n\r\n"), "\(status)")
        }
        for status in [100, 101, 199, 204, 304] { #expect(!steps(.response(status))[0].contains("Content-Length"), "\(status)") }
        for name in ["Content-Length", "content-length", "Transfer-Encoding", "TRANSFER-ENCODING"] {
            #expect(steps(.response(200, headers: [(name, "x")]))[0] == head("200 OK", "\(name): x"))
        }
    }

    @Test("Only a Connection header that says close ends the connection") func closing() {
        for (name, value) in [("Connection", "close"), ("connection", "CLOSE")] {
            #expect(
                steps(.response(204, headers: [(name, value)])) == [head("204 OK", "\(name): \(value)"), ": ", "close"])
        }
        for (name, value) in [("Connection", "keep-alive"), ("X", "close"), ("Connection", "close, x")] {
            #expect(steps(.response(204, headers: [(name, value)])) == [head("204 OK", "\(name): \(value)"), ": "])
        }
    }
}
