/// The finished parts of a body: no more parts, and no more text, than a view shows.
struct BodyParts {
    /// The maximum bytes of text: longer contents are not shown.
    private static let mostText = 1_000_000
    /// The maximum number of cells in a row; later ones continue the last cell.
    private static let mostCells = 1_000

    private(set) var all: [BodyPart] = []
    /// Whether there was more than fits.
    private(set) var isCut = false
    private let limit: Int
    /// How many bytes of text were added.
    private var size = 0
    /// The index of the first part of each cell of the open row.
    private var cells: [Int] = []

    /// Creates an empty list that takes at most `limit` parts.
    init(limit: Int) { self.limit = limit }

    /// Adds a part, or notes that it does not fit.
    mutating func append(_ part: BodyPart) {
        guard all.count < limit, size < Self.mostText else {
            isCut = true
            return
        }
        all.append(part)
        size += part.text.count
        if size > Self.mostText { isCut = true }
    }

    /// The next part is the first one of a cell, unless the row has as many cells as a view shows.
    mutating func beginCell() { if cells.count < Self.mostCells { cells.append(all.count) } }

    /// Makes a row of the parts that its cells have; does nothing without a cell.
    ///
    /// A lone cell is a frame around a page: its parts are kept.
    mutating func endRow() {
        guard let first = cells.first else { return }
        let bounds = zip(cells, cells.dropFirst() + [all.count])
        let inRow = all[first...]
        let isFrame = cells.count == 1 && (inRow.count { !$0.isPicture } != 1 || !inRow.contains { $0.kind == .paragraph })
        cells = []
        guard !isFrame else { return }
        let row = BodyPart.row(bounds.map { all[$0..<$1].filter { !$0.isPicture }[...] })
        let pictures = inRow.filter(\.isPicture)
        all.removeSubrange(first...)
        if let row { all.append(row) }
        all += pictures
    }
}
