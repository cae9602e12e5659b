/// How the gaps of a list load: one at a time, while the others wait.
struct GapLoads<ID: Hashable & Sendable>: Sendable {
    /// A gap that waits for a running load.
    struct Waiting: Sendable {
        let gap: PageGap<ID>
        let fromBelow: Bool
    }

    /// The gap that is loading or failed.
    var current: PageGap<ID>?
    /// The phase of that gap.
    var phase = LoadPhase.idle
    /// The page requested for its lower end; `nil` at its upper end.
    var pageBelow: GapPage?
    /// The gaps to load after the running load.
    var waiting: [Waiting] = []

    /// Lets a gap wait for the running load, once.
    mutating func enqueue(_ gap: PageGap<ID>, fromBelow: Bool) {
        guard !waiting.contains(where: { $0.gap.before == gap.before }) else { return }
        waiting.append(Waiting(gap: gap, fromBelow: fromBelow))
    }

    /// Returns the offset at which a load from below has stopped for a gap: the next tap goes on there.
    func pausedOffset(of gap: PageGap<ID>) -> Int? {
        guard gap == current, let pageBelow, pageBelow.isPaused else { return nil }
        return pageBelow.offset
    }
}

/// The page that is requested for a gap's lower end.
struct GapPage: Sendable {
    let offset: Int
    /// The number of requests left to find the row below the gap.
    var triesLeft = 4
    /// Whether the next tap requests it.
    var isPaused = false

    /// Creates a page at an offset; `nil` without one.
    init?(offset: Int?) {
        guard let offset else { return nil }
        self.offset = offset
    }

    private init(offset: Int, triesLeft: Int) {
        self.offset = offset
        self.triesLeft = triesLeft
    }

    /// Returns the next page to try.
    func next(at offset: Int) -> GapPage { GapPage(offset: offset, triesLeft: triesLeft - 1) }
}
