// A call that fails for a moment is sent again, on a clock that a test can move.
import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

var configuration = APIClient.Configuration(baseURL: URL(string: "https://service.example")!)
configuration.retry = RetryPolicy(attempts: 5)
let clock = ManualClock()
configuration.time = clock.time
let service = StubTransport().on(.get, "news", .status(503), .json(#"["Hello"]"#))
let client = APIClient(configuration, transport: service)
async let news = client.value([String].self, for: .get("news"))
await clock.waitForSleepers(1)
clock.advanceToNext()
print(try await news, service.requests.count)

// Prints: ["Hello"] 2
