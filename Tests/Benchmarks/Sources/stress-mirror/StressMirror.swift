import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardTesting

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Kills processes that update a mirror, at random moments: `stress-mirror [ROUNDS]`, 1,000 when nothing is said.
///
/// The mirror has three lists, with offsets, cursors and page numbers, which grow and lose items between the processes; now and then
/// the service refuses its older cursors. After each kill the lists must be readable, hold no item that never was and none twice,
/// and have lost no item that the service still has. In every tenth round an update must bring them to equality with the service.
@main struct StressMirror {
    private let folder: URL
    private var list: GrowingList
    private var stored: [String: Set<Int>] = [:]

    static func main() async throws {
        let arguments = CommandLine.arguments
        if arguments.count == 5, arguments[1] == "update" {
            return try await update(
                folder: URL(fileURLWithPath: arguments[2]), GrowingList(arguments[3]), depth: Int(arguments[4]) ?? 0)
        }
        let rounds = arguments.dropFirst().compactMap { Int($0) }.first ?? 1_000
        let trials = RandomTrials()
        FileHandle.standardError.write(Data("stress-mirror: \(rounds) rounds, \(trials)\n".utf8))
        var random = trials.random
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stress-mirror-\(getpid())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var stress = StressMirror(folder: folder, list: GrowingList(lowest: 1, highest: 400, seed: random.next() % 1_000))
        for round in 0..<rounds { try await stress.run(round, &random) }
        print("stress-mirror: \(rounds) killed, nothing lost")
    }

    /// Kills a process that updates the lists, and checks what is left.
    private mutating func run(_ round: Int, _ random: inout SeededRandom) async throws {
        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = ["update", folder.path, list.text, "\(random.next() % 1_000)"]
        let ready = Pipe()
        process.standardOutput = ready
        try process.run()
        _ = ready.fileHandleForReading.readData(ofLength: 1)
        usleep(UInt32(random.below(12_000)))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let mirror = list.mirror(in: folder)
        for name in GrowingList.names { try await check(name, in: mirror, round) }
        if round % 10 == 9 {
            for name in GrowingList.names { try await equalize(name, in: mirror, round) }
        }
        list.highest += Int(random.below(60))
        // The oldest items go, so that the list stays small.
        list.lowest = max(list.lowest, list.highest - 600)
        if round % 7 == 0 { list.seed = random.next() % 1_000 }
        if round % 5 == 0 { list.epoch += 1 }
    }

    private mutating func check(_ name: String, in mirror: Mirror<Row>, _ round: Int) async throws {
        let result = try await mirror.items(in: name)
        if !result.unreadable.isEmpty { fail(round, name, "rows cannot be read") }
        for row in result.items where row != Row(row.id) { fail(round, name, "row \(row.id) is not what it was") }
        let kept = Set(result.items.map(\.id))
        if kept.count != result.items.count { fail(round, name, "a row is there twice") }
        let living = Set(list.ids)
        let lost = (stored[name] ?? []).intersection(living).subtracting(kept)
        if !lost.isEmpty { fail(round, name, "lost rows \(lost.sorted())") }
        stored[name] = kept
    }

    private mutating func equalize(_ name: String, in mirror: Mirror<Row>, _ round: Int) async throws {
        try await mirror.update(name)
        try await mirror.update(name, depth: .max)
        let rows = try await mirror.items(in: name).items
        if rows.map(\.id) != list.ids { fail(round, name, "the mirror differs from the service") }
        stored[name] = Set(list.ids)
    }

    private func fail(_ round: Int, _ name: String, _ finding: String) -> Never {
        print("stress-mirror: round \(round), \(name): \(finding)")
        exit(1)
    }

    private static func update(folder: URL, _ list: GrowingList, depth: Int) async throws {
        let mirror = list.mirror(in: folder)
        FileHandle.standardOutput.write(Data("x".utf8))
        while true {
            for name in GrowingList.names { try await mirror.update(name, depth: depth) }
        }
    }
}
