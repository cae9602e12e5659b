import NoticeBoardTesting
import Testing

@testable import NoticeBoardPaging

/// Lists without one of their rules: the random trials must notice each.
@Suite("Stretches: broken rules", .onOwnThread, .trialLimit(minutes: 3)) struct BrokenRuleTests {
    enum Rule: String, CaseIterable {
        case noBracket, removesAtEdge, pinsProve, unreadableIgnored, totalIgnored, tailsWithoutGap, noGapUnderHead, unknownPlaced
        case brokenCursorProves

        var kind: StretchKind {
            switch self {
            case .noBracket: StretchKind(order: .newestFirst, usesCursors: false, trouble: .everything)
            case .removesAtEdge: StretchKind(order: .fixed, usesCursors: true, trouble: .noDeletions)
            case .pinsProve: StretchKind(order: .newestFirst, usesCursors: true, trouble: .pinsTaken)
            case .unreadableIgnored: StretchKind(order: .newestFirst, usesCursors: true, trouble: .unreadable)
            case .totalIgnored:
                StretchKind(order: .newestFirst, usesCursors: false, trouble: .everything, totalOnly: true)
            case .tailsWithoutGap: StretchKind(order: .fixed, usesCursors: false, trouble: .noDeletions)
            case .noGapUnderHead, .unknownPlaced: StretchKind(order: .newestFirst, usesCursors: false, trouble: .noDeletions)
            case .brokenCursorProves: StretchKind(order: .newestFirst, usesCursors: true, trouble: .unreadable)
            }
        }

        var broken: BrokenRule {
            switch self {
            case .noBracket:
                // As if an element between any two could not be decoded.
                BrokenRule(answer: { $0.elements = $0.elements.flatMap { [$0, nil] } })
            case .pinsProve: BrokenRule(answer: { $0.elements = $0.pins + $0.elements })
            case .unreadableIgnored: BrokenRule(answer: { $0.elements.removeAll { $0 == nil } })
            case .totalIgnored: BrokenRule(answer: { $0.total = nil })
            case .removesAtEdge:
                BrokenRule(list: { list, before, answer, _ in
                    guard let last = answer.elements.compactMap(\.self).last(where: { list.items.contains(id: $0.id) }),
                        let place = list.items.index(id: last.id), place + 1 < list.items.count, list.readAt[place + 1] == 0
                    else { return }
                    list.remove(list.items[place + 1].id)
                })
            case .tailsWithoutGap: BrokenRule(list: { list, before, _, _ in list.dropNewGaps(since: before) })
            case .noGapUnderHead:
                BrokenRule(list: { list, before, _, request in if request.purpose == .head { list.dropNewGaps(since: before) } })
            case .unknownPlaced:
                BrokenRule(list: { list, before, answer, request in
                    let page = answer.elements.compactMap(\.self)
                    guard list.items == before.items, !page.contains(where: { list.items.contains(id: $0.id) }) else { return }
                    let end = list.items.count
                    list.replace(end..<end, with: page, read: page.map { _ in list.answers })
                    for index in list.gaps.indices where list.gaps[index].at == end { list.gaps[index].at = list.items.count }
                })
            case .brokenCursorProves:
                BrokenRule(list: { list, _, _, _ in for id in list.cursors.keys { list.cursors[id]?.isExact = true } })
            }
        }
    }

    @Test("A list without a rule is noticed", arguments: Rule.allCases) func noticed(rule: Rule) {
        let trials = RandomTrials()
        let count = trials.count(400)
        let isNoticed = (0..<count).contains { number in
            var trial = StretchTrial(rule.kind, seed: trials.seed &+ UInt64(number), broken: rule.broken)
            trial.play()
            return !trial.complaints.isEmpty
        }
        #expect(isNoticed, "\(trials)")
    }
}

extension Stretches {
    /// Closes the gaps in the middle that a join has opened.
    fileprivate mutating func dropNewGaps(since before: Self) {
        let known = Set(before.gaps.map(\.id))
        gaps.removeAll { !known.contains($0.id) && $0.at > 0 && $0.at < items.count }
    }
}
