import Foundation
import NoticeBoardKit
import Testing

@Suite("Post bodies beside combining marks", .timeLimit(.minutes(1))) struct BodySeparatorTests {
    private static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{338}"]

    @Test("A tag is one whatever stands beside it", arguments: marks) func tags(mark: String) {
        let body = PostBody("<p>\(mark)a</p>\(mark)<p>b\u{600}<br>\(mark)c</p>")
        let texts = body.blocks.map { Array($0.text.utf8) }
        #expect(texts.first == Array("\(mark)a".utf8))
        #expect(texts.last == Array("b\u{600}\n\(mark)c".utf8))
    }

    @Test("An attribute's value ends with its quote", arguments: marks) func attributes(mark: String) throws {
        let body = PostBody("<p><a href=\"https://e.example/\(mark)a\u{600}\"\(mark)>b</a></p>")
        let link = try #require(body.blocks.first?.links.first)
        let path = "/\(mark)a\u{600}".addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        #expect(link.url.absoluteString == "https://e.example" + (path ?? ""))
    }

    @Test("A mailbox has its @ whatever follows", arguments: marks) func mailboxes(mark: String) {
        #expect(PostBody("<a href=\"mailto:a@\(mark)b\">c</a>").blocks.first?.links.count == 1)
    }

    @Test("A reference is one whatever stands beside it", arguments: marks) func references(mark: String) {
        let body = PostBody("<p>&amp;\(mark)a &l\(mark)t; b\u{600}&gt;</p>")
        #expect(body.blocks.first.map { Array($0.text.utf8) } == Array("&\(mark)a &l\(mark)t; b\u{600}>".utf8))
    }
}
