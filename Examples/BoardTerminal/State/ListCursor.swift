/// Where somebody stands in a list that others change: on a row, whatever comes and goes above it.
package struct ListCursor<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The row's ID; nothing while there are no rows.
    package private(set) var id: ID?
    /// Its place, as it was last.
    package private(set) var index = 0
    /// The place of the row at the top of the window.
    package private(set) var top = 0
    /// Whether it stays at the end as the list grows.
    package var followsEnd = false

    package init() {}

    /// Finds the row again after the list has changed, and keeps it in a window of `height` rows.
    package mutating func follow(
        _ ids: some RandomAccessCollection<ID>, height: Int, place: (ID) -> Int? = { _ in nil }
    ) {
        guard !ids.isEmpty else {
            (id, index, top) = (nil, 0, 0)
            return
        }
        let at = { (index: Int) in ids[ids.index(ids.startIndex, offsetBy: index)] }
        let before = index
        if followsEnd {
            index = ids.count - 1
        } else if let id, index >= ids.count || at(index) != id, let found = place(id) {
            index = found
            // What is in sight stays where it is, but at the very top, where one waits for what is new.
            if top > 0 { top += found - before }
        }
        index = min(max(index, 0), ids.count - 1)
        id = at(index)
        show(count: ids.count, height: height)
    }

    /// Goes up or down by so many rows; the next ``follow(_:height:place:)`` keeps it in the list.
    package mutating func move(by rows: Int) {
        (id, followsEnd) = (nil, false)
        index = max(index + rows, 0)
    }

    /// Goes to the first row.
    package mutating func moveToStart() { self = ListCursor() }

    /// Goes to a row.
    package mutating func move(to place: Int) {
        (id, followsEnd) = (nil, false)
        index = place
    }

    private mutating func show(count: Int, height: Int) {
        let height = max(height, 1)
        top = min(top, index)
        top = max(top, index - height + 1)
        top = max(min(top, count - height), 0)
    }

    /// The places of the rows in a window of `height` rows.
    package func window(of count: Int, height: Int) -> Range<Int> {
        let start = min(top, count)
        return start..<min(start + max(height, 0), count)
    }
}
