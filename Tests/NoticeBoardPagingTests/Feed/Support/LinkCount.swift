@testable import NoticeBoardPaging

/// The links that a list claims between living rows, compared with its service.
struct LinkCount: Sendable, CustomStringConvertible {
    private(set) var checked = 0
    /// The links between two rows that the service has in the other order.
    private(set) var wrongOrders = 0
    /// The neighbors that have a row between them, where rows only enter at the head.
    private(set) var wrongNeighbors = 0

    var contradicted: Int { wrongOrders + wrongNeighbors }
    var description: String { "\(checked) links, \(wrongOrders) in a wrong order, \(wrongNeighbors) of no neighbors" }

    /// Compares the links of a list with the rows of its service, from top to bottom.
    mutating func add(_ content: FeedContent<Ranked>, _ service: [Int], _ order: FeedOrder) {
        var indices: [Int: Int] = [:]
        for (index, row) in service.enumerated() { indices[row] = index }
        var above: Int?
        // Deleted rows between two living ones hand their links on.
        var link = FeedRow.Link.shown
        for row in content.list.rows where !row.isNewcomer {
            link = max(link, row.link)
            guard let index = indices[content.id(of: row.slot)] else { continue }
            if let above, link.isOrdered {
                checked += 1
                if index < above { wrongOrders += 1 }
                if index > above + 1, link == .shown, order == .newestFirst, row.hasPlace { wrongNeighbors += 1 }
            }
            above = index
            link = .shown
        }
    }

    static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.checked += right.checked
        sum.wrongOrders += right.wrongOrders
        sum.wrongNeighbors += right.wrongNeighbors
        return sum
    }
}
