// A token that expired is renewed once, and the call is sent again with the new one.
import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

let service = StubTransport().on(.get, "news", .status(401), .json(#"["Hello"]"#))
let server = try LoopbackServer(serving: service)
let session = TokenSession(Credentials(accessToken: .bearer("old"), refreshToken: "r", account: "me")) { old in
    Credentials(accessToken: .bearer("new"), refreshToken: old.refreshToken, account: old.account)
}
let client = APIClient(.init(baseURL: server.url(), authorization: session))
print(try await client.value([String].self, for: .get("news")), service.requests.count)

// Prints: ["Hello"] 2
