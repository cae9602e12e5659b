import NoticeBoardBase
import NoticeBoardPaging

/// A model of the service: rows in an order, what happened to them, and when.
///
/// New rows have ascending IDs, so the IDs alone show in which order rows came.
final class ListService {
    /// A row with what decides its position.
    private struct RankedRow {
        var row: Row
        /// Rows are in descending order of their ranks, which differ.
        var rank: Double
    }

    /// A version of a row.
    private struct Version: Hashable {
        let row: Int
        let version: Int
    }

    /// How a version of a row came about.
    struct Edit {
        let moment: Int
        /// Whether the user's app made the edit, so that the list knew it at once.
        let isOwn: Bool
    }

    private let kind: ListKind
    private let habits: ServiceHabits
    private var ranked: [RankedRow] = []
    private var nextID: Int
    private var topRank: Double
    private var arrivals: [Int: Int] = [:]
    private var edits: [Version: Edit] = [:]
    /// The number of changes so far, which is the service's clock.
    private(set) var moment = 0

    init(_ kind: ListKind, _ habits: ServiceHabits) {
        self.kind = kind
        self.habits = habits
        nextID = habits.rowCount
        topRank = Double(habits.rowCount)
        for id in (0..<habits.rowCount).reversed() {
            ranked.append(RankedRow(row: Row(id: id, version: 0), rank: Double(id)))
            arrivals[id] = 0
        }
    }

    var count: Int { ranked.count }
    var ids: [Int] { ranked.map(\.row.id) }
    func index(of id: Int) -> Int? { ranked.firstIndex { $0.row.id == id } }
    func has(_ id: Int) -> Bool { index(of: id) != nil }
    /// Returns the row with an ID as it is now.
    func row(_ id: Int) -> Row? { index(of: id).map { ranked[$0].row } }
    /// Returns the moment at which a row came.
    func arrival(of id: Int) -> Int { arrivals[id] ?? 0 }
    /// Returns how a version of a row came about, or `nil` for the first one.
    func edit(of row: Row) -> Edit? { edits[Version(row: row.id, version: row.version)] }

    // MARK: - Changes

    /// Adds a row, at `index` in a fixed order and at the top in every other.
    @discardableResult func insert(at index: Int) -> Row {
        moment += 1
        let position = kind.order == .fixed ? min(index, ranked.count) : 0
        let row = Row(id: nextID, version: 0)
        ranked.insert(RankedRow(row: row, rank: rank(forInsertionAt: position)), at: position)
        nextID += 1
        arrivals[row.id] = moment
        return row
    }

    private func rank(forInsertionAt position: Int) -> Double {
        if position == 0 {
            topRank += 1
            return topRank
        }
        if position == ranked.count { return ranked[position - 1].rank - 1 }
        return (ranked[position - 1].rank + ranked[position].rank) / 2
    }

    func remove(at index: Int) {
        guard ranked.indices.contains(index) else { return }
        moment += 1
        ranked.remove(at: index)
    }

    func edit(at index: Int, isOwn: Bool) {
        guard ranked.indices.contains(index) else { return }
        moment += 1
        ranked[index].row.version += 1
        let row = ranked[index].row
        edits[Version(row: row.id, version: row.version)] = Edit(moment: moment, isOwn: isOwn)
    }

    func moveToTop(from index: Int) {
        guard ranked.indices.contains(index) else { return }
        moment += 1
        topRank += 1
        let row = ranked.remove(at: index).row
        ranked.insert(RankedRow(row: row, rank: topRank), at: 0)
    }

    // MARK: - Answers

    /// Returns the answer to a request at this moment; `number` counts the requests.
    func answer(_ position: PagePosition?, number: Int) -> Answer {
        var answer = Answer(total: reportedTotal, moment: moment, position: position)
        guard let start = start(of: position, number: number) else {
            answer.failure = NoticeBoardError(.placeLost)
            return answer
        }
        // Any rule for the sizes would do that needs no random numbers: the list must not decide which ones come next.
        let size = habits.hasUnevenPages ? 1 + (number * 7 + 3) % habits.pageSize : habits.pageSize
        let end = min(start + size, ranked.count)
        answer.rows = ranked[start..<end].map(\.row)
        if start < end, end < ranked.count || habits.endsWithEmptyPage { answer.next = nextPosition(after: end, number: number) }
        return answer
    }

    private var reportedTotal: Int? {
        switch habits.total {
        case .exact: count
        case .missing: nil
        case .small: max(0, count - 1)
        case .large: count + 1
        }
    }

    /// Returns the index of the first row of a page, or `nil` if the service refuses the cursor.
    private func start(of position: PagePosition?, number: Int) -> Int? {
        switch position {
        case nil: return 0
        case .offset(let offset): return min(max(offset, 0), count)
        case .page: preconditionFailure("the service names no page numbers")
        case .cursor(let text):
            guard let cursor = ServiceCursor(text), accepts(cursor, number: number) else { return nil }
            return ranked.firstIndex { $0.rank < cursor.rank } ?? count
        }
    }

    private func accepts(_ cursor: ServiceCursor, number: Int) -> Bool {
        switch habits.cursorLoss {
        case .never: true
        case .deleted: ranked.contains { $0.row.id == cursor.row && $0.rank == cursor.rank }
        case .aged: number - cursor.request <= habits.cursorLifetime
        }
    }

    /// Returns the position of the page below the row at `end - 1`.
    private func nextPosition(after end: Int, number: Int) -> PagePosition {
        guard kind.paging == .cursors else { return .offset(end) }
        let last = ranked[end - 1]
        let cursor = ServiceCursor(rank: last.rank, row: last.row.id, request: habits.cursorLoss == .aged ? number : 0)
        return .cursor(cursor.text)
    }
}
