import Foundation
import NoticeBoardBase
import NoticeBoardHTTP

/// Downloads over connections that are cut: each file must be one whole version, or the call says why not.
extension StressTransport {
    private struct Counts: Sendable {
        var equal = 0
        var failed: [String: Int] = [:]
        var mixed: [String] = []

        mutating func add(_ other: Counts) {
            equal += other.equal
            failed.merge(other.failed, uniquingKeysWith: +)
            mixed += other.mixed
        }
    }

    /// Downloads `file-0` to `file-3` below a URL so many times, four at once, and prints how the calls ended.
    static func downloads(_ arguments: [String]) async throws {
        guard arguments.count == 2, let url = URL(string: arguments[0]), let count = Int(arguments[1]) else {
            FileHandle.standardError.write(Data("stress-transport: downloads URL COUNT\n".utf8))
            exit(1)
        }
        var configuration = APIClient.Configuration(baseURL: url)
        configuration.retry = RetryPolicy(attempts: 3, firstWait: 0.01, budget: 1_000_000)
        configuration.defaults.timeout = 20
        let client = APIClient(configuration)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("downloads-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lanes = 4
        let all = await withTaskGroup(of: Counts.self) { group in
            for lane in 0..<lanes {
                group.addTask { await downloads(lane, count / lanes, by: client, in: folder) }
            }
            var all = Counts()
            for await some in group { all.add(some) }
            return all
        }
        let reasons = all.failed.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("equal \(all.equal); failed calls: \(reasons.isEmpty ? "none" : reasons); mixed \(all.mixed.count)")
        for one in all.mixed.prefix(5) { print(one) }
        if !all.mixed.isEmpty { exit(1) }
    }

    private static func downloads(_ lane: Int, _ count: Int, by client: APIClient, in folder: URL) async -> Counts {
        var counts = Counts()
        let file = folder.appendingPathComponent("file-\(lane)")
        for _ in 0..<count {
            try? FileManager.default.removeItem(at: file)
            // A call that failed is repeated, as by the next launch, and goes on with its part.
            for _ in 0..<50 {
                do {
                    try await client.download(.get("file-\(lane)"), resuming: file)
                    if let fault = fault(of: file) { counts.mixed.append(fault) } else { counts.equal += 1 }
                    break
                } catch {
                    counts.failed[(error as? NoticeBoardError).map { "\($0.code)" } ?? "\(error)", default: 0] += 1
                    if FileManager.default.fileExists(atPath: file.path) { counts.mixed.append("a failed call left a file") }
                }
            }
        }
        return counts
    }

    /// Returns why a file is not one whole version: each line of 32 bytes names its version, its number and the number of lines.
    private static func fault(of file: URL) -> String? {
        guard let data = try? Data(contentsOf: file), data.count >= 32, data.count.isMultiple(of: 32) else {
            return "no whole lines"
        }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        guard let first = lines.first else { return "no lines" }
        let version = first.prefix(8)
        for (number, line) in lines.enumerated() {
            let fields = String(decoding: line, as: UTF8.self)
            guard fields.count == 31, line.prefix(8) == version else { return "line \(number) is of another version" }
            let position = Int(fields.dropFirst(8).prefix(8), radix: 16)
            let count = Int(fields.dropFirst(16).prefix(8), radix: 16)
            guard position == number, count == lines.count else { return "line \(number) is \(fields)" }
        }
        return nil
    }
}
