import Foundation
import NoticeBoardKit
import NoticeBoardLink
import Testing

@testable import NoticeBoardHTTP

/// An error that an encoder throws has to reach whoever asked: what was kept without a field would be read as if it had none.
@Suite("Whatever an encoder refuses, its error reaches the caller") struct RefusedEncodingTests {
    private static let user = #"{"_id":"u","nick":"하나","profile":"p.png"}"#
    private static let comment = #"{"_id":"c","content":"예","time":"2024-05-01T03:31:22.000Z","creator":\#(user)}"#

    @Test("Posts, their writers, and a search history") func board() throws {
        try check(
            Post.self,
            #"""
            {"postId":1,"title":"t","boardId":2,"boardDisplayName":"b","contents":"c","createdDateTime":"2024-05-01T03:31:22Z",
            "writer":{"displayName":"w","emailAddress":"e","photo":"p"},"parentPostId":3,"isNotify":true}
            """#, values: 20)
        try check(
            SearchHistoryLog.self,
            #"""
            {"version":1,"recording":"paused","capacity":5,"maximumAge":60,"merging":2,"foundTooOld":7,"lastSequence":3,"sources":["s"],
            "entries":[{"target":"all","keyword":"k","lastUsed":5,"useCount":1,"isPinned":true,"sequence":2,"isImported":false}]}
            """#, values: 15)
        try check(
            SearchHistoryEntry.self, #"{"target":"all","keyword":"k","lastUsed":5,"useCount":1,"isPinned":true}"#, values: 5)
    }

    @Test("Posts, replies, profiles and what is hidden of the other service") func link() throws {
        try check(
            LinkPost.self,
            #"""
            {"_id":"p","creator":\#(Self.user),"time":"2024-05-01T03:31:22.000Z","likes":["l"],"image":["i"],"hashTags":["h"],
            "comments":[\#(Self.comment)],"product_id":"s","title":"t","content":"c","content1":"1","content2":"2","content3":"3",
            "content4":"4","content5":"5"}
            """#, values: 22)
        try check(
            LinkProfile.self,
            #"""
            {"_id":"p","nick":"n","profile":"p.png","email":"e","phoneNum":"1","birthDay":"20000101","posts":["p"],
            "followers":[\#(Self.user)],"following":[\#(Self.user)]}
            """#, values: 13)
        try check(
            LinkHidden.self, #"{"blocked":[\#(Self.user)],"muted":[\#(Self.user)],"posts":["p"],"comments":["c"]}"#, values: 8)
        let registration = LinkRegistration(
            email: "e@example.com", password: "Password1!", nick: "하나", phone: "01012345678", birthday: LinkBirthday("20000101"))
        try check(registration, values: 5)
    }

    @Test("Dates, as texts and as numbers", arguments: [JSONCoding.Dates.rfc3339, .secondsSince1970, .millisecondsSince1970])
    func dates(_ dates: JSONCoding.Dates) {
        #expect(throws: StumblingEncoder.Refusal.self) {
            try dates.write(Date(timeIntervalSince1970: 5), StumblingEncoder(refusing: 0))
        }
    }

    private func check<Value: Codable>(_ type: Value.Type, _ json: String, values: Int) throws {
        try check(JSONDecoder().decode(type, from: Data(json.utf8)), values: values)
    }

    private func check(_ value: some Encodable, values: Int) throws {
        let whole = StumblingEncoder()
        try value.encode(to: whole)
        #expect(whole.written == values, "\(type(of: value))")
        for refused in 0..<whole.written {
            #expect(throws: StumblingEncoder.Refusal.self, "value \(refused) of \(type(of: value))") {
                try value.encode(to: StumblingEncoder(refusing: refused))
            }
        }
    }
}
