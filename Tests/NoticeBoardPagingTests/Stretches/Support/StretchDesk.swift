import NoticeBoardPaging

/// A list of stretches that is told answers by hand.
struct StretchDesk {
    var list: Stretches<ListRow>

    /// Creates a list that was loaded page by page.
    init(_ pages: [[Int]], order: ListOrder = .newestFirst, usesCursors: Bool = false, isWhole: Bool = false, total: Int? = nil) {
        list = Stretches(order: order)
        var offset = 0
        for (number, page) in pages.enumerated() {
            offset += page.count
            let isEnd = isWhole && number == pages.count - 1
            let next: PagePosition? = isEnd ? nil : usesCursors ? .cursor("\(page.last ?? 0)") : .offset(offset)
            let request = number == 0 ? list.head() : list.gaps.last.flatMap { list.fill($0.id) }
            guard let request else { return }
            // The row above a gap is read again with offsets.
            let above = number > 0 && !usesCursors ? [pages[number - 1].last ?? 0] : []
            let rows = (above + page).map { Optional(ListRow(id: $0)) }
            _ = list.join(StretchAnswer(rows, next: next, isEnd: isEnd, total: total), for: request)
        }
    }

    /// Joins a page; 0 is an element that could not be decoded.
    @discardableResult
    mutating func answer(
        _ request: StretchRequest<Int>?, _ ids: [Int], next: PagePosition? = nil, isEnd: Bool = false, total: Int? = nil
    ) -> StretchOutcome<Int>? {
        guard let request else { return nil }
        let next = next ?? (isEnd ? nil : request.offset.map { .offset($0 + ids.count) })
        let rows = ids.map { $0 == 0 ? nil : ListRow(id: $0) }
        return list.join(StretchAnswer(rows, next: next, isEnd: isEnd, total: total), for: request)
    }

    /// The rows and gaps as text: `1 2 | 3` has a gap below 2, and `?` is a stale row.
    var text: String {
        var words: [String] = []
        for position in 0...list.items.count {
            if list.gaps.contains(where: { $0.at == position }) { words.append("|") }
            if position < list.items.count {
                words.append("\(list.items[position].id)" + (list.isStale(at: position) ? "?" : ""))
            }
        }
        return words.joined(separator: " ")
    }

    /// The request that fills the last gap.
    var older: StretchRequest<Int>? { list.gaps.last.flatMap { list.fill($0.id) } }
}

extension StretchOutcome<Int> {
    /// The request that has to be sent instead, if there is one.
    var next: StretchRequest<Int>? { if case .again(let request) = self { request } else { nil } }
}
