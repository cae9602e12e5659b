import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardScreens
import Testing

@testable import NoticeBoardTesting

@Suite("Test double input with combining marks", .inTurn, .timeLimit(.minutes(1))) struct DoubleSeparatorTests {
    private static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{338}"]
    private static let before = "\u{600}"

    private func request(_ target: String, headers: HTTPHeaders = [:]) throws -> HTTPRequest {
        HTTPRequest(origin: try #require(HTTPOrigin(host: "host")), target: target, headers: headers)
    }

    @Test("A simulator divides a target at every separator", arguments: marks) func targets(mark: String) throws {
        let target = try #require(SimulatedTarget("/\(mark)a\(Self.before)/\(mark)b?\(mark)x=\(mark)1&\(mark)y=2;\(mark)z=3"))
        #expect(target.path.map { Array($0.utf8) } == ["\(mark)a\(Self.before)", "\(mark)b"].map { Array($0.utf8) })
        #expect(target.items.count == 3)
        #expect(target.items["\(mark)x"].map { Array($0.utf8) } == Array("\(mark)1".utf8))
        #expect(SimulatedTarget("/?x=+\(mark)1")?.number("x", default: 0) == nil)
    }

    @Test("A stub compares paths and items by their bytes", arguments: marks) func routes(mark: String) throws {
        let actual = try request("/a/\(mark)b?x=\(mark)1&\(mark)y=2")
        let route = StubRoute(method: .get, pattern: "/a/\(mark)b", query: ["x": "\(mark)1", "\(mark)y": "2", "y": nil])
        #expect(route.differences(from: actual) == [])
        #expect([actual].difference(from: ["GET /a/\(mark)b?x=\(mark)1&\(mark)y=2"]) == nil)
        #expect([actual].difference(from: ["GET \(mark)b?x=\(mark)1&\(mark)y=2"]) == nil)
        #expect([actual].difference(from: ["GET b?x=\(mark)1&\(mark)y=2"]) != nil)
    }

    @Test("A stub distinguishes composed and decomposed text") func composition() throws {
        let actual = try request("/e%CC%81?q=e%CC%81", headers: ["X": "e\u{301}"])
        #expect(StubRoute(method: .get, pattern: "é", query: ["q": "é"]).differences(from: actual).count == 2)
        #expect(StubRoute(method: .get, pattern: "e\u{301}", query: ["q": "e\u{301}"]).differences(from: actual) == [])
        #expect([actual].difference(from: ["GET /e%CC%81?q=e%CC%81"]) == nil)
        #expect([actual].difference(from: ["GET /%C3%A9?q=e%CC%81"]) != nil)
    }

    @Test("A form is divided at every separator", arguments: marks) func forms(mark: String) throws {
        let body =
            "--b\r\nContent-Disposition:\(mark) form-data; name=\"a\"\r\n\r\none\r\n--b--\r\n"
        #expect(SimulatedForm(Data(body.utf8), contentType: "multipart/form-data; boundary=b") == nil)
        let named =
            "--b\(mark)\r\nContent-Disposition: form-data; name=\"\(mark)a\"; filename=\"\(mark)f\(Self.before)\"\r\n"
            + "Content-Type: x/\(mark)y\r\n\r\n\(mark)one\r\n--b\(mark)--\r\n"
        let form = try #require(SimulatedForm(Data(named.utf8), contentType: "multipart/form-data; boundary=b\(mark)"))
        let part = try #require(form.parts.first)
        #expect(Array(part.name.utf8) == Array("\(mark)a".utf8))
        #expect(part.fileName.map { Array($0.utf8) } == Array("\(mark)f\(Self.before)".utf8))
        #expect(part.contentType.map { Array($0.utf8) } == Array("x/\(mark)y".utf8))
        #expect(part.content == Data("\(mark)one".utf8))
    }

    @Test("The loopback server does not fold non-ASCII letters to ASCII") func loopback() {
        let request = LoopbackRequest(headers: [.init(name: "X-K", value: "1")])
        #expect(request.values(of: "x-k") == ["1"])
        #expect(request.values(of: "x-\u{212A}") == [])
        var reader = WireReader {
            Array("PUT / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chun\u{212A}ed\r\n\r\n".utf8)
        } allowBody: {
        }
        #expect(throws: WireFault.self) { try reader.next() }
    }

    @Test("A simulator compares its token exactly") func tokens() {
        var token = SimulatedToken("K")
        let admitsOther = token.admits("Bearer \u{212A}", host: "host")
        let admitsOwn = token.admits("Bearer K", host: "host")
        #expect(!admitsOther)
        #expect(admitsOwn)
    }
}
