import NoticeBoardBase

/// What a list does when the service's list has moved between two pages.
///
/// A feed shows items in the service's order, so that it needs more than that nothing is lost: items that came at the head
/// push others down, and so many of them that a further page shows what stands above must not be added below.
extension FeedMachine {
    /// Lets the walk look for the end of what is loaded, which has moved by about so many places.
    ///
    /// The last items tell where it is.
    mutating func moveWalk(by shift: Int, total: Int?, known: Set<Item.ID>) {
        var place = walk.bookmark
        if case .offset(let offset)? = place.position { place.position = .offset(max(0, offset.clampedAdding(shift))) }
        // A slice of the end made into an array: an array asked for at once goes through the whole.
        place.recent = Array(sequence.dropFirst(newcomers.count).suffix(max(rules.paging.remembered, 1)))
        (place.loaded, place.total) = (sequence.count - newcomers.count, total)
        walk.move(to: place, known: known)
    }

    /// How often the feed does by itself something about a list that moves, until anybody asks for anything again.
    var maximumUpsets: Int { 3 }

    /// Begins the list anew, since what was read of it does not fit together; never again and again by itself.
    mutating func beginAnew() -> [Effect] {
        guard let ticket = head?.ticket ?? moreTicket else { return [] }
        upsets += 1
        guard upsets <= maximumUpsets else {
            return end(ticket, in: .failed(NoticeBoardError(.endlessList, "The list changes faster than it can be read.")))
        }
        let given = head.map { [Effect.cancel($0.ticket)] } ?? []
        head = nil
        return given + startRefresh(joining: false)
    }

    /// The last of what is loaded, as the service has it.
    var tail: Item.ID? { sequence.count > newcomers.count ? sequence.last : nil }
}

/// How a page joins on to what was read before.
enum PageFit {
    /// It goes on with it.
    case below
    /// The list has grown, and nothing on the page tells where.
    case unsure
    /// It shows what stands above, or what was read before was that.
    case above
}

extension PageWalk {
    /// How an answer to ``position`` joins on to what was read before, which ends with `tail`, and to `newcomers`.
    func fit(of page: Page<Item>, to tail: Item.ID?, besides newcomers: Set<Item.ID> = []) -> PageFit {
        if case .cursor? = position { return .below }
        // A walk that looks for its place finds it or says that it is lost.
        guard !isSearching, let tail, !page.items.isEmpty else { return .below }
        let ids = page.items.map(\.id)
        func isNew(_ id: Item.ID) -> Bool { !seen.contains(id) && !newcomers.contains(id) }
        let grown = page.total.flatMap { total in progress.total.map { total > $0 } } ?? false
        guard let lastKnown = ids.lastIndex(where: seen.contains) else {
            // Behind a page that did not come as far as to the tail nothing new can come.
            if progress.total == nil, lastID != tail, ids.contains(where: isNew) { return .above }
            return grown ? .unsure : .below
        }
        if ids[..<lastKnown].contains(where: isNew) { return .above }
        guard ids[lastKnown] != tail else { return .below }
        // What was pushed down comes once more, up to the tail. Where nothing was, the tail was none.
        let goesOn = ids[lastKnown...].contains(where: isNew)
        let isWrong = progress.total == nil ? goesOn || page.next == nil : !goesOn && !grown
        return isWrong ? .above : .below
    }
}
