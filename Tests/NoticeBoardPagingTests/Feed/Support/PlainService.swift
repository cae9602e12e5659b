import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// A service for short sequences: a list of numbers that may change between any two requests.
struct PlainService {
    /// The total that the service reports.
    enum Total: String, Sendable, CaseIterable { case right, missing, tooSmall, tooLarge }

    /// How the service divides its list into pages.
    struct Habits: Sendable {
        var usesCursors = false
        /// Whether pages have numbers, in place of offsets.
        var usesNumbers = false
        /// Whether the cursor of a row that was deleted is refused.
        var cursorsDie = false
        var pageSize = 2
        /// Whether the last page with items names a position too; the page at that position is empty.
        var endsLazily = false
        /// Whether every third page is shorter than requested.
        var hasShortPages = false
        var total = Total.right
    }

    let habits: Habits
    /// The rows from top to bottom.
    private(set) var rows: [Int]
    /// Every row that ever existed, in order: a cursor is the position below one of them.
    private var universe: [Int]
    private var nextRow: Int
    private var answers = 0
    /// The rows that the device has stored, and how often it has stored some.
    private var stored: [Int]?
    private var stores = 0
    /// Whether the device cannot reach the service, so that it answers with what it has stored.
    var isOffline = false

    /// Creates a service whose oldest row, 0, is the last of `count` rows.
    init(count: Int, _ habits: Habits) {
        self.habits = habits
        rows = (0..<count).reversed()
        universe = rows
        nextRow = count
    }

    /// Inserts a row above the one at an index, and returns it.
    @discardableResult
    mutating func insert(at index: Int) -> Int {
        let row = nextRow
        nextRow += 1
        let place = index < rows.count ? universe.firstIndex(of: rows[index]) : nil
        universe.insert(row, at: index == 0 ? 0 : place ?? universe.endIndex)
        rows.insert(row, at: min(index, rows.count))
        return row
    }

    mutating func delete(_ row: Int) { rows.removeAll { $0 == row } }

    /// Removes up to `count` rows from an index on.
    mutating func delete(from index: Int, count: Int) {
        let range = min(index, rows.count)..<min(index + count, rows.count)
        rows.removeSubrange(range)
    }

    /// Stores all rows on the device, as a mirror does.
    mutating func store() {
        guard !isOffline else { return }
        stored = rows
        stores += 1
    }

    /// Returns the answer to a request for the list as it is now.
    mutating func answer(at position: PagePosition?) -> Result<Page<Ranked>, NoticeBoardError> {
        guard isOffline else { return isDead(position) ? .failure(NoticeBoardError(.placeLost)) : .success(page(at: position)) }
        guard let stored else { return .failure(NoticeBoardError(.noNetwork)) }
        var page = page(at: position, of: stored)
        page.storedAt = Date(timeIntervalSince1970: Double(stores))
        page.networkFailure = NoticeBoardError(.noNetwork)
        return .success(page)
    }

    /// Returns the page at a position of the list as it is now.
    mutating func page(at position: PagePosition?) -> Page<Ranked> { page(at: position, of: rows) }

    private mutating func page(at position: PagePosition?, of rows: [Int]) -> Page<Ranked> {
        answers += 1
        let isShort = habits.hasShortPages && answers.isMultiple(of: 3)
        let size = isShort ? max(habits.pageSize - 1, 1) : habits.pageSize
        let start = start(of: position, in: rows)
        let shown = rows.dropFirst(start).prefix(size)
        let end = start + shown.count
        let isLast = end >= rows.count && !(habits.endsLazily && !shown.isEmpty)
        var next: PagePosition?
        if !isLast, let last = shown.last { next = self.next(after: last, end, position) }
        return .ranked(shown, next: next, total: total)
    }

    private func next(after last: Int, _ end: Int, _ position: PagePosition?) -> PagePosition {
        if habits.usesNumbers { return .page((position?.page ?? 0) + 1) }
        return habits.usesCursors ? .cursor("\(last)") : .offset(end)
    }

    private func start(of position: PagePosition?, in rows: [Int]) -> Int {
        switch position {
        case .offset(let offset)?: return max(offset, 0)
        case .page(let number)?: return max(number, 0) * habits.pageSize
        case .cursor(let text)?:
            let above = universe.firstIndex { "\($0)" == text }.map { Set(universe[...$0]) } ?? []
            return rows.count { above.contains($0) }
        case nil: return 0
        }
    }

    /// Returns whether the service refuses a cursor, because its row was deleted.
    private func isDead(_ position: PagePosition?) -> Bool {
        guard habits.cursorsDie, let text = position?.cursor else { return false }
        return !rows.contains { "\($0)" == text }
    }

    /// The total that the service reports, which a stored page repeats.
    private var total: Int? {
        switch habits.total {
        case .right: rows.count
        case .missing: nil
        case .tooSmall: max(rows.count - 2, 0)
        case .tooLarge: rows.count + 2
        }
    }
}
