import Foundation

extension SearchHistoryLog {
    private static let day = 86_400.0

    /// Lets the oldest that are not pinned go for as long as there are too many; what was just saved is never among them.
    mutating func trim(_ effect: inout SearchHistoryEffect, sparing spared: SearchHistoryEntry? = nil) {
        var excess = stored.count - rules.capacity
        guard excess > 0 else { return }
        for index in stored.indices.reversed() where excess > 0 {
            let entry = stored[index]
            guard !entry.isPinned, entry.sequence != spared?.sequence else { continue }
            stored.remove(at: index)
            effect.puts.removeAll { $0.sequence == entry.sequence }
            effect.gone.append(entry.sequence)
            excess -= 1
        }
    }

    /// Looks for what is too old, and erases what a look a day ago or earlier found too old already.
    ///
    /// A clock that leapt ahead makes everything look too old once; put right, it takes the finding back.
    mutating func dropTooOld(_ now: Date, _ effect: inout SearchHistoryEffect) {
        guard let oldest = rules.oldestKept(now) else { return rules.foundTooOld = nil }
        func isTooOld(_ entry: SearchHistoryEntry, _ oldest: Date) -> Bool { !entry.isPinned && entry.lastUsed < oldest }
        guard stored.contains(where: { isTooOld($0, oldest) }) else { return rules.foundTooOld = nil }
        guard let found = rules.foundTooOld, found <= now else { return rules.foundTooOld = now }
        guard now.timeIntervalSince(found) >= Self.day, let formerly = rules.oldestKept(found) else { return }
        let gone = stored.filter { isTooOld($0, min(oldest, formerly)) }
        stored.removeAll { isTooOld($0, min(oldest, formerly)) }
        effect.puts.removeAll { put in gone.contains { $0.sequence == put.sequence } }
        effect.erased += gone
        effect.isErasing = true
        rules.foundTooOld = stored.contains { isTooOld($0, oldest) } ? now : nil
    }
}
