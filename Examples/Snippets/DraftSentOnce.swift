// A draft that is kept on the device until the service has it.
import Foundation
import NoticeBoardHTTP
import NoticeBoardOutbox
import NoticeBoardTesting

nonisolated struct NewSong: OutboxDraft { var title = "" }
nonisolated struct Song: Decodable, Identifiable, Sendable { let id: Int }

let stub = StubTransport().on(.post, "songs", .status(503), .json(#"{"id": 7}"#))
let server = try LoopbackServer(serving: stub)
let client = APIClient(baseURL: server.url())
let folder = FileManager.default.temporaryDirectory.appendingPathComponent("snippet-\(UUID().uuidString)")
let sender = KeyedSender<NewSong, Song> { parcel in
    let call = EndpointRequest.post("songs", body: .json(parcel.draft)).withIdempotencyKey(parcel.key)
    return try await client.value(for: call)
}
let outbox = Outbox(in: folder, sender: sender) { print("published", $0.id) }
outbox.send(outbox.newDraft(NewSong(title: "First")))
for await state in outbox.states where state.isLoaded && state.items.isEmpty { break }
print(Set(stub.requests.map(\.headers["Idempotency-Key"])).count, "key in", stub.requests.count, "requests")

// Prints: published 7
// Prints: 1 key in 2 requests
