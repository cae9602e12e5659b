import Foundation
import NoticeBoardBase
import NoticeBoardSearch
import NoticeBoardTesting

/// A plausible mistake of a backend, and the clauses that must find it.
enum PlantedFault: String, CaseIterable, Sendable {
    case repeatsWhatIsSearchedAgain, ignoresCase, ignoresTargets, ordersByDates, ordersEqualDatesByName
    case roundsDates, acceptsBlank, cutsLongKeywords, ignoresCapacity, ignoresAge, forgetsPins, ignoresMerging
    case recordsWhilePaused, recordsWhileOff, keepsPinsWhenErasing, forgetsImportsWhenErasing, recordsAfterErasing
    case forgetsRulesWhenErasing, deletesTheFirstOnly, deleteAllLeavesOne, givesNothingBack
    case addsCounts, importsAgain, beginsEmpty, updatesAreStale, queuesUpdates, losesSavesAtOnce
    case deletesNothingWhileOff, takesNothingInSilently, alwaysSaysOn, deletesInOneTarget, hidesThatThereIsNoRoom
    case importsByDate, keepsTheTooOld, deletesNoExpired, wipesWhenTheClockLeaps, unpinsNothing

    var clauses: [String] {
        switch self {
        case .alwaysSaysOn:
            [
                "pausedRecordsNothing", "offRecordsNothing", "eraseKeepsRecording", "offStillDeletes", "offTakesNothingIn",
                "recordingIsTold",
            ]
        case .givesNothingBack: ["pinsHold", "deleteAllRemovesTheRest", "removalsCanBeUndone"]
        case .repeatsWhatIsSearchedAgain: ["oneEntryForAKeyword"]
        case .ignoresCase: ["caseCounts"]
        case .ignoresTargets: ["targetsAreApart"]
        case .ordersByDates: ["newestFirst"]
        case .ordersEqualDatesByName: ["equalDatesKeepTheirOrder"]
        case .roundsDates: ["datesAreExact"]
        case .acceptsBlank: ["blankIsRefused"]
        case .cutsLongKeywords: ["oddKeywordsAreWholeOrRefused"]
        case .ignoresCapacity: ["capacityHolds"]
        case .ignoresAge: ["ageHolds"]
        case .forgetsPins, .unpinsNothing: ["pinsHold"]
        case .ignoresMerging: ["typedPrefixesMerge"]
        case .recordsWhilePaused: ["pausedRecordsNothing"]
        case .recordsWhileOff: ["offRecordsNothing"]
        case .keepsPinsWhenErasing: ["eraseRemovesEverything"]
        case .forgetsImportsWhenErasing: ["eraseKeepsDoneImports"]
        case .recordsAfterErasing: ["eraseKeepsRecording"]
        case .forgetsRulesWhenErasing: ["eraseKeepsRules"]
        case .deletesTheFirstOnly: ["deleteRemovesWhatItNames"]
        case .deleteAllLeavesOne: ["deleteAllRemovesTheRest"]
        case .addsCounts: ["addingTwiceIsOnce"]
        case .importsAgain: ["sourcesAreImportedOnce"]
        case .beginsEmpty: ["updatesBeginWithNow"]
        case .updatesAreStale: ["updatesFollow"]
        case .queuesUpdates: ["slowSubscribersGetTheNewest"]
        case .losesSavesAtOnce: ["savesAtOnceAreAllKept"]
        case .deletesNothingWhileOff: ["offStillDeletes"]
        case .takesNothingInSilently: ["offTakesNothingIn"]
        case .deletesInOneTarget: ["deleteWithoutTarget"]
        case .hidesThatThereIsNoRoom: ["noRoomIsSaid"]
        case .importsByDate: ["importsStandBelow"]
        case .keepsTheTooOld: ["tooOldLeavesTheStore"]
        case .deletesNoExpired: ["deleteExpiredRemovesTheTooOld"]
        case .wipesWhenTheClockLeaps: ["leapingClockWipesNothing"]
        }
    }
}

/// A history in memory with one planted fault.
final class FaultyHistory: SearchHistoryRepository {
    private let fault: PlantedFault
    private let base: InMemorySearchHistory
    private let clock: @Sendable () -> Date
    private let age: Locked<TimeInterval?>
    private let hasErased = Locked(false)
    private struct Told {
        var last: [SearchHistoryEntry] = []
        var listeners: [AsyncStream<[SearchHistoryEntry]>.Continuation] = []
    }
    private let told = Locked(Told())

    init(_ fault: PlantedFault, _ policy: SearchHistoryPolicy, _ clock: @escaping @Sendable () -> Date) {
        var policy = policy
        if fault == .ignoresCapacity, policy.capacity == 3 { policy.capacity = 10_000 }
        if fault == .ignoresAge { policy.maximumAge = nil }
        if fault == .ignoresMerging { policy.merging = 0 }
        (self.fault, self.clock, age) = (fault, clock, Locked(policy.maximumAge))
        base = InMemorySearchHistory(policy: policy, now: clock)
    }

