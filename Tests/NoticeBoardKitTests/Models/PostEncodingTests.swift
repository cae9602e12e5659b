import Foundation
import NoticeBoardHTTP
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardKit

@Suite("Post encoding", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct PostEncodingTests {
    private static let writer = Writer(name: "김", emailAddress: "a@b", photo: "p")
    private static let post = Post(
        id: 11, title: "t", boardID: 3, boardName: "b", writer: writer, contents: "c", createdAt: Date(timeIntervalSince1970: 0),
        type: .reply, viewCount: 7, commentCount: 2, attachmentCount: 1, isNew: true, hasInlineImage: true, isAnonymous: false,
        isOwner: true, hasReply: true, parentID: 10, isNotify: false)

    @Test("Encodes a post without its unset optional fields") func whole() throws {
        func json(_ value: some Encodable) throws -> String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        let date = try #require(Post(id: 1, title: "", createdAt: Date(timeIntervalSince1970: 0)).createdAt.flatMap(RFC3339.text))
        #expect(
            try json(Self.post)
                == #"{"attachmentsCount":1,"boardDisplayName":"b","boardId":3,"commentsCount":2,"contents":"c","createdDateTime":"\#(date)","#
                + #""hasInlineImage":true,"hasReply":true,"isAnonymous":false,"isNewPost":true,"isNotify":false,"isOwner":true,"parentPostId":10,"#
                + #""postId":11,"postType":"reply","title":"t","viewCount":7,"#
                + #""writer":{"displayName":"김","emailAddress":"a@b","photo":"p"}}"#)
        #expect(
            try json(Post(id: 1, title: "a"))
                == #"{"attachmentsCount":0,"boardDisplayName":"","commentsCount":0,"contents":"","hasInlineImage":false,"hasReply":false,"#
                + #""isAnonymous":false,"isNewPost":false,"isOwner":false,"postId":1,"postType":"normal","title":"a","viewCount":0}"#
        )
        #expect(try json(Writer(name: "a")) == #"{"displayName":"a"}"#)
        #expect(
            try json(Board(id: 1, name: "a", isWritable: true)).contains(#""capability":{"manageable":false,"writable":true}"#))
    }

    @Test(
        "Computes the next page from plausible envelope fields only",
        arguments: [
            (#""limit":0"#, 30, nil, nil), (#""limit":-1"#, 30, nil, nil), (#""limit":1"#, 30, .offset(12), nil),
            (#""limit":2"#, 30, .offset(12), nil),
            (#""limit":3"#, 30, nil, nil), (#""limit":30"#, 2, .offset(12), nil), (#""total":0"#, 2, nil, 0),
            (#""total":-1"#, 2, .offset(12), nil),
            (#""total":1"#, 2, nil, 1), (#""total":12"#, 2, nil, 12), (#""total":13"#, 2, .offset(12), 13),
            (#""offset":0,"total":3"#, 2, .offset(2), 3),
            (#""offset":0,"total":2"#, 2, nil, 2), (#""offset":-1,"total":13"#, 2, .offset(12), 13),
            (#""count":1"#, 2, .offset(12), nil),
            (#""count":2"#, 2, .offset(12), nil), (#""count":3"#, 3, .offset(13), nil), (#""count":4"#, 3, nil, nil),
            (#""count":0"#, 1, nil, nil),
            (#""count":29"#, 30, nil, nil), (#""count":30"#, 30, .offset(40), nil), (#""count":31"#, 30, nil, nil),
            (#""count":-1"#, 2, .offset(12), nil),
            (#""offset":9223372036854775805,"total":9223372036854775807"#, 2, nil, .max),
            (#""offset":9223372036854775804,"total":9223372036854775807"#, 2, .offset(.max - 1), .max),
        ] as [(String, Int, PagePosition?, Int?)])
    func envelope(fields: String, asked: Int, next: PagePosition?, total: Int?) throws {
        let json = #"{"value":[{"postId":1,"title":"a"},{}],\#(fields)}"#
        let page = try JSONDecoder().decode(Envelope<Post>.self, from: Data(json.utf8)).page(offset: 10, limit: asked)
        #expect(page.next == next)
        #expect(page.total == total)
        #expect(page.items.count == 1)
        #expect(page.skipped.map(\.index) == [1])
    }
}
