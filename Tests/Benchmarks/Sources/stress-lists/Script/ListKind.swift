import NoticeBoardPaging

/// The order in which the service has its rows, as the list's rule `serviceOrder` says it.
enum RowOrder: String, CaseIterable, Sendable {
    case newestFirst
    case fixed
    case moving

    var feedOrder: FeedOrder {
        switch self {
        case .newestFirst: .newestFirst
        case .fixed: .fixed
        case .moving: .moving
        }
    }
}

/// How the service names the next page.
enum Paging: String, CaseIterable, Sendable {
    case offsets
    case cursors
}

/// What happens in the scripts of a kind more often than in others.
enum Habit: String, CaseIterable, Sendable {
    /// Nothing in particular.
    case plain
    /// Answers that were computed before other changes arrive after them, and requests fail.
    case late
    /// The user's app inserts, changes and removes rows with `edit`.
    case local
    /// The user hides rows and shows them again.
    case filter
    /// The app is started again from its snapshot, whole or trimmed.
    case launch
    /// The network fails, and the device's stored copy of the first page is delivered instead.
    case device
    /// The list lets its pages overlap.
    case overlap
    /// The service ends with an empty page.
    case lazyEnd
    /// Cursors are refused after some time, or once their row is gone.
    case dying
    /// The service reports no total.
    case noTotal
    /// The service reports a total that is one too small or too large.
    case wrongTotal
    /// Pages are of differing length.
    case short
    /// All of this but a wrong total.
    case mix
}

/// What is counted together: an order, a way of paging and a habit.
struct ListKind: Hashable, Sendable {
    var order = RowOrder.newestFirst
    var paging = Paging.offsets
    var habit = Habit.plain

    /// Every kind that is possible, in the order in which they are run.
    static var all: [ListKind] {
        RowOrder.allCases.flatMap { order in
            Paging.allCases.flatMap { paging in
                Habit.allCases.map { ListKind(order: order, paging: paging, habit: $0) }
            }
        }
        .filter { $0.paging == .cursors || $0.habit != .dying }
    }

    var text: String { "\(order), \(paging), \(habit)" }
}