    func entries() async throws -> [SearchHistoryEntry] {
        let entries = try await base.entries()
        switch fault {
        case .repeatsWhatIsSearchedAgain: return entries.flatMap { $0.useCount == 2 ? [$0, $0] : [$0] }
        case .ordersByDates:
            // Only if a clock went far back: ordering imports by their dates is correct.
            return entries.contains { $0.seconds < 0 } ? entries.sorted { $0.seconds > $1.seconds } : entries
        case .importsByDate:
            return entries.contains { $0.seconds == 1_000_000 } ? entries.sorted { $0.seconds > $1.seconds } : entries
        case .ordersEqualDatesByName:
            let isOneMoment = Set(entries.map(\.seconds)).count == 1
            return isOneMoment ? entries.sorted { $0.keyword > $1.keyword } : entries
        case .roundsDates: return entries.map { $0.with(seconds: ($0.seconds * 1_000).rounded() / 1_000) }
        default: return entries
        }
    }

    func recording() async throws -> SearchHistoryPolicy.Recording {
        fault == .alwaysSaysOn && !hasErased.withLock { $0 } ? .on : try await base.recording()
    }

    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        let removed = try await applyFalsely(change)
        tell(try await base.entries())
        return removed
    }

    private func applyFalsely(_ change: SearchHistoryChange) async throws -> [SearchHistoryEntry] {
        if change == .erase { hasErased.withLock { $0 = true } }
        switch (fault, change) {
        case (.ignoresCase, .save(let key)):
            return try await base.apply(.save(SearchHistoryEntry.Key(key.keyword.lowercased(), target: key.target)))
        case (.ignoresTargets, .save(let key)) where !SearchTarget.wellKnown.contains(key.target):
            return try await base.apply(.save(SearchHistoryEntry.Key(key.keyword)))
        case (.acceptsBlank, .save(let key)) where key.keyword.isEmpty: return []
        case (.cutsLongKeywords, .save(let key)):
            return try await base.apply(.save(SearchHistoryEntry.Key(String(key.keyword.prefix(255)), target: key.target)))
        case (.forgetsPins, .pin(SearchHistoryEntry.Key("가"), true)), (.unpinsNothing, .pin(_, false)): return []
        case (.recordsWhilePaused, .save), (.recordsWhileOff, .save):
            let recording = try await base.recording()
            guard recording == (fault == .recordsWhileOff ? .off : .paused) else { return try await base.apply(change) }
            try await base.turnOn()
            try await base.apply(change)
            return try await base.apply(.record(recording))
        case (.keepsPinsWhenErasing, .erase):
            try await base.apply(.deleteAll(keepingPinned: true))
            return []
        case (.forgetsImportsWhenErasing, .add(let entries, _)) where hasErased.withLock { $0 }:
            return try await base.apply(.restore(entries))
        case (.recordsAfterErasing, .erase):
            try await base.apply(change)
            return try await base.apply(.record(.on))
        case (.forgetsRulesWhenErasing, .erase):
            try await base.apply(change)
            return try await base.apply(.setPolicy(SearchHistoryPolicy(capacity: 100)))
        case (.deletesTheFirstOnly, .delete(let keys)): return try await base.apply(.delete(Array(keys.prefix(1))))
        case (.deleteAllLeavesOne, .deleteAll(false)):
            return try await base.apply(.delete(try await base.entries().dropLast().map(\.id)))
        case (.givesNothingBack, .deleteAll):
            try await base.apply(change)
            return []
        case (.addsCounts, .restore(let entries)):
            let left = try await base.apply(change)
            for entry in entries where entry.useCount > 1 { try await base.apply(.restore([entry.counted(1)])) }
            return left
        case (.importsAgain, .add(let entries, "Core Data")): return try await base.apply(.restore(entries))
        case (.deletesNothingWhileOff, .delete):
            return try await base.recording() == .off ? [] : try await base.apply(change)
        case (.takesNothingInSilently, .add): return try await base.recording() == .off ? [] : try await base.apply(change)
        case (.deletesInOneTarget, .deleteEverywhere(let keyword)): return try await base.apply(.delete([.init(keyword)]))
        case (.hidesThatThereIsNoRoom, .restore):
            do { return try await base.apply(change) } catch let error as NoticeBoardError where error.code == .historyFull {
                return []
            }
        case (.keepsTheTooOld, .setPolicy(let policy)):
            age.withLock { $0 = policy.maximumAge }
            return try await base.apply(change)
        case (.keepsTheTooOld, .save):
            // Forgets the result of a check.
            try await base.apply(.setPolicy(SearchHistoryPolicy(maximumAge: .infinity)))
            try await base.apply(change)
            return try await base.apply(.setPolicy(SearchHistoryPolicy(maximumAge: age.withLock { $0 })))
        case (.deletesNoExpired, .deleteExpired): return []
        case (.wipesWhenTheClockLeaps, .save) where clock().timeIntervalSinceReferenceDate > 1e8:
            try await base.apply(.deleteExpired)
            return try await base.apply(change)
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
