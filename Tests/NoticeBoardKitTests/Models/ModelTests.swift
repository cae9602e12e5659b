import Foundation
import NoticeBoardKit
import Testing

@Suite("Models", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ModelTests {
    private func post(_ json: String) throws -> Post { try JSONDecoder().decode(Post.self, from: Data(json.utf8)) }

    @Test("A post as the service sends it") func whole() throws {
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
        "Number and title are enough; the rest has its documented default",
        arguments: ["", #","viewCount":null,"writer":null,"createdDateTime":null"#])
    func defaults(rest: String) throws {
        #expect(try post(#"{"postId":1,"title":"a"\#(rest)}"#) == Post(id: 1, title: "a"))
    }

    @Test("Numbers as text and text as numbers are read, nonsense gets the default") func lenient() throws {
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
        "Without a number or a title there is no post",
        arguments: [#"{"title":"a"}"#, #"{"postId":1}"#, #"{"postId":[],"title":"a"}"#, "[]", "3"])
    func unreadable(json: String) { #expect(throws: DecodingError.self) { try post(json) } }

    @Test(
        "The writer of an anonymous post is nowhere, also when the flag cannot be read",
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

    @Test("No description of a writer shows the name") func writerSecrecy() {
        let writer = Writer(name: "planted", emailAddress: "planted")
        var dumped = ""
        dump(Post(id: 1, title: "a", writer: writer), to: &dumped)
        for text in [dumped, "\(writer)", String(reflecting: writer)] { #expect(!text.contains("planted")) }
    }

    @Test("A board as the service sends it, and the least of one") func board() throws {
        let json = """
            {"boardId":28478,"displayName":"질문게시판","boardType":"normal","isFavorite":true,"hasNewPost":true,"orderNo":4,
             "capability":{"writable":true,"manageable":false},"favoriteOrdering":{"sortDirection":"asc","directionOrderNo":2}}
            """
        let board = try JSONDecoder().decode(Board.self, from: Data(json.utf8))
        #expect(
            board
                == Board(
                    id: 28478, name: "질문게시판", kind: "normal", order: 4, isFavorite: true, hasNewPosts: true,
                    capability: Board.Capability(isWritable: true)))
        #expect(try JSONDecoder().decode(Board.self, from: JSONEncoder().encode(board)) == board)
        let least = try JSONDecoder().decode(
            Board.self, from: Data(#"{"boardId":1,"displayName":"a","capability":{},"orderNo":"3"}"#.utf8))
        #expect(least == Board(id: 1, name: "a", order: 3, capability: Board.Capability()))
    }
}
