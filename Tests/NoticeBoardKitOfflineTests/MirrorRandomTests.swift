import Foundation
import NoticeBoardBase
import NoticeBoardKitOffline
import NoticeBoardTesting
import TestSupport
import Testing

/// A board that changes between and during requests, requests that fail, and launches that end at any time.
@Suite("Mirror of a changing board", .inTurn, .trialLimit(minutes: 1)) struct MirrorRandomTests {
    @Test("Agrees with the service after random changes") func model() async throws {
        let trials = RandomTrials()
        var random = trials.random
        for trial in 0..<trials.count(30) {
            try await run(trial, &random, "\(trials)")
        }
    }

    private func run(_ trial: Int, _ random: inout SeededRandom, _ seed: String) async throws {
        let boards = ChangingBoards(count: Int.random(in: 0...80, using: &random))
        boards.change { $0 = $0.isEmpty ? [] : $0 }
        let folder = ScratchFolder.url("mirror-\(trial)")
        let pageSize = Int.random(in: 5...14, using: &random)
        if Bool.random(using: &random) { boards.state.withLock { $0.largestPage = pageSize } }
        var mirror = BoardMirror(service: boards, folder: folder, newest: nil, pageSize: pageSize)
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            if Bool.random(using: &random) {
                mirror = BoardMirror(service: boards, folder: folder, newest: nil, pageSize: pageSize)
            }
            let (fails, step) = (Int.random(in: 0...3, using: &random) == 0, random.next())
            let begin = boards.requests
            boards.onRequest { [unowned boards] number in
                var random = SeededRandom(seed: step &+ UInt64(number))
                Self.change(boards, &random)
                boards.fail(fails && number - begin > Int(step % 7) ? NoticeBoardError(.connectionLost, "lost") : nil)
            }
            let update = try? await mirror.update(1, depth: Int.random(in: 0...40, using: &random))
            boards.fail(nil)
            let alive = Set(boards.posts().map(\.id))
            for id in update?.deleted ?? [] { #expect(!alive.contains(id), "removed \(id), which is alive: \(seed) \(trial)") }
        }
        boards.onRequest { _ in }
        try await mirror.update(1)
        try await mirror.update(1, depth: .max)
        let kept = try await mirror.posts(in: 1).posts
        #expect(kept == boards.posts(), "\(seed) \(trial)")
    }

    private static func change(_ boards: ChangingBoards, _ random: inout SeededRandom) {
        switch Int.random(in: 0...11, using: &random) {
        case 0: boards.add(Int.random(in: 1...20, using: &random))
        case 1:
            boards.change { posts in
                for _ in 0..<Int.random(in: 1...4, using: &random) where !posts.isEmpty {
                    posts.remove(at: Int.random(in: posts.indices, using: &random))
                }
            }
        case 2:
            boards.change { posts in
                guard let place = posts.indices.randomElement(using: &random) else { return }
                posts[place] = ChangingBoards.post(posts[place].id, title: "neu \(random.next() % 100)")
            }
        default: break
        }
    }
}
