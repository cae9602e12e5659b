import Foundation
import NoticeBoardKit
import Testing

@Suite("Models", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ModelTests {
    private func post(_ json: String) throws -> Post { try JSONDecoder().decode(Post.self, from: Data(json.utf8)) }

    @Test("Decodes a complete post") func whole() throws {
        let post = try post(
            """
            {"postId":11,"title":"[Re] 안내","boardId":3,"boardDisplayName":"공지","writer":{"displayName":"김민수","emailAddress":"a@b","photo":"p.png"},
             "contents":"<p>x</p>","createdDateTime":"2023-06-05T03:31:22Z","viewCount":7,"postType":"reply","isNewPost":true,
             "hasInlineImage":true,"commentsCount":2,"attachmentsCount":1,"isAnonymous":false,"isOwner":true,"hasReply":true,"parentPostId":10,
             "isNotify":false,"unknown":{"a":[1]}}
            """)
        #expect(
            post
                == Post(
                    id: 11, title: "[Re] 안내", boardID: 3, boardName: "공지",
                    writer: Writer(name: "김민수", emailAddress: "a@b", photo: "p.png"),
                    contents: "<p>x</p>", createdAt: Date(timeIntervalSince1970: 1_685_935_882), type: .reply, viewCount: 7,
                    commentCount: 2,
                    attachmentCount: 1, isNew: true, hasInlineImage: true, isAnonymous: false, isOwner: true, hasReply: true,
                    parentID: 10,
                    isNotify: false))
        #expect(try JSONDecoder().decode(Post.self, from: JSONEncoder().encode(post)) == post)
    }

    @Test(
        "Decodes a post with only a number and a title using defaults",
        arguments: ["", #","viewCount":null,"writer":null,"createdDateTime":null"#])
    func defaults(rest: String) throws {
        #expect(try post(#"{"postId":1,"title":"a"\#(rest)}"#) == Post(id: 1, title: "a"))
    }

    @Test("Decodes fields of another type leniently") func lenient() throws {
        let post = try post(
            #"{"postId":"12","title":34,"viewCount":"5","commentsCount":-3,"attachmentsCount":1e30,"boardId":7.0,"isNewPost":"true","isOwner":1,"hasReply":"?","postType":"survey","createdDateTime":"yesterday","writer":"x","contents":[]}"#
        )
        #expect(
            post
                == Post(
                    id: 12, title: "34", boardID: 7, type: PostType(rawValue: "survey"), viewCount: 5, isNew: true, isOwner: true)
        )
    }

    @Test(
        "Throws for a post without a number or a title",
        arguments: [#"{"title":"a"}"#, #"{"postId":1}"#, #"{"postId":[],"title":"a"}"#, "[]", "3"])
    func unreadable(json: String) { #expect(throws: DecodingError.self) { try post(json) } }

    @Test(
        "Drops the writer of an anonymous post, even if the flag is unreadable",
        arguments: ["true", #""true""#, "1", #""maybe""#, "[]", "{}"])
    func anonymous(flag: String) throws {
        let post = try post(
            #"{"postId":1,"title":"a","isAnonymous":\#(flag),"writer":{"displayName":"planted","emailAddress":"planted","photo":"planted"}}"#
        )
        #expect(post.isAnonymous)
        #expect(post.writer == nil)
        var dumped = ""
        dump(post, to: &dumped)
        let encoded = String(decoding: try JSONEncoder().encode(post), as: UTF8.self)
        for text in [dumped, "\(post)", String(reflecting: post), encoded] { #expect(!text.contains("planted")) }
        #expect(Post(id: 1, title: "a", writer: Writer(name: "planted"), isAnonymous: true).writer == nil)
    }

    @Test("Hides the writer's name in every description") func writerSecrecy() {
        let writer = Writer(name: "planted", emailAddress: "planted")
        var dumped = ""
        dump(Post(id: 1, title: "a", writer: writer), to: &dumped)
        for text in [dumped, "\(writer)", String(reflecting: writer)] { #expect(!text.contains("planted")) }
    }

    @Test("Decodes a complete board and a minimal one") func board() throws {
        let json = """
            {"boardId":28478,"displayName":"질문게시판","boardType":"normal","isFavorite":true,"hasNewPost":true,"orderNo":4,
             "capability":{"writable":true,"manageable":false},"favoriteOrdering":{"sortDirection":"asc","directionOrderNo":2}}
            """
        let board = try JSONDecoder().decode(Board.self, from: Data(json.utf8))
        #expect(
            board
                == Board(
                    id: 28478, name: "질문게시판", kind: "normal", order: 4, isFavorite: true, hasNewPosts: true,
                    isWritable: true))
        #expect(try JSONDecoder().decode(Board.self, from: JSONEncoder().encode(board)) == board)
        let least = try JSONDecoder().decode(
            Board.self, from: Data(#"{"boardId":1,"displayName":"a","capability":{},"orderNo":"3"}"#.utf8))
        #expect(least == Board(id: 1, name: "a", order: 3))
    }
}
