/// Continuing by cursors: each leads only down, and none comes twice.
struct CursorWalk: Sendable {
    private var visited: Set<String> = []

    /// Records a cursor, and returns whether it is a new one.
    mutating func visit(_ cursor: String, after position: PagePosition?) -> Bool {
        position != .cursor(cursor) && visited.insert(cursor).inserted
    }
}
