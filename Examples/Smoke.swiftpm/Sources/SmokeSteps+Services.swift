import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardKitOffline
import NoticeBoardLink
import NoticeBoardPaging
import NoticeBoardSamples
import NoticeBoardTesting

extension SmokeSteps {
    @MainActor static func board() async throws -> [String] {
        let simulator = BoardSimulator(seed: 7, boards: 2, postsPerBoard: 40)
        let app = BoardApp(
            service: NoticeBoardClient(transport: simulator), history: FileSearchHistory(directory: folder()))
        await app.open()
        let list = await app.list.firstState(within: 20) { $0.display != .placeholder }
        guard let title = list?.rows.first?.title else { throw SmokeFailure("the list is empty") }
        app.search.setText(title)
        app.search.submit()
        let search = await app.search.firstState(within: 20) { $0.query != nil && $0.display != .placeholder }
        try require(search?.hits.isEmpty == false, "the search has no hit")
        return app.list.state.rows.prefix(5).map(\.title)
    }

    @MainActor static func storedBoard() async throws -> [String] {
        let simulator = BoardSimulator(seed: 7, boards: 1, postsPerBoard: 30)
        let mirror = BoardMirror(service: NoticeBoardClient(transport: simulator), folder: folder())
        let board = simulator.boards[0].id
        try await mirror.update(board)
        let posts = try await mirror.posts(in: board)
        try require(posts.items.count == 30, "\(posts.items.count) posts are stored")
        return posts.items.prefix(5).map(\.title)
    }

    @MainActor static func conversation() async throws -> [String] {
        guard let url = URL(string: "http://127.0.0.1") else { return [] }
        let simulator = LinkSimulator()
        let configuration = LinkClient.Configuration(baseURL: url, key: simulator.key, productID: simulator.product)
        let app = try LinkApp(configuration, folder: folder(), transport: simulator)
        await app.open()
        app.signIn.email = "user1@example.com"
        app.signIn.password = "password1"
        app.signIn.signIn()
        await app.firstState(within: 20) { if case .signedIn = $0 { true } else { false } }
        guard let timeline = app.home?.timeline else { throw SmokeFailure("the sign-in failed: \(app.state)") }
        timeline.open()
        await timeline.firstState(within: 20) { $0.display != .placeholder }
        let lines = timeline.state.rows.prefix(5).map(\.spoken)
        try require(!lines.isEmpty, "the timeline is empty")
        await app.signOut()
        try require(app.state == .signedOut(reason: nil), "the sign-out failed: \(app.state)")
        return lines
    }

    @MainActor static func samples() async throws -> [String] {
        try require(!Samples.lists.isEmpty, "there are no samples")
        return Samples.lists.map(\.name)
    }
}
