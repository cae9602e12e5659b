import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@Suite("PostContent", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct PostContentTests {
    @Test("Lists hits by block in order") func hits() {
        let content = PostContent("<h1>메일</h1><p>없음</p><p>새 메일, 메일</p>", highlighting: Highlighter("메일"))
        #expect(content.hits.map(\.block) == [0, 2, 2])
        #expect(content.highlights(of: 1).isEmpty)
        #expect(content.highlights(of: 9).isEmpty)
        #expect(content.highlights(of: 2).map { content.body.blocks[2].text[$0] } == ["메일", "메일"])
        #expect(PostContent("메일").hits.isEmpty)
        #expect(PostContent("").isEmpty)
    }

    @Test("Compares by contents and hits") func equality() {
        let marked = PostContent("<p>메일</p>", highlighting: Highlighter("메일"))
        #expect(marked == PostContent("<p>메일</p>", highlighting: Highlighter("메일")))
        #expect(marked != PostContent("<p>메일</p>"))
        #expect(marked != PostContent("<p>메일</p>", highlighting: Highlighter("일")))
        #expect(marked != PostContent("메일"))
    }

    @Test(
        "Divides any repeated input in linear time",
        arguments: [
            "<p>메일</p>", "메일 ", "메", "<b>", "<b ", "<p title=\"", "<!--", "<!---->", "&amp;", "<script>", "</script>",
            "<textarea>", "<td>메",
            "<a href=\"https://example.com\">메", "<blockquote><li>", "\n\n", "메\n", "<", "&", "</", "\u{202E}",
        ])
    func large(piece: String) {
        let contents = "<p>메일</p>" + String(repeating: piece, count: 60_000 / piece.utf8.count)
        let content = PostContent(contents, highlighting: Highlighter("메"))
        #expect(!content.isEmpty)
        #expect(content.hits.count <= 10_000)
        #expect(content.body.blocks.reduce(0) { $0 + $1.text.utf8.count } < 2_100_000)
        #expect(PlainText.line(of: contents, limit: 20).count <= 20)
    }

    @Test("Differs for another base URL") func base() throws {
        let contents = "<p><img src=\"a.png\"></p>"
        let url = try #require(URL(string: "https://board.example/posts/"))
        #expect(PostContent(contents, baseURL: url) == PostContent(contents, baseURL: url))
        #expect(PostContent(contents, baseURL: url) != PostContent(contents))
    }

    @Test("Says when it cuts megabytes of contents") func megabytes() {
        let contents = String(repeating: "<p>메일</p>", count: 3_000_000 / 13)
        let content = PostContent(contents, highlighting: Highlighter("메일"))
        #expect(content.body.isCut)
        #expect(content.body.blocks.count == 5_000)
        #expect(content.hits.count == 5_000)
        #expect(PlainText.line(of: contents, limit: 6) == "메일 메일…")
        #expect(PostPage.State(Post(id: 1, title: "가"), content: content).cutText?.isEmpty == false)
    }

    @Test("Divides a very long line, at spaces if it has any") func division() {
        let words = PostContent(String(repeating: "메일 ", count: 20_000)).body.blocks
        #expect(words.count > 5)
        #expect(words.allSatisfy { $0.text.utf8.count <= 16_384 })
        #expect(words.allSatisfy { $0.text.hasPrefix("메") })
        let one = PostContent("<p>" + String(repeating: "메", count: 20_000)).body.blocks
        #expect(one.map(\.text).joined() == String(repeating: "메", count: 20_000))
        #expect(one.count > 2)
        let line = String(repeating: "메", count: 20_000)
        let mixed = PostContent("앞\n" + line + "\n뒤\n\n끝").body.blocks.map(\.text)
        #expect(mixed.joined().filter { $0 != "\n" } == "앞" + line + "뒤끝")
        #expect(mixed.last == "끝")
    }

    @Test("Divides long runs of lines and of entities") func manyLines() {
        let line = "메일이 한 줄에 하나씩 있습니다."
        let lines = PostContent(String(repeating: line + "\n", count: 1_000)).body.blocks
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.text.hasPrefix(line) && $0.text.hasSuffix(line) })
        let entities = PostContent("<p>" + String(repeating: "&amp;", count: 40_000)).body.blocks
        #expect(entities.count == 3)
        #expect(entities.map(\.text).joined() == String(repeating: "&", count: 40_000))
    }
}
