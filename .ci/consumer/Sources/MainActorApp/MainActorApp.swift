import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// Models that pass through the client are decoded off the main actor, so they say `nonisolated`.
nonisolated struct City: Decodable, Hashable {
    let name: String
    let population: Int
}

nonisolated enum WeatherAPI: Endpoint {
    case cities(country: String)

    var request: EndpointRequest {
        switch self {
        case .cities(let country): .get("countries/\(country)/cities", query: ["sort": "name"])
        }
    }
}

/// On the main actor, as everything here that says nothing.
final class BoardsModel {
    private(set) var names: [String] = []
    private(set) var marked: [Substring] = []
    private let service: any NoticeBoardService

    init(service: any NoticeBoardService) { self.service = service }

    func load(searchingFor keyword: String) async throws {
        let boards = try await service.boards()
        names = boards.map(\.name)
        for board in boards {
            let page = try await service.searchPage(keyword, in: board.id, target: .title, offset: 0, limit: 30)
            for post in page.items {
                marked += Highlighter(keyword).ranges(in: post.title).map { post.title[$0] }
            }
        }
        MainActor.assertIsolated()
    }
}

@main
struct MainActorApp {
    static func main() async throws {
        guard let url = URL(string: "https://weather.example/v1") else { return }
        let transport = StubTransport { _ in .json(#"[{"name": "서울", "population": 9411000}]"#) }
        let client = APIClient(APIClient.Configuration(baseURL: url), transport: transport)
        let cities: [City] = try await client.value(for: WeatherAPI.cities(country: "kr"))

        let model = BoardsModel(
            service: NoticeBoardClient(baseURL: url, token: .bearer("simulator"), transport: BoardSimulator(seed: 3)))
        try await model.load(searchingFor: "검색")
        let timeline = NoteTimeline(TwoNotes(), me: "me")
        await timeline.refreshAndWait()
        timeline.like(2)
        let isShownAtOnce = timeline.state.rows[id: 2]?.isLiked == true
        await timeline.firstState { $0.feed.items[id: 2]?.likes == ["me"] }
        print(
            "MainActorApp:", isShownAtOnce, timeline.state.rows.map(\.isLiked),
            cities == [City(name: "서울", population: 9_411_000)], model.names.count,
            model.marked.allSatisfy { $0 == "검색" })
    }
}
