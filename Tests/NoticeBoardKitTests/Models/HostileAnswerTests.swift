import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

/// Checks how the client handles malformed answers.
@Suite("Hostile answers", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HostileAnswerTests {
    private func page(_ json: String, offset: Int = 0, limit: Int = 30) async throws -> Page<Post> {
        try await NoticeBoardClient(transport: StubTransport { _ in .json(json) }).postPage(in: 1, offset: offset, limit: limit)
    }

    private func post(_ fields: String) async throws -> Post {
        try #require(try await page(#"{"value":[{"postId":1,"title":"a",\#(fields)}]}"#).items.first)
    }

    @Test(
        "Decodes a nonnegative whole number as a count and anything else as 0",
        arguments: [
            ("7", 7), ("\"7\"", 7), ("7.0", 7), ("7e2", 700), ("0", 0), ("-0", 0), ("-7", 0), ("\"-7\"", 0), ("7.5", 0),
            ("\"7.5\"", 0), ("\"\"", 0),
            ("\" 7\"", 0), ("\"seven\"", 0), ("null", 0), ("true", 0), ("[]", 0), ("{}", 0), ("[7]", 0),
            ("9223372036854775807", .max),
            ("9223372036854775808", 0), ("99999999999999999999999", 0), ("1e400", 0), ("-1e400", 0),
            ("\"99999999999999999999999\"", 0), ("\"٧\"", 0),
            ("\"+7\"", 7),
        ] as [(String, Int)])
    func counts(json: String, count: Int) async throws {
        let post = try await post(#""viewCount":\#(json),"commentsCount":\#(json),"attachmentsCount":\#(json)"#)
        let counts: [Int] = [post.viewCount, post.commentCount, post.attachmentCount]
        #expect(counts.allSatisfy { $0 == count }, "\(counts)")
    }

    @Test(
        "Decodes the usual forms of a true flag and anything else as false",
        arguments: [
            ("true", true), ("false", false), ("1", true), ("0", false), ("\"true\"", true), ("\"TRUE\"", true), ("\"1\"", true),
            ("\"false\"", false),
            ("null", false), ("2", false), ("\"yes\"", false), ("[]", false), ("{}", false), ("1.5", false),
        ])
    func flags(json: String, flag: Bool) async throws {
        let post = try await post(#""isNewPost":\#(json),"hasInlineImage":\#(json),"isOwner":\#(json),"hasReply":\#(json)"#)
        let flags: [Bool] = [post.isNew, post.hasInlineImage, post.isOwner, post.hasReply]
        #expect(flags.allSatisfy { $0 == flag }, "\(flags)")
    }

    @Test(
        "Decodes a string or a whole number as text and anything else as empty",
        arguments: [
            (#""가나""#, "가나"), (#""""#, ""), ("12", "12"), ("-1", "-1"), ("null", ""), ("[]", ""), ("{}", ""), ("true", ""),
            ("1.5", ""),
            (#""\u0000\ud83d\ude00""#, "\u{0}😀"),
        ])
    func texts(json: String, text: String) async throws {
        let post = try await post(#""contents":\#(json),"boardDisplayName":\#(json)"#)
        #expect(post.contents == text)
        #expect(post.boardName == text)
    }

    @Test("Keeps the name of an unknown post type") func kinds() async throws {
        #expect(try await post(#""postType":"survey""#).type == PostType(rawValue: "survey"))
        #expect(try await post(#""postType":"NOTICE""#).type.rawValue == "NOTICE")
        #expect(try await post(#""postType":"""#).type.rawValue == "")
        #expect(try await post(#""postType":3"#).type.rawValue == "3")
        #expect(try await post(#""postType":null"#).type == .normal)
    }

    @Test(
        "Decodes a post without its unreadable writer",
        arguments: ["null", "3", "\"김\"", "[]", "true"])
    func writers(json: String) async throws { #expect(try await post(#""writer":\#(json)"#).writer == nil) }

    @Test("Decodes a writer without a name and with either key for the photo") func writerFields() async throws {
        #expect(try await post(#""writer":{}"#).writer == Writer(name: ""))
        #expect(
            try await post(#""writer":{"displayName":null,"emailAddress":5,"profileImage":"p"}"#).writer
                == Writer(name: "", emailAddress: "5", photo: "p"))
        #expect(try await post(#""writer":{"photo":"a","profileImage":"b"}"#).writer?.photo == "a")
    }

    @Test("Reports unreadable elements without quoting them") func skipped() async throws {
        let json = """
            {"value":[{"postId":1,"title":"a"},null,5,"planted",[],{},{"postId":2},{"postId":"planted","title":"b"},{"postId":3.5,"title":"c"},
             {"postId":99999999999999999999,"title":"d"},{"postId":4,"title":["planted"]},{"postId":null,"title":"e"},{"postId":5,"title":null},
             {"postId":6,"title":""}],"total":20}
            """
        let page = try await page(json)
        #expect(page.items.map(\.id) == [1, 6])
        #expect(page.skipped.map(\.index) == Array(1...12))
        #expect(page.skipped.map(\.path) == ["", "", "", "", "", "", "postId", "postId", "postId", "title", "postId", "title"])
        #expect(page.skipped.allSatisfy { !$0.reason.isEmpty && !$0.reason.contains("planted") })
        #expect(page.skipped[4].reason == "the key postId is missing")
        #expect(page.skipped[5].reason == "the key title is missing")
        #expect(page.next == .offset(14))
    }

    @Test("Decodes boards as leniently as posts") func boards() async throws {
        let json =
            #"{"value":[{"boardId":"3","displayName":7,"orderNo":"-2","isFavorite":"1"},{"boardId":4},{"boardId":5,"displayName":"b","boardType":9,"capability":3,"favoriteOrdering":[],"orderNo":1e40}]}"#
        let page = try await NoticeBoardClient(transport: StubTransport { _ in .json(json) }).boardPage()
        #expect(
            page.items == [
                Board(id: 3, name: "7", order: -2, isFavorite: true), Board(id: 5, name: "b", kind: "9"),
            ])
        #expect(page.skipped == [SkippedElement(index: 1, path: "", reason: "the key displayName is missing")])
        #expect(page.next == nil)
    }

    @Test(
        "Computes the next position from plausible envelope fields only",
        arguments: [
            (#""total":-1"#, PagePosition?.none), (#""limit":2,"total":-1"#, .offset(12)),
            (#""offset":-5,"total":99"#, .offset(12)),
            (#""count":5,"limit":5,"total":99"#, .offset(15)), (#""count":95,"total":95,"limit":2"#, .offset(12)),
            (#""count":1,"total":99"#, .offset(12)),
            (#""count":30,"total":99"#, .offset(40)), (#""count":31,"total":99"#, .offset(12)), (#""total":5"#, nil),
            (#""offset":0,"total":99"#, .offset(2)),
            (#""count":0,"total":99"#, nil), (#""count":null,"offset":[],"limit":{},"total":"99""#, .offset(12)),
            (#""total":1e300"#, nil),
        ])
    func positions(fields: String, next: PagePosition?) async throws {
        let json = #"{"value":[{"postId":1,"title":"a"},{"broken":true}],\#(fields)}"#
        #expect(try await page(json, offset: 10).next == next)
    }

    @Test("Ends the list at a page without elements") func empty() async throws {
        for fields in ["", #","count":0"#, #","total":99"#, #","count":30,"total":0"#] {
            let page = try await page(#"{"value":[]\#(fields)}"#, offset: 60)
            #expect(page.items.isEmpty)
            #expect(page.skipped.isEmpty)
            #expect(page.next == nil)
        }
    }

    @Test("Continues after a page from which the server filtered elements") func filtered() async throws {
        let page = try await page(#"{"value":[],"count":30,"offset":30,"limit":30,"total":95}"#, offset: 30)
        #expect(page.items.isEmpty)
        #expect(page.next == .offset(60))
    }

    @Test("Keeps duplicate posts of a page") func duplicates() async throws {
        #expect(
            try await page(#"{"value":[{"postId":1,"title":"a"},{"postId":1,"title":"b"}]}"#).items.map(\.title) == ["a", "b"])
    }

    @Test("Decodes ten thousand posts with one percent broken") func many() async throws {
        let posts = (0..<10_000).map {
            $0 % 100 == 99 ? "{}" : #"{"postId":\#($0),"title":"메일 \#($0)","createdDateTime":"2023-06-05T03:31:22Z"}"#
        }
        let page = try await page(
            #"{"value":[\#(posts.joined(separator: ","))],"count":10000,"offset":0,"limit":10000,"total":10000}"#, limit: 1000)
        #expect(page.items.count == 9_900)
        #expect(page.skipped.map(\.index) == Array(stride(from: 99, to: 10_000, by: 100)))
        #expect(page.next == nil)
    }

    @Test(
        "Throws an error with a remedy for an answer that is not a list",
        arguments: [
            ("", Remedy.retry(after: nil)), (" ", .retry(after: nil)), ("null", .updateApp), ("[]", .updateApp),
            ("{}", .updateApp), ("3", .updateApp), ("\"a\"", .updateApp), ("<html>", .retry(after: nil)),
            ("{", .retry(after: nil)), (#"{"value":null}"#, .updateApp), (#"{"value":{}}"#, .updateApp),
            (#"{"value":"a"}"#, .updateApp), (#"{"value":[{"postId":1"#, .retry(after: nil)), (#"{"Value":[]}"#, .updateApp),
            ("Service Unavailable", .retry(after: nil)),
        ])
    func unreadable(json: String, remedy: Remedy) async {
        let error = await #expect(throws: NoticeBoardError.self) { try await page(json) }
        #expect(error?.code == (json == "<html>" ? .networkSignIn : .unreadableResponse))
        #expect(error?.remedy == remedy)
    }

    @Test("Throws for an endlessly nested list", arguments: ["[", #"{"value":["#]) func nesting(begin: String) async {
        let json = begin + String(repeating: "[", count: 100_000)
        let error = await #expect(throws: NoticeBoardError.self) { try await page(json) }
        #expect(error?.code == .unreadableResponse)
        #expect(error?.remedy == .retry(after: nil))
    }
}
