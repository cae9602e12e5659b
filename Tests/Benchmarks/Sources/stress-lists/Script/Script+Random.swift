import NoticeBoardTesting

extension Script {
    /// Creates the random script of a kind and a seed.
    ///
    /// The same seed gives the same script.
    init(_ kind: ListKind, seed: UInt64) {
        // Neighboring seeds must not give the same numbers one step later.
        var random = SeededRandom(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678)
        var setup = Setup(kind, &random)
        let weights = ActWeights(setup)
        let count = 5 + random.below(8)
        setup.fillsGapsInOrder = seed % 4 != 0
        // How often a request is answered before the next act, in percent.
        let eagerness = random.pick([30, 60, 90])
        var acts: [Act] = []
        for _ in 0..<count {
            let act = Act(kind: weights.pick(&random), number: random.below(24), length: random.below(4))
            acts.append(act)
            acts += Self.answers(after: act.kind, eagerness: eagerness, &random)
        }
        // Most lists have their first page before anything else happens.
        if random.chance(80) { acts.insert(Act(kind: .answer), at: 0) }
        self.init(setup, acts)
    }

    /// Returns the answers between an act and the next one.
    private static func answers(after kind: Act.Kind, eagerness: Int, _ random: inout SeededRandom) -> [Act] {
        guard kind.loads else { return random.chance(15) ? [Act(kind: .answer)] : [] }
        guard random.chance(eagerness) else { return [] }
        if random.chance(50) { return [Act(kind: .answerAll)] }
        return (0...random.below(2)).map { _ in
            // The oldest request is mostly answered first, as by a real network.
            Act(kind: .answer, number: random.chance(70) ? 0 : random.below(3))
        }
    }
}

extension Act.Kind {
    /// Whether the list usually sends requests after the act.
    fileprivate var loads: Bool {
        switch self {
        case .pull, .appear, .appearLast, .loadMore, .gap, .gapBelow, .retry, .reload, .closeOpen: true
        case .launch, .launchTrimmed, .filterOn, .localRemove: true
        default: false
        }
    }
}

extension Setup {
    /// Creates a random setup of a kind.
    fileprivate init(_ kind: ListKind, _ random: inout SeededRandom) {
        self.init()
        self.kind = kind
        service.pageSize = random.pick([2, 2, 3, 3, 5])
        service.rowCount = random.below(random.pick([6, 10, 16, 22]))
        refreshPages = random.pick([1, 1, 2, 3, 4])
        prefetchDistance = random.pick([0, 1, 2, 3, 5, 10])
        if has(.overlap, inMix: 30, &random) { overlap = random.pick([1, 1, 2, 3]) }
        if has(.lazyEnd, inMix: 40, &random) { service.endsWithEmptyPage = true }
        if has(.dying, inMix: 30, &random) {
            service.cursorLoss = random.pick([.deleted, .deleted, .aged])
            service.cursorLifetime = 6 + random.below(8)
            service.endsWithEmptyPage = random.chance(30)
        }
        if has(.noTotal, inMix: 30, &random) { service.total = .missing }
        if kind.habit == .wrongTotal { service.total = random.pick([.small, .large]) }
        if has(.short, inMix: 20, &random) { service.hasUnevenPages = true }
        if has(.device, inMix: 30, &random) { service.servesStoredCopy = true }
    }

    /// Whether the setup has a habit: its kind's, or by chance in a mix.
    private func has(_ habit: Habit, inMix percent: Int, _ random: inout SeededRandom) -> Bool {
        kind.habit == habit || kind.habit == .mix && random.chance(percent)
    }
}
