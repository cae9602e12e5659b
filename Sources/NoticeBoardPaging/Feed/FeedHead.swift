import Foundation
import NoticeBoardBase

/// The head of a list while it is read anew: it replaces what stood there once it is known where it joins on.
struct FeedHead<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    /// The ticket of the page that is under way.
    private(set) var ticket: FeedTicket
    /// Whether there is something that it may join on to.
    let joins: Bool
    private(set) var walk: PageWalk<Item>
    private(set) var items: [Item] = []
    private(set) var pages = 0
    private(set) var skipped = 0
    private(set) var gaps: [PageGap<Item.ID>] = []
    /// When the oldest of its pages was stored on the device; `nil` if all came from the network.
    private(set) var storedAt: Date?

    init(_ ticket: FeedTicket, walk: PageWalk<Item>, joins: Bool) {
        self.ticket = ticket
        self.walk = walk
        self.joins = joins
    }

    /// Takes in a page.
    mutating func accept(_ page: Page<Item>) {
        pages += 1
        if let date = page.storedAt { storedAt = min(date, storedAt ?? date) }
        guard let loaded = walk.accept(page) else { return }
        items += loaded.items.dropFirst(loaded.above)
        skipped += loaded.skipped.count
        gaps += loaded.gaps
    }

    /// Whether it goes beyond all that was loaded: it shows the last two of it, one behind the other.
    func covers(_ sequence: [Item.ID], _ newcomers: Set<Item.ID>) -> Bool {
        guard joins, sequence.count - newcomers.count > 1, let last = sequence.last,
            let index = items.lastIndex(where: { $0.id == last }), index > 0
        else { return false }
        return items[index - 1].id == sequence[sequence.count - 2]
    }

    /// The index of what was loaded behind which that goes on below it.
    ///
    /// That is where its last item stands, if nothing is let go by that. Otherwise the one before it has to agree, and no more
    /// may go than was read: an item may have jumped to just this place.
    func joint(in sequence: [Item.ID], _ newcomers: Set<Item.ID>) -> Int? {
        guard joins, let last = items.last?.id, !newcomers.contains(last), let index = sequence.firstIndex(of: last),
            index - newcomers.count < 2 * items.count
        else { return nil }
        let fresh = Set(items.map { $0.id })
        if sequence[...index].allSatisfy({ fresh.contains($0) || newcomers.contains($0) }) { return index }
        // Where it is the first of all, nothing that is not shown stands before it.
        return items.dropLast().last?.id == sequence[index - 1] ? index : nil
    }

    mutating func takeFailure() -> NoticeBoardError? { walk.takeFailure() }

    /// The ticket of the page that is due now.
    mutating func turn() -> FeedTicket {
        ticket = ticket.next
        return ticket
    }
}
