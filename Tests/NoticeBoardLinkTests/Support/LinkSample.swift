import Foundation
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import Testing

/// Responses of the service as its clients have seen them, and clients that receive them.
enum LinkSample {
    static let user = #"{"_id":"u1","nick":"새싹","profile":"uploads/profiles/1.jpg"}"#
    static let reply = #"{"_id":"c1","content":"안녕","time":"2023-11-16T18:07:07.490Z","creator":\#(user)}"#
    static let post =
        #"{"_id":"p1","creator":\#(user),"time":"2023-11-16T18:07:07.490Z","likes":["u1","u2"],"image":["uploads/posts/1.png"],"#
        + #""hashTags":["봄"],"comments":[\#(reply)],"product_id":"app","title":"제목","content":"글 #봄","content5":"5"}"#
    static let posts = #"{"data":[\#(post)],"next_cursor":"c-2"}"#
    static let profile =
        #"{"posts":["p1"],"followers":[\#(user)],"following":[],"_id":"u1","nick":"새싹","email":"a@b.kr","phoneNum":"01012345678","#
        + #""birthDay":"1999-01-31","profile":"uploads/profiles/1.jpg"}"#
    static let login = #"{"_id":"u1","token":"access-1","refreshToken":"refresh-1"}"#

    /// Returns the sample response to a request with this method and target.
    static func answer(_ method: String, _ target: String) -> String {
        let path = target.split(separator: "?")[0].split(separator: "/").map { String($0) }
        return switch (method, path[0], path.count) {
        case (_, "join", _), (_, "withdraw", _): #"{"_id":"u1","email":"a@b.kr","nick":"새싹"}"#
        case (_, "validation", _): #"{"message":"사용 가능한 이메일입니다."}"#
        case (_, "login", _): login
        case (_, "refresh", _): #"{"token":"access-2"}"#
        case ("POST", "post", 3) where path[1] == "like": #"{"like_status":true}"#
        case ("DELETE", "post", 2): #"{"_id":"p1"}"#
        case ("DELETE", "post", _): #"{"postID":"p1"}"#
        case (_, "post", let count) where count >= 3 && path[2] == "comment": reply
        case ("GET", "post", 1), ("GET", "post", 3): posts
        case ("GET", "post", 2) where path[1] == "hashtag": posts
        case (_, "post", _): post
        case (let method, "follow", _): #"{"user":"u1","following":"u2","following_status":\#(method == "POST")}"#
        case ("GET", "profile", _) where path[1] == "u2": #"{"_id":"u2","nick":"남"}"#
        case (_, "profile", _): profile
        default: "{}"
        }
    }

    static let credentials = Credentials(accessToken: .raw("access-0"), refreshToken: "refresh-0", account: "u1")

    static func configuration(_ url: URL, product: String? = "app") -> LinkClient.Configuration {
        var configuration = LinkClient.Configuration(baseURL: url, key: "the-key", productID: product)
        configuration.http.retry = .never
        // These tests check only how forms are sent, so files are sent as they are.
        configuration.cleansFiles = false
        return configuration
    }

    /// Returns an authorized client over a stub.
    static func client(_ stub: StubTransport, product: String? = "app") throws -> LinkClient {
        let url = try #require(URL(string: "http://127.0.0.1:8080"))
        return LinkClient(
            configuration(url, product: product), authorization: credentials.accessToken,
            transport: stub)
    }
}

/// A call of the service with a name for test output.
struct LinkCall: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (LinkClient) async throws -> Void

    init(_ name: String, _ make: @escaping @Sendable (LinkClient) async throws -> Void) {
        testDescription = name
        self.make = make
    }

    static let registration = LinkRegistration(
        email: "a@b.kr", password: "비밀 번호1", nick: "새싹_1", phone: "01012345678",
        birthday: "1999-01-31")
    static let picture = LinkFile(unchecked: Data("PNG".utf8), kind: .png)
}
