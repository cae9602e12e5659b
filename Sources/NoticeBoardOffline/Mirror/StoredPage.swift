import NoticeBoardPaging

/// A page of a stored list: its items, and where the list continues.
struct StoredPage {
    var ids: [StoredID]
    /// The position that the service has for the next page; `nil` after the last item of a complete list.
    var next: PagePosition?

    /// Creates a page from an index; `nil` if the device does not know where the service continues below it.
    ///
    /// `number` is that of the page, for a service that numbers its pages.
    init?(of content: MirrorContent, from start: Int, limit: Int, number: Int?) {
        let all = content.all
        guard start <= all.count else { return nil }
        var end = min(all.count, start.addingClamped(limit))
        if content.shape.kind == .cursors, end < all.count || content.finish?.isComplete != true {
            // Ends where a cursor is known, also above or below the limit.
            let cursors = content.marks.cursors
            let known = all[start..<end].lastIndex { cursors[$0] != nil } ?? all[end...].firstIndex { cursors[$0] != nil }
            guard let known else { return nil }
            end = known + 1
        }
        ids = Array(all[start..<end])
        if end == all.count, content.finish?.isComplete == true { return }
        // Items below the stored ones are unknown.
        guard let last = ids.last else { return nil }
        switch content.shape.kind {
        case .offsets: next = .offset(end)
        case .cursors: next = content.marks.cursors[last]
        case .numbers: next = .page(number.map { $0.addingClamped(1) } ?? content.shape.secondPage)
        }
    }

    /// Creates a page of the first items that ends where a service can continue: with page numbers, after whole pages.
    init?(startOf content: MirrorContent, limit: Int, pageSize: Int) {
        let count = content.all.count
        let isWhole = count <= limit && content.finish?.isComplete == true
        guard content.shape.kind == .numbers, !isWhole else {
            self.init(of: content, from: 0, limit: limit, number: nil)
            return
        }
        let length = content.shape.pageLength ?? pageSize
        let pages = max(min(limit, count) / length, 1)
        self.init(of: content, from: 0, limit: pages * length, number: content.shape.secondPage + pages - 2)
    }
}

extension MirrorContent {
    /// Whether nothing was ever stored.
    var isEmpty: Bool { ranges.isEmpty && finish == nil }

    /// Returns the index of the first stored item at a position; `nil` if the device does not know it.
    ///
    /// `limit` is the number of items of a page, and `above` the last item that was shown above the position.
    func index(of position: PagePosition?, limit: Int, below above: StoredID?) -> Int? {
        switch position {
        case nil: return 0
        case .offset(let offset)?: return max(offset, 0)
        case .cursor?, .page?: break
        }
        if let above, ranges[above] != nil, let index = all.firstIndex(of: above) { return index + 1 }
        switch position {
        case .cursor?: return all.firstIndex { marks.cursors[$0] == position }.map { $0 + 1 }
        case .page(let number)?: return shape.kind == .numbers ? shape.index(ofPage: number, limit: limit) : nil
        case nil, .offset?: return nil
        }
    }
}
