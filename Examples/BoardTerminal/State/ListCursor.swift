/// A cursor in a changing list.
///
/// It stays on its row when rows above are inserted or removed.
package struct ListCursor<ID: Hashable & Sendable>: Hashable, Sendable {
    /// The row's ID, or `nil` before ``follow(_:height:indexOf:)`` has found a row.
    package private(set) var id: ID?
    /// The row's index in the last list.
    package private(set) var index = 0
    /// The index of the row at the top of the window.
    package private(set) var top = 0
    /// Whether the cursor stays on the last row as the list grows.
    package var followsEnd = false

    package init() {}

    /// Updates the index after the list has changed, and scrolls so that the row is visible in `height` rows.
    ///
    /// If the row is gone, the cursor keeps its index, or moves to the last row.
    package mutating func follow(
        _ ids: some RandomAccessCollection<ID>, height: Int, indexOf: (ID) -> Int? = { _ in nil }
    ) {
        guard !ids.isEmpty else {
            (id, index, top) = (nil, 0, 0)
            return
        }
        let at = { (index: Int) in ids[ids.index(ids.startIndex, offsetBy: index)] }
        let before = index
        if followsEnd {
            index = ids.count - 1
        } else if let id, index >= ids.count || at(index) != id, let found = indexOf(id) {
            index = found
            // Keep the visible rows in place. At the top of the list, show the new rows instead.
            if top > 0 { top += found - before }
        }
        index = min(max(index, 0), ids.count - 1)
        id = at(index)
        scrollToRow(count: ids.count, height: height)
    }

    /// Moves by a number of rows.
    ///
    /// The next ``follow(_:height:indexOf:)`` limits the index to the list.
    package mutating func move(by rows: Int) {
        (id, followsEnd) = (nil, false)
        index = max(index + rows, 0)
    }

    package mutating func moveToStart() { self = ListCursor() }

    package mutating func move(to index: Int) {
        (id, followsEnd) = (nil, false)
        self.index = index
    }

    private mutating func scrollToRow(count: Int, height: Int) {
        let height = max(height, 1)
        top = min(top, index)
        top = max(top, index - height + 1)
        top = max(min(top, count - height), 0)
    }

    /// Returns the indices of the rows that are visible in `height` rows.
    package func window(of count: Int, height: Int) -> Range<Int> {
        let start = min(top, count)
        return start..<min(start + max(height, 0), count)
    }
}
