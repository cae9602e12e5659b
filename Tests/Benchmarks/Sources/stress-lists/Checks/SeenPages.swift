/// What pages of the service have shown.
struct SeenPages {
    /// For each row, the rows that a page showed below it.
    private var rowsBelow: [Int: Set<Int>] = [:]
    /// The pages that were delivered in this round of the reading at the end.
    private(set) var ofRound: [Answer] = []

    mutating func beginRound() { ofRound = [] }
    mutating func addToRound(_ page: Answer) { ofRound.append(page) }

    /// Remembers the order of a page's rows.
    mutating func addOrder(of page: Answer) {
        var rest = page.rows.map(\.id)[...]
        while let id = rest.popFirst() { rowsBelow[id, default: []].formUnion(rest) }
    }

    /// Whether a page showed a row above another one.
    func hasShown(_ upper: Int, above lower: Int) -> Bool { rowsBelow[upper]?.contains(lower) ?? false }
}
