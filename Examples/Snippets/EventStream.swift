// Server-sent events. A lost connection is resumed after the last event.
import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

let body = Data("retry: 100\nid: 8\ndata: new post\n\n".utf8)
let events = HTTPResponse(status: 200, headers: ["Content-Type": "text/event-stream"], body: body)
let service = StubTransport().on(.get, "changes", .response(events), .status(204))
let server = try LoopbackServer(serving: service)
let client = APIClient(baseURL: server.url())
for try await event in client.events(for: .get("changes")) { print(event.data) }
print(service.requests.map { $0.headers[.lastEventID] ?? "-" })

// Prints: new post
// Prints: ["-", "8"]
