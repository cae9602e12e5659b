import Foundation
import NoticeBoardKit
import NoticeBoardLink
import NoticeBoardTesting
import SwiftUI

/// Loads a board, searches it and signs in to a conversation service, all over simulators, then ends the app.
@main struct Smoke: App {
    var body: some Scene {
        WindowGroup { SmokeView() }
    }
}

struct SmokeView: View {
    @StateObject private var list: ScreenObject<PostList>
    private let smoke: SmokeRun

    init() {
        let smoke = SmokeRun()
        self.smoke = smoke
        _list = StateObject(wrappedValue: ScreenObject(smoke.board.list))
    }

    var body: some View {
        List {
            ForEach(list.state.rows) { row in Text(row.title) }
        }
        .onAppear { smoke.start() }
    }
}

/// Runs the steps and ends the app with an exit code.
@MainActor final class SmokeRun {
    let board: BoardApp
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("smoke-\(UUID().uuidString)")
    private var isStarted = false

    init() {
        board = BoardApp(
            service: NoticeBoardClient(transport: BoardSimulator(seed: 7, boards: 2, postsPerBoard: 40)),
            history: FileSearchHistory(directory: folder.appendingPathComponent("searches")))
    }

    func start() {
        guard !isStarted else { return }
        isStarted = true
        Task { await run() }
        // Limit the time, so that a step that hangs doesn't block the job.
        Task {
            try? await Task.sleep(nanoseconds: 60_000_000_000)
            end("no step may take a minute", code: 1)
        }
    }

    private func run() async {
        do {
            // Reflection loads metadata of function types, which may be missing before iOS 18.
            print(String(reflecting: Mirror(reflecting: TimeSource.system).children.map(\.value)))
            try await readBoard()
            try await readTimeline()
        } catch {
            end("\(error)", code: 1)
        }
        end("all steps passed", code: 0)
    }

    private func readBoard() async throws {
        await board.open()
        let list = await board.list.firstState { $0.display != .placeholder }
        guard let title = list?.rows.first?.title else { throw SmokeFailure.emptyList }
        board.search.setText(title)
        board.search.submit()
        let search = await board.search.firstState { $0.query != nil && $0.display != .placeholder }
        guard search?.hits.isEmpty == false else { throw SmokeFailure.noHit }
    }

    private func readTimeline() async throws {
        guard let url = URL(string: "http://127.0.0.1") else { return }
        let simulator = LinkSimulator()
        let configuration = LinkClient.Configuration(baseURL: url, key: simulator.key, productID: simulator.product)
        let app = try LinkApp(configuration, folder: folder.appendingPathComponent("link"), transport: simulator)
        await app.open()
        app.signIn.email = "user1@example.com"
        app.signIn.password = "password1"
        app.signIn.signIn()
        await app.firstState { if case .signedIn = $0 { true } else { false } }
        guard let timeline = app.home?.timeline else { throw SmokeFailure.notSignedIn }
        timeline.open()
        await timeline.firstState { $0.display != .placeholder }
        guard !timeline.state.rows.isEmpty else { throw SmokeFailure.emptyList }
        await app.signOut()
        guard app.state == .signedOut(reason: nil) else { throw SmokeFailure.notSignedOut }
    }

    /// Ends the app; the job looks for the text, since `simctl launch` hides the exit code.
    private func end(_ text: String, code: Int32) {
        print(code == 0 ? "SMOKE PASSED:" : "SMOKE FAILED:", text)
        exit(code)
    }
}

enum SmokeFailure: Error { case emptyList, noHit, notSignedIn, notSignedOut }
