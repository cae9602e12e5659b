import Foundation
import NoticeBoardKitOffline
import NoticeBoardTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Kills processes that update a mirror, at random moments: `stress-mirror [ROUNDS]`, 1,000 when nothing is said.
///
/// The board grows and loses posts between the processes. After each kill the mirror must be readable, hold no post that never was,
/// and in every tenth round an update must bring it to equality with the board.
@main enum StressMirror {
    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 5, arguments[1] == "update" {
            return try await update(
                folder: URL(fileURLWithPath: arguments[2]), board: GrowingBoard(arguments[3]), seed: arguments[4])
        }
        let rounds = arguments.dropFirst().compactMap { Int($0) }.first ?? 1_000
        let trials = RandomTrials()
        FileHandle.standardError.write(Data("stress-mirror: \(rounds) rounds, \(trials)\n".utf8))
        var random = trials.random
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stress-mirror-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var board = GrowingBoard(lowest: 1, highest: 400, seed: random.next() % 1_000)
        for round in 0..<rounds {
            let process = Process()
            process.executableURL = Bundle.main.executableURL
            process.arguments = ["update", folder.path, board.text, "\(random.next() % 1_000)"]
            let ready = Pipe()
            process.standardOutput = ready
            try process.run()
            _ = ready.fileHandleForReading.readData(ofLength: 1)
            usleep(UInt32(random.below(12_000)))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let mirror = BoardMirror(service: board, folder: folder, newest: nil)
            let kept = try await mirror.posts(in: 1).posts
            for post in kept where post != GrowingBoard.post(post.id) { fail(round, "post \(post.id) is not what it was") }
            if Set(kept.map(\.id)).count != kept.count { fail(round, "a post is there twice") }
            if round % 10 == 9 {
                try await mirror.update(1)
                try await mirror.update(1, depth: .max)
                if try await mirror.posts(in: 1).posts != board.posts { fail(round, "the mirror differs from the board") }
            }
            board.highest += Int(random.below(60))
            // The oldest posts go, so that the board stays small.
            board.lowest = max(board.lowest, board.highest - 600)
            if round % 7 == 0 { board.seed = random.next() % 1_000 }
        }
        print("stress-mirror: \(rounds) killed, nothing lost")
    }

    private static func fail(_ round: Int, _ finding: String) -> Never {
        print("stress-mirror: round \(round): \(finding)")
        exit(1)
    }

    private static func update(folder: URL, board: GrowingBoard, seed: String) async throws {
        let mirror = BoardMirror(service: board, folder: folder, newest: nil, pageSize: 10)
        FileHandle.standardOutput.write(Data("x".utf8))
        while true { try await mirror.update(1, depth: Int(seed) ?? 0) }
    }
}

/// A board that is known from three numbers, so that two processes know the same one.
struct GrowingBoard: NoticeBoardService {
    var lowest: Int
    var highest: Int
    /// Which posts were deleted.
    var seed: UInt64

    init(lowest: Int, highest: Int, seed: UInt64) { (self.lowest, self.highest, self.seed) = (lowest, highest, seed) }

    init(_ text: String) {
        let numbers = text.split(separator: ",").compactMap { Int($0) }
        self.init(lowest: numbers[0], highest: numbers[1], seed: UInt64(numbers[2]))
    }

    var text: String { "\(lowest),\(highest),\(seed)" }

    var posts: [Post] {
        (lowest...highest).reversed().filter { (UInt64($0) &* 2_654_435_761 &+ seed) % 13 != 0 }.map(Self.post)
    }

    static func post(_ id: Int) -> Post {
        Post(id: id, title: "글 \(id)", boardID: 1, contents: String(repeating: "<p>\(id)</p>", count: id % 40 + 1))
    }

    func boards() async throws -> [Board] { [] }

    func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
        let all = posts
        let page = Array(all.dropFirst(offset).prefix(limit))
        let end = offset + page.count
        return Page(items: page, next: end < all.count ? .offset(end) : nil, total: all.count)
    }

    func searchPage(
        _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
    ) async throws -> Page<Post> { Page(items: []) }
}
