// A call that fails for a moment is sent again, on a clock that a test can move.
import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

let service = StubTransport().on(.get, "news", .status(503), .json(#"["Hello"]"#))
let server = try LoopbackServer(serving: service)
var configuration = APIClient.Configuration(baseURL: server.url())
configuration.retry = RetryPolicy(attempts: 5)
let clock = ManualClock()
configuration.time = clock.time
let client = APIClient(configuration)
async let news = client.value([String].self, for: .get("news"))
await clock.waitForSleepers(1)
clock.advanceToNext()
print(try await news, service.requests.count)

// Prints: ["Hello"] 2
