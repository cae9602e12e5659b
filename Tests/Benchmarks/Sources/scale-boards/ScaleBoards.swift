import Foundation

/// A user of a board with 100,000 posts: `scale-boards [STEPS] [SEED] [--posts N] [--most N] [--trace]`.
///
/// Posts arrive and are deleted between all requests, while the user scrolls, pulls, loads gaps, searches, reads, goes through
/// tunnels, leaves the app, and comes back after it was killed. After each act: no row is twice, the rows are in order, the place
/// is kept, and an act takes at most `--most` requests (8 by default). After each pull, no post is missing outside a gap. At the
/// end, memory was flat. `--trace` prints each act.
@main enum ScaleBoards {
    static func main() async throws {
        var numbers: [Int] = []
        var options: [String: Int] = [:]
        var arguments = Array(CommandLine.arguments.dropFirst())
        let isTraced = arguments.contains("--trace")
        arguments.removeAll { $0 == "--trace" }
        while !arguments.isEmpty {
            let argument = arguments.removeFirst()
            if argument.hasPrefix("--"), !arguments.isEmpty, let value = Int(arguments.removeFirst()) {
                options[argument] = value
            } else if let number = Int(argument) {
                numbers.append(number)
            } else {
                print("scale-boards [STEPS] [SEED] [--posts N] [--most N] [--trace]")
                exit(2)
            }
        }
        let steps = numbers.first ?? 500
        let seed = numbers.dropFirst().first ?? Int(Date().timeIntervalSince1970) % 100_000
        print("scale-boards: \(steps) steps, seed \(seed)")
        let holds = try await run(
            steps: steps, seed: UInt64(seed), posts: options["--posts"] ?? 100_000, most: options["--most"] ?? 8,
            isTraced: isTraced)
        exit(holds ? 0 : 1)
    }

    @MainActor private static func run(steps: Int, seed: UInt64, posts: Int, most: Int, isTraced: Bool) async throws -> Bool {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scale-boards-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let start = Date()
        let user = User(ModelService(posts: posts, random: Random(seed: seed &+ 1)), folder: folder, seed: seed, most: most)
        user.isTraced = isTraced
        await user.begin()
        for step in 1...max(1, steps) {
            await user.step(step)
            if step % max(1, steps / 20) == 0 { user.ledger.measureMemory(step) }
        }
        user.ledger.checkMemory()
        user.ledger.print(most: most)
        print("former launches in memory: \(user.appsInMemory)")
        let seconds = Int(Date().timeIntervalSince(start))
        let holds = user.ledger.findings.isEmpty
        print("scale-boards: \(holds ? "all held" : "NOT all held"), \(user.model.requestCount) requests, \(seconds) s")
        return holds
    }
}
