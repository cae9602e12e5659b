import CountedAllocation
import Foundation

/// A check for CI, on a busy machine too: what each piece of work allocates, and how long some take beside others in this process.
///
/// Allocations are the same on every machine, so their limits are close. A limit that rises on purpose is one changed number.
/// Times are compared with other work in the same process, with a margin of two: what was lost once was lost by five to fifty times.
enum Work {
    static let subjects = [
        Subject(name: "work", summary: "allocations, ratios of times and memory of pieces of work; ends with 1 above a limit") {
            settings in
            guard !settings.isQuick else { return print("  not in a quick run: its limits need all rounds") }
            try await check()
        }
    ]

    /// One thing that the library does.
    struct Piece {
        let name: String
        /// The most allocations of one.
        let limit: Double
        /// How many are counted at once.
        var count = 100
        let run: @MainActor (_ count: Int) async throws -> Void
    }

    @MainActor private static func check() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "work-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var misses: [String] = []
        print("\nallocations of one piece of work")
        if counted_allocations() < 0 {
            print("  not counted on this system")
        } else {
            for piece in try await pieces(in: folder) {
                let allocations = try await allocations(of: piece)
                let goal = Goal.atMost(piece.limit)
                line(piece.name, String(format: "%10.1f", allocations), goal.verdict(allocations))
                if allocations > piece.limit { misses.append(piece.name) }
            }
        }
        print("\ntimes beside other work in this process")
        for (name, ratio, limit) in try await ratios(in: folder) {
            line(name, String(format: "%10.3f×", ratio), Goal.atMost(limit).verdict(ratio))
            if ratio > limit { misses.append(name) }
        }
        print("\nmemory")
        for (name, bytes, limit) in try await leftovers() {
            let goal = Goal.atMost(limit)
            line(name, String(format: "%10.1f bytes", bytes), goal.verdict(bytes))
            if bytes > limit { misses.append(name) }
        }
        guard misses.isEmpty else {
            FileHandle.standardError.write(Data("above the limit: \(misses.joined(separator: ", "))\n".utf8))
            exit(1)
        }
    }

    /// The least of some rounds, since other threads of the process allocate now and then.
    @MainActor private static func allocations(of piece: Piece) async throws -> Double {
        var least = Int.max
        for _ in 0..<6 {
            let before = counted_allocations()
            try await piece.run(piece.count)
            least = min(least, counted_allocations() - before)
        }
        return (Double(least) / Double(piece.count) * 10).rounded() / 10
    }
}
