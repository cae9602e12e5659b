import Foundation
import NoticeBoardHTTP
import NoticeBoardKit
import NoticeBoardScreens
import NoticeBoardSearch
import Testing

@Suite("NoticeBoardAPI", .serialized, .inTurn, .timeLimit(.minutes(1))) struct NoticeBoardAPITests {
    private func line(_ call: NoticeBoardAPI) throws -> String {
        let builder = RequestBuilder(baseURL: try #require(URL(string: "https://host/api/v2")))
        let request = try builder.request(for: call)
        return "\(request.method) \(request.target)"
    }

    @Test("Builds the exact request line of each call") func lines() throws {
        #expect(try line(.boards) == "GET /api/v2/boards")
        #expect(try line(.posts(board: 28478, offset: 0, limit: 30)) == "GET /api/v2/boards/28478/posts?offset=0&limit=30")
        #expect(
            try line(.search("메일", board: 1, target: .title, offset: 30, limit: 30))
                == "GET /api/v2/boards/1/posts?search=%EB%A9%94%EC%9D%BC&searchTarget=title&offset=30&limit=30")
    }

    @Test(
        "A keyword is sent as the percent-encoded UTF-8 of its NFC form",
        arguments: [
            ("C++", "C%2B%2B"), ("a&b=c", "a%26b%3Dc"), ("100%", "100%25"), ("#1;2", "%231%3B2"),
            ("메일 플러그", "%EB%A9%94%EC%9D%BC%20%ED%94%8C%EB%9F%AC%EA%B7%B8"),
            ("\u{1106}\u{1166}\u{110B}\u{1175}\u{11AF}", "%EB%A9%94%EC%9D%BC"), ("e\u{301}", "%C3%A9"), ("😀", "%F0%9F%98%80"),
            ("\u{AC00}\u{11A8}", "%EA%B0%81"), ("\u{F900}", "%E8%B1%88"), (" a ", "%20a%20"),
            (String(repeating: "가", count: 1000), String(repeating: "%EA%B0%80", count: 1000)),
        ])
    func keywords(keyword: String, encoded: String) throws {
        let expected = "GET /api/v2/boards/1/posts?search=\(encoded)&searchTarget=all&offset=0&limit=1"
        #expect(try line(.search(keyword, board: 1, target: .all, offset: 0, limit: 1)) == expected)
    }

    @Test("Hides the keyword in every description of a call") func secrecy() {
        let call = NoticeBoardAPI.search("planted", board: 1, target: .all, offset: 0, limit: 1)
        var dumped = ""
        dump(call, to: &dumped)
        for text in [dumped, "\(call)", String(reflecting: call)] { #expect(!text.contains("planted")) }
    }
}
