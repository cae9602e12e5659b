/// A way in which a list was wrong.
///
/// Faults are counted by it.
enum FaultClass: Hashable {
    // After a step

    /// A row or a gap is twice in the list.
    case rowTwice
    /// A row went that lives at the service and that no older answer left out.
    case livingRowRemoved
    /// A row that the user's app inserted went, although it lives and the rows around it are loaded.
    case ownRowLost
    /// A row came back that the user's app had removed.
    case removedRowReturned
    /// A row has an older version than before.
    case editUndone
    /// The anchor's row is shown, and the anchor is another one.
    case anchorNotKept
    /// The anchor's row went, and the anchor is `nil`.
    case anchorLost
    /// The anchor's row went, and the anchor is none of its neighbors.
    case anchorFarAway
    /// A trimmed snapshot has more rows than it may.
    case snapshotTooLarge
    /// A list shows other rows than the snapshot from which it started.
    case restoredOtherwise

    // When all requests are answered

    /// The list shows a failure, and no request failed.
    case errorWithoutCause(String)
    /// The list says that it loads, and no request is pending.
    case stuck
    /// More requests than `RequestLimits` allows.
    case tooManyRequests
    /// Two rows are in another order than a page showed them.
    case orderAgainstPage(ownRow: Bool)
    /// A row is not shown that a page showed between two neighbors of the list.
    case rowLeftOut

    // In the reading at the end

    /// The list differs from the service after a whole round of reading.
    case differs(Difference.Kind, Duration, gapsLast: Bool)
    /// A gap neither closes nor brings a row after five taps.
    case gapStays
    /// The last row appeared five times, and neither a row nor the end came.
    case endNotFound
    /// A round is over, and the list has no end.
    case noEnd

    /// For how long the list differs from the service.
    enum Duration: Hashable {
        /// A whole round; right after the second, third or fourth.
        case late
        /// More than two rounds.
        case veryLate
        /// It is still wrong after the last round.
        case forEver
    }

    var name: String {
        switch self {
        case .rowTwice: "row twice"
        case .livingRowRemoved: "living row removed"
        case .ownRowLost: "own row lost"
        case .removedRowReturned: "removed row returned"
        case .editUndone: "edit undone"
        case .anchorNotKept: "anchor not kept"
        case .anchorLost: "anchor lost"
        case .anchorFarAway: "anchor far away"
        case .snapshotTooLarge: "snapshot too large"
        case .restoredOtherwise: "restored otherwise"
        case .errorWithoutCause(let code): "error without a cause: \(code)"
        case .stuck: "stuck"
        case .tooManyRequests: "too many requests"
        case .orderAgainstPage(ownRow: false): "order against a page"
        case .orderAgainstPage(ownRow: true): "order against a page, own row"
        case .rowLeftOut: "row left out"
        case .differs(let kind, let duration, let gapsLast): "\(duration.name): \(kind.name)\(gapsLast ? ", gaps last" : "")"
        case .gapStays: "gap stays"
        case .endNotFound: "end not found"
        case .noEnd: "no end"
        }
    }
}

extension FaultClass.Duration {
    fileprivate var name: String {
        switch self {
        case .late: "late"
        case .veryLate: "very late"
        case .forEver: "for ever"
        }
    }
}
