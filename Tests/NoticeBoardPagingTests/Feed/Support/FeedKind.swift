@testable import NoticeBoardPaging

/// A kind of list for random runs: its order, its positions, and what happens to it.
struct FeedKind: Sendable, CustomStringConvertible {
    /// What happens to the list; all but the first two kinds also have deletions.
    enum Events: String, Sendable, CaseIterable {
        case quiet, withoutDeletions, everything
        /// Items are pinned to the top of every page, and unpinned.
        case pins
        /// Some items can never be decoded.
        case undecodable
        /// Items become undecodable, and decodable again.
        case decodableInTurn

        var changes: FeedPlayer.Changes {
            switch self {
            case .quiet: .none
            case .withoutDeletions: .withoutDeletions
            case .everything, .pins, .undecodable, .decodableInTurn: .all
            }
        }
    }

    let order: FeedOrder
    let paging: ChangingList.Paging
    let events: Events
    var description: String { "\(order), \(paging), \(events)" }

    static let all = [FeedOrder.newestFirst, .fixed, .moving].flatMap { order in
        ChangingList.Paging.allCases.flatMap { paging in
            Events.allCases.map { FeedKind(order: order, paging: paging, events: $0) }
        }
    }
}
