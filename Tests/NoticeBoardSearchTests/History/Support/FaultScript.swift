import Foundation
import NoticeBoardBase

@testable import NoticeBoardSearch

/// A run of changes against a history, and what must be there afterwards: what was acknowledged, and of what threw the old
/// or the new.
struct FaultScript {
    /// What may be there under a keyword: nil stands for nothing.
    private(set) var allowed: [String: Set<String?>] = [:]
    private(set) var thrown: [any Error] = []
    private(set) var findings: [String] = []
    /// Keywords that a change was to remove, and threw.
    private var mayHaveGone: Set<String> = []

    /// What is in the file at first, and what a crash left at its end.
    static let initial = [entry("있던 것", at: 5), entry("나", at: 6)]
    static let initialFile = journal(initial) + journal([entry("잘린 것")]).dropFirst(JournalHeader.size).dropLast(3)
    /// Small enough that the changes outgrow it.
    static let roomyEnough = 250

    /// Saves, deletes and clears, so that appending, rewriting and erasing all take place.
    static let changes: [SearchHistoryChange] = [
        .save(SearchHistoryEntry.Key("가")), .save(SearchHistoryEntry.Key("나")), .delete([SearchHistoryEntry.Key("가")]),
        .save(SearchHistoryEntry.Key("다")), .save(SearchHistoryEntry.Key("다")), .save(SearchHistoryEntry.Key("다")),
        .pin(SearchHistoryEntry.Key("나"), true), .save(SearchHistoryEntry.Key("라")), .clear(keepingPinned: true),
        .save(SearchHistoryEntry.Key("마")),
    ]

    /// How an entry looks to the comparison.
    static func look(_ entry: SearchHistoryEntry) -> String {
        "\(entry.lastUsed.timeIntervalSinceReferenceDate) \(entry.useCount) \(entry.isPinned)"
    }

    /// Makes every change, and notes what it may have come to.
    mutating func run(_ history: FileSearchHistory, _ changes: [SearchHistoryChange] = Self.changes) async {
        var before = (try? await history.entries()) ?? Self.initial.reversed()
        for entry in Self.initial { allowed[entry.keyword] = [Self.look(entry)] }
        for change in changes {
            do {
                try await history.apply(change)
                let after = (try? await history.entries()) ?? []
                settle(before, after)
                before = after
            } catch {
                thrown.append(error)
                // What threw is not visible now, and may be there after a restart: what it would have been is not known to
                // this script, but for which keywords it is about.
                let after = (try? await history.entries()) ?? before
                // Of an earlier one that threw it may have become known by now.
                let unexpected = Set(after).symmetricDifference(before).filter { !(allowed[$0.keyword] ?? []).contains("new") }
                if !unexpected.isEmpty, mayHaveGone.isDisjoint(with: unexpected.map(\.keyword)) {
                    findings.append("\(change) threw and is visible")
                }
                loosen(change, before)
                before = after
            }
        }
    }

    private mutating func settle(_ before: [SearchHistoryEntry], _ after: [SearchHistoryEntry]) {
        let kept = Set(after.map(\.keyword))
        for entry in before where !kept.contains(entry.keyword) { allowed[entry.keyword] = [nil] }
        // A rewriting repairs what an earlier failure left, so everything is as memory says again; a mere append does not.
        for entry in after where !before.contains(entry) || allowed[entry.keyword] == nil {
            allowed[entry.keyword] = [Self.look(entry)]
        }
    }

    private mutating func loosen(_ change: SearchHistoryChange, _ before: [SearchHistoryEntry]) {
        switch change {
        case .save(let key), .pin(let key, _): allowed[key.keyword, default: [nil]].insert("new")
        case .delete(let keys): for key in keys { loosen(key.keyword) }
        default: for entry in before where !entry.isPinned { loosen(entry.keyword) }
        }
    }

    private mutating func loosen(_ keyword: String) {
        allowed[keyword, default: [nil]].insert(nil)
        mayHaveGone.insert(keyword)
    }

    /// What a history that was opened again holds against what must be there; empty when all is well.
    func check(_ entries: [SearchHistoryEntry]) -> [String] {
        var findings = findings
        var found: [String: String] = [:]
        for entry in entries { found[entry.keyword] = Self.look(entry) }
        for (keyword, looks) in allowed where !looks.contains("new") && !looks.contains(found[keyword]) {
            findings.append("\(keyword.prefix(1)): expected one of \(looks), found \(found[keyword] ?? "nothing")")
        }
        for keyword in found.keys where allowed[keyword] == nil { findings.append("\(keyword.prefix(1)) was never saved") }
        return findings
    }
}
