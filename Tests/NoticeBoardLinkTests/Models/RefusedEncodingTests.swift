import Foundation
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

/// An error that an encoder throws has to reach whoever asked: what was kept without a field would be read as if it had none.
@Suite("Whatever an encoder refuses, its error reaches the caller", .serialized, .inTurn, .timeLimit(.minutes(1)))
struct RefusedEncodingTests {
    private static let user = #"{"_id":"u","nick":"하나","profile":"p.png"}"#
    private static let comment = #"{"_id":"c","content":"예","time":"2024-05-01T03:31:22.000Z","creator":\#(user)}"#

    @Test("Posts, replies and their authors") func posts() throws {
        try check(
            LinkPost.self,
            #"""
            {"_id":"p","creator":\#(Self.user),"time":"2024-05-01T03:31:22.000Z","likes":["l"],"image":["i"],"hashTags":["h"],
            "comments":[\#(Self.comment)],"product_id":"s","title":"t","content":"c","content1":"1","content2":"2","content3":"3",
            "content4":"4","content5":"5"}
            """#,
            [
                "_id", "creator", "time", "likes", "image", "hashTags", "comments", "product_id", "title", "content", "content1",
                "content2", "content3", "content4", "content5",
            ])
        try check(LinkComment.self, Self.comment, ["_id", "content", "time", "creator"])
        try check(LinkUser.self, Self.user, ["_id", "nick", "profile"])
    }

    @Test("Profiles, birthdays, what is hidden, and who signs up") func people() throws {
        try check(
            LinkProfile.self,
            #"""
            {"_id":"p","nick":"n","profile":"p.png","email":"e","phoneNum":"1","birthDay":"20000101","posts":["p"],
            "followers":[\#(Self.user)],"following":[\#(Self.user)]}
            """#,
            ["_id", "nick", "profile", "email", "phoneNum", "birthDay", "posts", "followers", "following"])
        try check(
            LinkHidden.self, #"{"blocked":[\#(Self.user)],"muted":[\#(Self.user)],"posts":["p"],"comments":["c"]}"#,
            ["blocked", "muted", "posts", "comments"])
        let birthday = LinkBirthday("20000101")
        try check(
            LinkRegistration(
                email: "e@example.com", password: "Password1!", nick: "하나", phone: "01012345678", birthday: birthday),
            ["email", "password", "nick", "phoneNum", "birthDay"])
    }

    private func check<Value: Codable>(_ type: Value.Type, _ json: String, _ names: [String]) throws {
        try check(JSONDecoder().decode(type, from: Data(json.utf8)), names)
    }

    private func check(_ value: some Encodable, _ names: [String]) throws {
        #expect(try StumblingEncoder.names(of: value) == names, "\(type(of: value))")
        #expect(try StumblingEncoder.unheard(of: value) == [], "\(type(of: value))")
    }
}
