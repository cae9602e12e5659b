// A file that is read while it is sent, with its progress.
import Foundation
import NoticeBoardHTTP
import NoticeBoardTesting

let server = try LoopbackServer(serving: StubTransport().on(.put, "picture", .status(204)))
let file = FileManager.default.temporaryDirectory.appendingPathComponent("snippet-\(UUID().uuidString)")
try Data(count: 100_000).write(to: file)

let (steps, writer) = AsyncStream.makeStream(of: HTTPProgress.Update.self)
var picture = EndpointRequest.put("picture", body: .file(file, contentType: "image/jpeg"))
picture.options.progress = HTTPProgress { writer.yield($0) }
try await APIClient(baseURL: server.url()).response(for: picture)
writer.finish()
for await step in steps where step.sent == step.toSend { print("sent", step.sent) }
try FileManager.default.removeItem(at: file)

// Prints: sent 100000
