import Foundation
import NoticeBoardBase
import NoticeBoardSearch
import NoticeBoardTesting

/// A mistake that a backend may well make, and the clause that has to name it.
enum PlantedFault: String, CaseIterable, Sendable {
    case repeatsWhatIsSearchedAgain, ignoresCase, ignoresTargets, ordersByWholeSeconds, ordersEqualDatesByName
    case roundsDates, acceptsBlank, cutsLongKeywords, ignoresCapacity, ignoresAge, forgetsPins, ignoresMerging
    case recordsWhilePaused, recordsWhileOff, keepsPinsWhenErasing, deletesTheFirstOnly, clearLeavesOne, givesNothingBack
    case addsCounts, importsAgain, beginsEmpty, updatesAreStale, queuesUpdates, losesSavesAtOnce

    var clause: SearchHistoryContract.Clause {
        switch self {
        case .repeatsWhatIsSearchedAgain: .oneEntryForAKeyword
        case .ignoresCase: .caseCounts
        case .ignoresTargets: .targetsAreApart
        case .ordersByWholeSeconds: .newestFirst
        case .ordersEqualDatesByName: .equalDatesKeepTheirOrder
        case .roundsDates: .datesAreExact
        case .acceptsBlank: .blankIsRefused
        case .cutsLongKeywords: .oddKeywordsAreWholeOrRefused
        case .ignoresCapacity: .capacityHolds
        case .ignoresAge: .ageHolds
        case .forgetsPins: .pinsHold
        case .ignoresMerging: .typedPrefixesMerge
        case .recordsWhilePaused: .pausedRecordsNothing
        case .recordsWhileOff: .offRecordsNothing
        case .keepsPinsWhenErasing: .offErases
        case .deletesTheFirstOnly: .deleteRemovesWhatItNames
        case .clearLeavesOne: .clearRemovesTheRest
        case .givesNothingBack: .removalsCanBeUndone
        case .addsCounts: .addingTwiceIsOnce
        case .importsAgain: .sourcesAreImportedOnce
        case .beginsEmpty: .updatesBeginWithNow
        case .updatesAreStale: .updatesFollow
        case .queuesUpdates: .slowSubscribersGetTheNewest
        case .losesSavesAtOnce: .savesAtOnceAreAllKept
        }
    }
}

/// A history in memory with one planted fault.
final class FaultyHistory: SearchHistoryRepository {
    private let fault: PlantedFault
    private let base: InMemorySearchHistory
    private struct Told {
        var last: [SearchHistoryEntry] = []
        var listeners: [AsyncStream<[SearchHistoryEntry]>.Continuation] = []
    }
    private let told = Locked(Told())

    init(_ fault: PlantedFault, _ policy: SearchHistoryPolicy, _ clock: @escaping @Sendable () -> Date) {
        var policy = policy
        if fault == .ignoresCapacity { policy.capacity = 10_000 }
        if fault == .ignoresAge { policy.maximumAge = nil }
        if fault == .ignoresMerging { policy.merging = .never }
        self.fault = fault
        base = InMemorySearchHistory(policy: policy, clock: clock)
    }

    func entries() async throws -> [SearchHistoryEntry] {
        let entries = try await base.entries()
        switch fault {
        case .repeatsWhatIsSearchedAgain: return entries.flatMap { $0.useCount == 2 ? [$0, $0] : [$0] }
        case .ordersByWholeSeconds:
            // Within a second the oldest first, and among equal dates as it was.
            return entries.enumerated().sorted { one, other in
                let (left, right) = (floor(one.element.seconds), floor(other.element.seconds))
                if left != right { return left > right }
                let (early, late) = (one.element.seconds, other.element.seconds)
                return early == late ? one.offset < other.offset : early < late
            }.map(\.element)
        case .ordersEqualDatesByName:
            return entries.sorted { $0.seconds == $1.seconds ? $0.keyword > $1.keyword : $0.seconds > $1.seconds }
        case .roundsDates: return entries.map { $0.with(seconds: ($0.seconds * 1_000).rounded() / 1_000) }
        default: return entries
        }
    }

    func apply(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry] {
        let removed = try await applyFalsely(change)
        tell(try await base.entries())
        return removed
    }

    private func applyFalsely(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry] {
        switch (fault, change) {
        case (.ignoresCase, .save(let key)):
            return try await base.apply(.save(SearchHistoryEntry.Key(key.keyword.lowercased(), target: key.target)))
        case (.ignoresTargets, .save(let key)): return try await base.apply(.save(SearchHistoryEntry.Key(key.keyword)))
        case (.acceptsBlank, .save(let key)) where key.keyword.isEmpty: return []
        case (.cutsLongKeywords, .save(let key)):
            return try await base.apply(.save(SearchHistoryEntry.Key(String(key.keyword.prefix(255)), target: key.target)))
        case (.forgetsPins, .pin(_, true)): return []
        case (.recordsWhilePaused, .record(.paused, _)), (.recordsWhileOff, .record(.off, false)): return []
        case (.keepsPinsWhenErasing, .record(.off, true)):
            try await base.apply(.clear(keepingPinned: true))
            return try await base.apply(.record(.off, erasing: false))
        case (.deletesTheFirstOnly, .delete(let keys)): return try await base.apply(.delete(Array(keys.prefix(1))))
        case (.clearLeavesOne, .clear(false)):
            return try await base.apply(.delete(try await base.entries().dropLast().map(\.id)))
        case (.givesNothingBack, .clear):
            try await base.apply(change)
            return []
        case (.addsCounts, .add(let entries, nil)):
            try await base.apply(change)
            for entry in entries where entry.useCount > 1 { try await base.apply(.add([entry.counted(1)], source: nil)) }
            return []
        case (.importsAgain, .add(let entries, _)): return try await base.apply(.add(entries, source: nil))
        case (.losesSavesAtOnce, .save(let key)) where key.keyword.hasSuffix(" 7"): return []
        default: return try await base.apply(change)
        }
    }

    func updates() -> AsyncStream<[SearchHistoryEntry]> {
        guard [.beginsEmpty, .updatesAreStale, .queuesUpdates].contains(fault) else { return base.updates() }
        let (stream, continuation) = AsyncStream.makeStream(
            of: [SearchHistoryEntry].self, bufferingPolicy: fault == .queuesUpdates ? .unbounded : .bufferingNewest(1))
        told.withLock { told in
            continuation.yield(fault == .beginsEmpty ? [] : told.last)
            told.listeners.append(continuation)
        }
        return stream
    }

    private func tell(_ list: [SearchHistoryEntry]) {
        told.withLock { told in
            for listener in told.listeners { listener.yield(fault == .updatesAreStale && list.isEmpty ? told.last : list) }
            told.last = list
        }
    }
}

extension SearchHistoryEntry {
    fileprivate var seconds: Double { lastUsed.timeIntervalSinceReferenceDate }

    fileprivate func with(seconds: Double) -> SearchHistoryEntry {
        SearchHistoryEntry(
            keyword: keyword, target: target, lastUsed: Date(timeIntervalSinceReferenceDate: seconds), useCount: useCount,
            isPinned: isPinned)
    }

    fileprivate func counted(_ more: Int) -> SearchHistoryEntry {
        SearchHistoryEntry(
            keyword: keyword, target: target, lastUsed: lastUsed, useCount: useCount + more, isPinned: isPinned)
    }
}
