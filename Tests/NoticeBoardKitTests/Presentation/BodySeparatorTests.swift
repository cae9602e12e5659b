import Foundation
import NoticeBoardKit
import NoticeBoardScreens
import Testing

@Suite("Post bodies with combining marks", .timeLimit(.minutes(1))) struct BodySeparatorTests {
    private static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{338}"]

    @Test("Recognizes a tag next to a combining mark", arguments: marks) func tags(mark: String) {
        let body = PostBody("<p>\(mark)a</p>\(mark)<p>b\u{600}<br>\(mark)c</p>")
        let texts = body.blocks.map { Array($0.text.utf8) }
        #expect(texts.first == Array("\(mark)a".utf8))
        #expect(texts.last == Array("b\u{600}\n\(mark)c".utf8))
    }

    @Test("Ends an attribute value at its quote before a combining mark", arguments: marks) func attributes(mark: String) throws {
        let body = PostBody("<p><a href=\"https://e.example/\(mark)a\u{600}\"\(mark)>b</a></p>")
        let link = try #require(body.blocks.first?.links.first)
        let path = "/\(mark)a\u{600}".addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
        #expect(link.url.absoluteString == "https://e.example" + (path ?? ""))
    }

    @Test("Recognizes the @ of an address before a combining mark", arguments: marks) func mailboxes(mark: String) {
        #expect(PostBody("<a href=\"mailto:a@\(mark)b\">c</a>").blocks.first?.links.count == 1)
    }

    @Test("Decodes a reference next to a combining mark", arguments: marks) func references(mark: String) {
        let body = PostBody("<p>&amp;\(mark)a &l\(mark)t; b\u{600}&gt;</p>")
        #expect(body.blocks.first.map { Array($0.text.utf8) } == Array("&\(mark)a &l\(mark)t; b\u{600}>".utf8))
    }
}
