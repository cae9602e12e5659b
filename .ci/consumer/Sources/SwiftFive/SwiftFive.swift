import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// A class as Swift 5 has them: not sendable, and carried into a task all the same.
class Counter {
    var names: [String] = []
}

struct Station: Codable {
    var title: String
}

@main
struct SwiftFive {
    static func main() async throws {
        let transport = StubTransport { request in
            request.path.hasSuffix("/stations") ? .json(#"{"title": "Central"}"#) : .json(#"{"message": "no"}"#, status: 403)
        }
        guard let url = URL(string: "https://trains.example") else { return }
        let api = APIClient(APIClient.Configuration(baseURL: url), transport: transport)
        let station = try await api.value(Station.self, for: EndpointRequest.get("stations"))

        let counter = Counter()
        let client = NoticeBoardClient(baseURL: url, token: .bearer("simulator"), transport: BoardSimulator(seed: 5))
        let task = Task { counter.names = try await client.boards().map { $0.name } }
        try await task.value
        print("SwiftFive:", station.title, counter.names.count, transport.requests.count)
    }
}
