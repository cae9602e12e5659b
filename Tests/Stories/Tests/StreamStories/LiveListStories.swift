import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardPaging
import NoticeBoardTesting
import StorySupport
import Testing

/// Lists that follow a service of another make, over real connections that break.
@Suite("Live lists", .serialized, .timeLimit(.minutes(3))) @MainActor struct LiveListStories {
    nonisolated private struct Topic: Identifiable, Codable, Equatable, Sendable {
        let id: Int
        let title: String
        let version: Int
    }

    nonisolated private struct TopicPage: Decodable, Sendable {
        let items: [Topic]
        let next: Int?
    }

    nonisolated private struct Token: Decodable, Sendable { let token: String }

    private func makeClient(_ server: TopicServer) -> APIClient {
        let signIn = APIClient(baseURL: server.url)
        var configuration = APIClient.Configuration(baseURL: server.url)
        configuration.authorization = TokenSession(Credentials(accessToken: .bearer("t0"), refreshToken: "r")) { _ in
            let token = try await signIn.value(Token.self, for: .post("token")).token
            return Credentials(accessToken: .bearer(token), refreshToken: "r")
        }
        return APIClient(configuration)
    }

    private func makeFeed(_ client: APIClient, life: AppLife) -> Feed<Topic> {
        var rules = FeedRules<Topic>()
        rules.life = life
        let feed = Feed(rules) { position in
            let query: Query = ["limit": 10, "after": position?.cursor]
            let page = try await client.value(TopicPage.self, for: .get("topics", query: query))
            return Page(items: page.items, next: page.next.map { .cursor("\($0)") })
        }
        feed.follow(client.live(for: .get("topics/events"))) { event, _ in
            switch event.name {
            case "new": return [.insert(try event.value(Topic.self))]
            case "edited":
                let topic = try event.value(Topic.self)
                return [.patch(topic.id) { $0 = topic }]
            case "gone": return [.remove(try event.value(Int.self))]
            default: return []
            }
        }
        return feed
    }

    @Test("A list equals its service's after drops, repeats, delays, cuts, garbage and expired tokens", arguments: 1...8)
    func unsteady(seed: Int) async throws {
        try await TopicServer.run { server in
            let feed = makeFeed(makeClient(server), life: AppLife())
            feed.open()
            #expect(await eventually { feed.state.live == .following })
            try server.run(150, seed: seed)
            var steps = 0
            while try !server.isDone() {
                if let row = feed.state.items.randomElement() { feed.rowAppeared(row.id) }
                steps += 1
                if steps.isMultiple(of: 20) { feed.refresh() }
                try await Task.sleep(nanoseconds: 5_000_000)
            }
            try server.calm()
            #expect(await eventually(within: 20) { feed.state.live == .following && !feed.state.isLoading })
            try server.cut()
            #expect(await eventually { feed.state.live != .following })
            #expect(await eventually(within: 20) { feed.state.live == .following && !feed.state.isLoading })
            // Only the pages of a gap tell what became of the rows below it.
            for _ in 0..<50 {
                guard let gap = feed.state.gaps.first else { break }
                feed.loadGap(gap)
                #expect(await eventually { !feed.state.isLoading })
            }
            #expect(feed.state.gaps.isEmpty)
            // Rows below the head are reloaded as they appear.
            for _ in 0..<3 {
                for id in feed.state.items.ids {
                    feed.rowAppeared(id)
                    #expect(await eventually { !feed.state.isLoading })
                }
            }
            let topics = try server.topics()
            let shown = feed.state.items.map { TopicServer.Topic(id: $0.id, version: $0.version) }
            #expect(shown == Array(topics.prefix(shown.count)))
            #expect(!shown.isEmpty)
        }
    }

    @Test("A closed list and one in the background ask for nothing") func quiet() async throws {
        try await TopicServer.run { server in
            let life = AppLife()
            let feed = makeFeed(makeClient(server), life: life)
            feed.open()
            #expect(await eventually { feed.state.live == .following })
            for isClosed in [true, false] {
                if isClosed { feed.close() } else { life.enterBackground() }
                try server.forgetRequests()
                try server.run(30, seed: 1)
                #expect(try await isTrueSoon(server.isDone))
                try server.calm()
                try server.cut()
                #expect(try server.requests() == [])
                if isClosed { feed.open() } else { life.enterForeground() }
                #expect(await eventually(within: 20) { feed.state.live == .following })
                #expect(try feed.state.items.first?.id == server.topics().first?.id)
            }
        }
    }

    private func isTrueSoon(_ condition: () throws -> Bool) async throws -> Bool {
        for _ in 0..<500 {
            if try condition() { return true }
            try await Task.sleep(nanoseconds: 10_000_000)
        }
        return false
    }
}
