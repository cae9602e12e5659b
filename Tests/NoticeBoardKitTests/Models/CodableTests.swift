import Foundation
import NoticeBoardKit
import Testing

@Suite("Codable models", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CodableTests {
    private func again<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test("Restores every field and default of a post") func posts() throws {
        let full = Post(
            id: 11, title: "[Re] 안내", boardID: 3, boardName: "공지", writer: Writer(name: "김", emailAddress: "a@b", photo: "p"),
            contents: "<p>x</p>", createdAt: Date(timeIntervalSince1970: 1_685_935_882), type: PostType(rawValue: "survey"),
            viewCount: 7, commentCount: 2, attachmentCount: 1, isNew: true, hasInlineImage: true, isAnonymous: false,
            isOwner: true,
            hasReply: true, parentID: 10, isNotify: false)
        for post in [full, Post(id: -1, title: ""), Post(id: 1, title: "a", writer: Writer(name: "x"), isAnonymous: true)] {
            #expect(try again(post) == post)
            #expect(Set([post, try again(post)]).count == 1)
        }
    }

    @Test("Restores boards with their optional parts") func boards() throws {
        let full = Board(
            id: 1, name: "a", kind: "gallery", order: -1, isFavorite: true, hasNewPosts: true,
            isWritable: true, isManageable: true)
        for board in [full, Board(id: 1, name: "")] { #expect(try again(board) == board) }
        #expect(try again([Writer(name: ""), Writer(name: "a", emailAddress: "b", photo: "c")]).count == 2)
    }

    @Test("Encodes open sets by name, including unknown names") func openSets() throws {
        #expect(try again([PostType.notice, PostType(rawValue: "survey")]) == [.notice, PostType(rawValue: "survey")])
        #expect(String(decoding: try JSONEncoder().encode([PostType.reply]), as: UTF8.self) == #"["reply"]"#)
        #expect(try again([SearchTarget.all, SearchTarget(rawValue: "tags")]) == [.all, SearchTarget(rawValue: "tags")])
        #expect(try again([PostOrder.server, .noticesFirst]) == [.server, .noticesFirst])
    }
}
