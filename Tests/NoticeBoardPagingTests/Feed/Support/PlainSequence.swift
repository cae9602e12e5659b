import NoticeBoardPaging
import NoticeBoardTesting

/// A short sequence of acts on a list and its service, to be played by a ``PlainPlayer``.
struct PlainSequence: Sendable {
    /// What a user, the network or other users do.
    ///
    /// Indices wrap around.
    enum Act: Sendable, Equatable {
        /// The pending request is answered.
        case answer
        /// The pending request is answered later, with the list as it is now.
        case capture
        /// All requests are answered.
        case drain
        case refresh, older, all, retry
        case appear(Int), appearLast
        /// The topmost gap is loaded, from its upper or its lower end.
        case gap, gapFromBelow
        /// The list is opened at a row.
        case openAt(Int)
        /// The device stores the list, or the network goes or comes back.
        case store, changeNetwork
        /// The app is launched again from its snapshot, which may be trimmed.
        case restart, restartTrimmed(Int)
        /// Others add rows at the head, or one in the middle.
        case arrive(Int), insertMiddle(Int)
        /// Others delete rows.
        case delete(Int, count: Int)
        /// The user adds a row, or deletes one: the list is told.
        case insert, remove(Int)
    }

    /// The kinds of sequences: each has one habit of services, or of users.
    enum Kind: String, Sendable, CaseIterable {
        case plain, overlap, lazyEnd, shortPages, edits, restarts
        /// Rows are deleted in runs.
        case runs
        /// Most rows are hidden.
        case filter
        /// Gaps are loaded from below, and lists begin in the middle.
        case upwards
        /// The cursors of deleted rows are refused.
        case dyingCursors
        /// Pages have numbers.
        case numbers
        /// The device answers with stored pages while there is no network.
        case device

        /// Whether the kind makes sense with cursors, or with offsets.
        func fits(cursors: Bool) -> Bool {
            switch self {
            case .upwards, .numbers: !cursors
            case .dyingCursors: cursors
            default: true
            }
        }
    }

    var order = FeedOrder.newestFirst
    var habits = PlainService.Habits()
    var count = 0
    var refreshPages = 1
    var prefetchDistance = 0
    var overlap = 0
    /// Whether most rows are hidden.
    var hidesRows = false
    var acts: [Act] = []

    /// Creates a sequence by hand.
    init(
        _ order: FeedOrder, cursors: Bool = false, count: Int, pageSize: Int, refreshPages: Int = 1, prefetch: Int = 0,
        _ acts: [Act], change: (inout PlainSequence) -> Void = { _ in }
    ) {
        (self.order, self.count, self.acts) = (order, count, acts)
        (self.refreshPages, prefetchDistance) = (refreshPages, prefetch)
        habits.usesCursors = cursors
        habits.pageSize = pageSize
        change(&self)
    }

    /// Creates a random sequence from a seed.
    init(_ kind: Kind, _ order: FeedOrder, cursors: Bool, total: PlainService.Total = .right, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        self.order = order
        habits.usesCursors = cursors
        habits.pageSize = random.number(2...6)
        habits.total = total
        habits.endsLazily = kind == .lazyEnd
        habits.hasShortPages = kind == .shortPages
        habits.usesNumbers = kind == .numbers
        habits.cursorsDie = kind == .dyingCursors
        hidesRows = kind == .filter
        count = random.chance(60) ? random.number(0...9) : random.number(0...35)
        refreshPages = random.number(1...3)
        prefetchDistance = random.number(0...4)
        if kind == .overlap, !cursors { overlap = random.number(1...3) }
        for _ in 0..<random.number(3...16) { acts.append(Self.act(kind, order, &random)) }
    }

    private static func act(_ kind: Kind, _ order: FeedOrder, _ random: inout SeededRandom) -> Act {
        if let act = ownAct(of: kind, &random) { return act }
        switch random.number(0...99) {
        case ..<26: return .answer
        case ..<31: return .capture
        case ..<37: return .drain
        case ..<42: return .refresh
        case ..<46: return .older
        case ..<48: return .all
        case ..<56: return .appearLast
        case ..<60: return .appear(random.below(30))
        case ..<63: return .gap
        case ..<71: return .arrive(1)
        case ..<75: return .arrive(random.number(2...12))
        case ..<80: return order == .newestFirst ? .arrive(1) : .insertMiddle(random.below(30))
        case ..<87: return .delete(random.below(30), count: 1)
        case ..<91: return .delete(random.below(30), count: random.number(2...5))
        case ..<93: return .delete(0, count: random.number(1...2))
        default: break
        }
        switch kind {
        case .edits: return random.chance(60) ? .insert : .remove(random.below(30))
        case .restarts: return random.chance(60) ? .restart : .restartTrimmed(random.number(1...12))
        default: return random.chance(70) ? .answer : .retry
        }
    }

    /// Returns an act that only this kind has, or `nil` for one that all have.
    private static func ownAct(of kind: Kind, _ random: inout SeededRandom) -> Act? {
        switch kind {
        case .runs where random.chance(20): .delete(random.below(30), count: random.number(3...9))
        case .upwards where random.chance(25): random.chance(70) ? .gapFromBelow : .openAt(random.below(12))
        case .device where random.chance(30): random.chance(40) ? .store : .changeNetwork
        default: nil
        }
    }
}
