import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

/// Walks through random services, and checks each walk against the service's own record.
@Suite("Paginator: random walks", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct PaginatorModelTests {
    /// The result of one walk.
    private struct Outcome {
        var ids: [Int] = []
        var gaps: [PageGap<Int>] = []
        var complaints: [String] = []
    }

    private struct Totals: Sendable {
        var walks = 0, missed = 0, missedInGaps = 0, gaps = 0, failures = 0, emptyPages = 0, capped = 0
        var arrivals = 0, deletions = 0, both = 0, prefetched = 0

        mutating func add(_ more: Totals) {
            walks += more.walks
            missed += more.missed
            missedInGaps += more.missedInGaps
            gaps += more.gaps
            failures += more.failures
            emptyPages += more.emptyPages
            capped += more.capped
            arrivals += more.arrivals
            deletions += more.deletions
            both += more.both
            prefetched += more.prefetched
        }
    }

    @Test("No walk repeats items, reads past the end or misses items without a report") func walks() async {
        let trials = RandomTrials()
        let count = trials.count(3_000)
        let workers = 4
        let totals = await withTaskGroup(of: Totals.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var totals = Totals()
                    for number in stride(from: worker, to: count, by: workers) {
                        await Self.check(trials.seed &+ UInt64(number), &totals)
                    }
                    return totals
                }
            }
            return await group.reduce(into: Totals()) { $0.add($1) }
        }
        #expect(totals.walks == count)
        guard count >= 3_000 else { return }
        // The generator must have produced the cases that the invariants cover.
        let seen = [
            totals.missed, totals.missedInGaps, totals.gaps, totals.failures, totals.emptyPages, totals.capped, totals.arrivals,
            totals.deletions, totals.both, totals.prefetched,
        ]
        #expect(seen.allSatisfy { $0 > count / 1_000 }, "\(trials): \(totals)")
        print("random walks: \(trials), \(totals)")
    }

    private static func check(_ seed: UInt64, _ totals: inout Totals) async {
        var random = SeededRandom(seed: seed)
        let plan = RandomService.Plan(&random)
        let service = RandomService(plan, random)
        let outcome = await walk(service)
        let record = service.now
        let complaints = outcome.complaints + record.complaints + judge(outcome, service, &totals)
        #expect(complaints.isEmpty, "\(RandomTrials(seed: seed)): \(plan): \(complaints)")
        totals.walks += 1
        totals.gaps += outcome.gaps.count
        totals.failures += record.failures
        totals.emptyPages += record.emptyPages
        totals.capped += plan.isCapped ? 1 : 0
        totals.arrivals += record.events.count { $0.arrived > 0 && $0.deleted == 0 }
        totals.deletions += record.events.count { $0.deleted > 0 && $0.arrived == 0 }
        totals.both += record.events.count { $0.deleted > 0 && $0.arrived > 0 }
        totals.prefetched += record.mostInFlight > 1 ? 1 : 0
    }

    private static func walk(_ service: RandomService) async -> Outcome {
        let gaps = Notes<PageGap<Int>>()
        let paginator = Paginator<Numbered> { try await service.load($0) }
            .prefetching(service.plan.ahead).overlapping(service.plan.overlap) { gaps.add($0) }
        var outcome = Outcome()
        let iterator = paginator.makeAsyncIterator()
        for _ in 0..<2000 {
            do {
                guard let item = try await iterator.next() else {
                    outcome.gaps = gaps.all
                    return outcome
                }
                outcome.ids.append(item.id)
            } catch is RandomService.Failure {
                continue
            } catch {
                // By chance a page may arrive three times. The walk must then be able to continue.
                let isCircle = (error as? NoticeBoardError)?.code == .endlessList
                guard isCircle, service.plan.change != .none else {
                    outcome.complaints.append("\(error)")
                    break
                }
            }
        }
        outcome.complaints.append("no end after \(outcome.ids.count) items")
        return outcome
    }

    private static func judge(_ outcome: Outcome, _ service: RandomService, _ totals: inout Totals) -> [String] {
        let (plan, record) = (service.plan, service.now)
        var complaints: [String] = []
        if Set(outcome.ids).count != outcome.ids.count { complaints.append("repeats \(outcome.ids)") }
        if record.mostInFlight > max(plan.ahead, 1) { complaints.append("\(record.mostInFlight) in flight") }
        // Only readable items that existed during the whole walk can be missed.
        let there = Set(record.list).subtracting(record.broken)
        let missed = service.first.filter { there.contains($0) }.filter { !Set(outcome.ids).contains($0) }
        guard !missed.isEmpty else { return complaints }
        totals.missed += missed.count
        let rank = Dictionary(uniqueKeysWithValues: record.universe.enumerated().map { ($0.element, $0.offset) })
        let unreported = missed.filter { id in
            !outcome.gaps.contains { gap in
                (gap.after.flatMap { rank[$0] } ?? -1) < rank[id] ?? -1
                    && rank[id] ?? .max < gap.before.flatMap { rank[$0] } ?? .max
            }
        }
        totals.missedInGaps += missed.count - unreported.count
        if !unreported.isEmpty, !mayMiss(plan, record.events) {
            complaints.append("misses \(unreported) of \(service.first), got \(outcome.ids), events \(record.events)")
        }
        return complaints
    }

    /// Whether a walk without overlap may miss items: arrivals and deletions cancelled out, or no total revealed deletions.
    private static func mayMiss(_ plan: RandomService.Plan, _ events: [RandomService.Event]) -> Bool {
        guard plan.overlap == 0, plan.paging != .cursors else { return false }
        if plan.paging == .offsetsWithoutTotal { return events.contains { $0.deleted > 0 } }
        // Without prefetching the events between two responses are known exactly; prefetched responses compare with others.
        let width = plan.ahead == 0 ? 1 : 2 * (plan.ahead + 1)
        return events.indices.contains { index in
            let window = events[index..<min(index + width, events.count)]
            return window.contains { $0.arrived > 0 } && window.contains { $0.deleted > 0 }
        }
    }

    @Test("A resumed walk delivers the rest despite arrivals and deletions") func resumedWalks() async {
        let trials = RandomTrials()
        let count = trials.count(1_500)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for number in stride(from: worker, to: count, by: 4) {
                        await Self.checkResumed(trials.seed &+ UInt64(number))
                    }
                }
            }
        }
    }

    /// Takes at most `count` items.
    ///
    /// On return the iterator is released, which cancels its requests.
    private static func take(
        _ count: Int, of paginator: Paginator<Numbered>, _ taken: inout [Int]
    ) async throws -> PageBookmark<Int> {
        let iterator = paginator.makeAsyncIterator()
        while taken.count < count, let item = try await iterator.next() { taken.append(item.id) }
        return iterator.bookmark
    }

    private static func checkResumed(_ seed: UInt64) async {
        var random = SeededRandom(seed: seed)
        var plan = RandomService.Plan(&random)
        (plan.change, plan.failurePercent, plan.looksAgain) = (.none, 0, true)
        let service = RandomService(plan, random)
        let complaint = await resume(service, after: random.number(0...plan.size), arrived: random.number(0...30), &random)
        #expect(complaint == nil, "\(RandomTrials(seed: seed)): \(plan)")
    }

    private static func resume(
        _ service: RandomService, after count: Int, arrived: Int, _ random: inout SeededRandom
    ) async -> String? {
        let paginator = Paginator<Numbered> { try await service.load($0) }
            .prefetching(service.plan.ahead).overlapping(service.plan.overlap)
        var taken: [Int] = []
        do {
            let bookmark = try await take(count, of: paginator, &taken)
            let deleted = random.number(0...6)
            service.change { record in
                service.arrive(arrived, &record)
                service.vanish(deleted, &record)
                record.totals = []
                record.saidTheEnd = false
            }
            let rest = try await paginator.resuming(from: bookmark).loadAll().map(\.id)
            let record = service.now
            let missed = service.first.filter { Set(record.list).subtracting(record.broken).contains($0) }
                .filter { !Set(taken + rest).contains($0) }
            if Set(taken + rest).count != taken.count + rest.count { return "repeats" }
            if !record.complaints.isEmpty { return "\(record.complaints)" }
            return missed.isEmpty || bookmark.isAtEnd ? nil : "misses \(missed) after \(taken), then \(rest)"
        } catch {
            let isLost = (error as? NoticeBoardError)?.code == .placeLost
            return isLost && Set(service.now.list).isDisjoint(with: taken.suffix(30)) ? nil : "\(error)"
        }
    }
}
