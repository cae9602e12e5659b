import Foundation
import NoticeBoardKit
import Testing

@Suite("Post dates", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PostDateTests {
    private func decoded(_ json: String) throws -> Post {
        try JSONDecoder().decode(Post.self, from: Data(#"{"postId":1,"title":"a","createdDateTime":\#(json)}"#.utf8))
    }

    @Test(
        "Decodes every date format of the contract",
        arguments: [
            (#""2023-06-05T03:31:22Z""#, 1_685_935_882.0), (#""2023-06-05T03:31:22.5Z""#, 1_685_935_882.5),
            (#""2023-06-05T03:31:22.123456Z""#, 1_685_935_882.123456), (#""2023-06-05T12:31:22+09:00""#, 1_685_935_882),
            (#""2023-06-05T12:31:22+0900""#, 1_685_935_882), (#""2023-06-04T22:31:22.25-05:00""#, 1_685_935_882.25),
            (#""2023-06-05T03:31:22+00:00""#, 1_685_935_882), (#""1969-12-31T23:59:59Z""#, -1),
            (#""2100-03-01T00:00:00Z""#, 4_107_542_400),
        ])
    func forms(json: String, seconds: Double) throws {
        #expect(try decoded(json).createdAt == Date(timeIntervalSince1970: seconds))
    }

    @Test(
        "Decodes a post with an invalid date without the date",
        arguments: [
            "null", #""""#, #""yesterday""#, #""2023-06-05""#, #""2023-06-05T03:31:22""#, #""2023-02-30T00:00:00Z""#,
            "1685935882", "{}", "[]", "true",
            #""2566-06-05T03:31:22 พ.ศ.""#, #""٢٠٢٣-٠٦-٠٥T٠٣:٣١:٢٢Z""#,
        ])
    func none(json: String) throws {
        let post = try decoded(json)
        #expect(post.id == 1)
        #expect(post.createdAt == nil)
    }

    @Test(
        "Restores a decoded date exactly after encoding",
        arguments: ["", ".5", ".123", ".123456", ".999999999"])
    func roundTrip(fraction: String) throws {
        let post = try decoded("\"2023-06-05T03:31:22\(fraction)Z\"")
        #expect(try JSONDecoder().decode(Post.self, from: JSONEncoder().encode(post)) == post)
    }

    @Test("Restores any date within a microsecond") func anyMoment() throws {
        for seconds in [Date().timeIntervalSinceReferenceDate, 0, -0.1, 1e-7, -62_135_769_600, 252_423_993_599] {
            let post = Post(id: 1, title: "a", createdAt: Date(timeIntervalSinceReferenceDate: seconds))
            let again = try JSONDecoder().decode(Post.self, from: JSONEncoder().encode(post))
            let difference = try #require(again.createdAt).timeIntervalSinceReferenceDate - seconds
            #expect(abs(difference) < 1e-6, "\(seconds)")
        }
    }
}
