import NoticeBoardTesting

/// How often each act happens in the scripts of a setup, in relation to the others.
struct ActWeights {
    private var weights: [(kind: Act.Kind, weight: Int)] = [
        (.pull, 12), (.appear, 8), (.appearLast, 14), (.loadMore, 3), (.gap, 8), (.scroll, 4), (.retry, 1),
        (.arrive, 10), (.burst, 4), (.delete, 9), (.deleteTop, 5), (.deleteRun, 7), (.deleteLast, 5), (.edit, 6), (.wait, 1),
    ]

    init(_ setup: Setup) {
        switch setup.kind.order {
        case .newestFirst: break
        case .fixed: weights.append((.insertMiddle, 22))
        case .moving: weights.append((.bump, 22))
        }
        let habit = setup.kind.habit
        if habit == .late || habit == .mix { weights += [(.compute, 16), (.fail, 4), (.closeOpen, 2), (.reload, 1)] }
        if habit == .local || habit == .mix { weights += [(.localInsert, 10), (.localPatch, 5), (.localRemove, 7)] }
        if habit == .filter || habit == .mix { weights += [(.filterOn, 9), (.filterOff, 5)] }
        if habit == .launch || habit == .mix || setup.service.servesStoredCopy {
            weights += [(.launch, 9), (.launchTrimmed, 4), (.scroll, 5)]
        }
        if setup.service.servesStoredCopy { weights.append((.fail, 16)) }
        if habit != .late, habit != .mix { weights += [(.fail, 2), (.compute, 3)] }
        if setup.kind.paging == .offsets { weights.append((.gapBelow, 3)) }
    }

    func pick(_ random: inout SeededRandom) -> Act.Kind {
        var rest = random.below(weights.reduce(0) { $0 + $1.weight })
        for entry in weights {
            rest -= entry.weight
            if rest < 0 { return entry.kind }
        }
        return .answer
    }
}
