// A service for a test: an answer to each call, and what was asked.
import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

struct City: Decodable { let name: String }

let service = StubTransport().on(.get, "cities", query: ["page": "1"], .json(#"[{"name": "서울"}]"#))
let server = try LoopbackServer(serving: service)
let client = APIClient(baseURL: server.url())
let cities = try await client.value([City].self, for: .get("cities", query: ["page": 1]))
print(cities.map(\.name), service.requests.count, service.unusedStubs)

// Prints: ["서울"] 1 []
