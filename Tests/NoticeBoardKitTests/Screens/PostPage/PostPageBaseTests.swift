import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@MainActor @Suite("Post page base URL", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostPageBaseTests {
    @Test("Shows relative pictures only with a base URL", arguments: [true, false])
    func relativePicture(hasBase: Bool) async throws {
        let url = try #require(URL(string: "https://board.example/posts/"))
        let page = PostPage(selection: BoardSelection(), baseURL: hasBase ? url : nil)
        page.open(Post(id: 1, title: "", contents: "<p><img src=\"a.png\"></p>"))
        let content = try #require(await page.firstState { $0.content != nil }?.content)
        let picture = PostBody.Block.Kind.picture(try #require(URL(string: "https://board.example/posts/a.png")))
        #expect(content.body.blocks.map(\.kind).contains(picture) == hasBase)
    }

    @Test(
        "Resolves relative addresses of links like a browser",
        arguments: [
            ("b.html?x=1", "https://board.example/posts/b.html?x=1"), ("/top", "https://board.example/top"),
            ("//other.example/a", "https://other.example/a"), ("../up", "https://board.example/up"),
        ])
    func relativeLink(written: String, expected: String) async throws {
        let url = try #require(URL(string: "https://board.example/posts/"))
        let page = PostPage(selection: BoardSelection(), baseURL: url)
        page.open(Post(id: 1, title: "", contents: "<p><a href=\"\(written)\">글</a></p>"))
        let content = try #require(await page.firstState { $0.content != nil }?.content)
        #expect(content.body.blocks.flatMap(\.links).map(\.url.absoluteString) == [expected])
    }
}
