import Foundation
import NoticeBoardSearch

/// The acknowledged changes of each process, round after round, and the stored entries.
struct Ledger {
    let folder: String
    private(set) var acknowledged = 0
    /// How often each keyword was searched; none where it was deleted.
    private var counts: [String: Int] = [:]

    init(folder: String) { self.folder = folder }

    /// The errors after a round; empty if there are none.
    mutating func judge(_ processes: Int) async throws -> [String] {
        var mayBe: [String: Int] = [:]
        for number in 0..<processes {
            let path = "\(folder)/notes-\(number)"
            let lines = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
            try? FileManager.default.removeItem(atPath: path)
            var pending: Substring?
            for line in lines {
                if line == "!", let change = pending {
                    counts[String(change.dropFirst())] = after(change)
                    acknowledged += 1
                    pending = nil
                } else {
                    pending = line
                }
            }
            if let pending { mayBe[String(pending.dropFirst())] = after(pending) ?? 0 }
        }
        let (received, continuation) = AsyncStream.makeStream(of: SearchHistoryEvent.self)
        let store = URL(fileURLWithPath: folder + "/store")
        let history = FileSearchHistory(directory: store, onEvent: { _ = continuation.yield($0) })
        let entries = try await history.entries()
        continuation.finish()
        var findings: [String] = []
        for await event in received { findings.append(event.kind.rawValue) }
        var found: [String: Int] = [:]
        for entry in entries { found[entry.keyword] = entry.useCount }
        for keyword in Set(counts.keys).union(found.keys) where found[keyword] != counts[keyword] {
            if let other = mayBe[keyword], other == found[keyword] ?? 0 { continue }
            findings.append("\(keyword) was searched \(counts[keyword] ?? 0) times, \(found[keyword] ?? 0) are there")
        }
        findings += traces(
            of: (0..<processes).flatMap { process in (0..<12).map { "낱말-\(process)-\($0)" } }.filter {
                counts[$0] == nil && found[$0] == nil && mayBe[$0] == nil
            })
        counts = found
        return findings
    }

    private func after(_ change: Substring) -> Int? {
        change.first == "-" ? nil : (counts[String(change.dropFirst())] ?? 0) + 1
    }

    private func traces(of keywords: [String]) -> [String] {
        let store = folder + "/store"
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: store)) ?? []).compactMap {
            // The temporary file of a killed process is removed by the next change.
            $0.hasSuffix(".new") ? nil : FileManager.default.contents(atPath: "\(store)/\($0)")
        }
        return keywords.filter { keyword in
            // A keyword ends where its record does: 1 is not the beginning of 11.
            files.contains { data in
                guard let range = data.range(of: Data(keyword.utf8)) else { return false }
                return range.upperBound == data.endIndex || !(48...57 ~= data[range.upperBound])
            }
        }.map { "\($0) was deleted and is in a file" }
    }
}
