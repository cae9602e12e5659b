/// New items above the loaded ones.
extension OffsetWalk {
    /// Returns how many items at the top of a page are above everything loaded: the list's first item follows them.
    private func leading(_ page: Page<Item>, at offset: Int, grownBy grown: Int?, _ known: KnownItems<Item>) -> Int {
        // Skip the search if the total shows that fewer items than `offset` have arrived.
        guard grown?.clampedAdding(cameAbove) ?? .max > offset, let first = known.first,
            let index = page.items.firstIndex(where: known.isPlaced), page.items[index].id == first
        else { return 0 }
        return index
    }

    /// Counts the new items above, and returns how many of them lead the page.
    ///
    /// The last item of the previous page shows how far it has moved down.
    mutating func countAbove(_ page: Page<Item>, at offset: Int, grownBy grown: Int?, _ known: KnownItems<Item>) -> Int {
        let leading = leading(page, at: offset, grownBy: grown, known)
        let pinned = max(page.pinned, 0)
        if leading > 0 {
            cameAbove = max(cameAbove, offset.clampedAdding(leading - pinned))
            return page.items[..<leading].count { !known.seen.contains($0.id) }
        }
        if let reached, let last = known.lastID, let index = page.items.lastIndex(where: { $0.id == last }) {
            cameAbove = cameAbove.clampedAdding(max(0, offset.clampedAdding(index + 1 - pinned).clampedAdding(-reached)))
        }
        return 0
    }

    /// Returns how many items at the top of a page are above loaded rows, even if the first rows were deleted.
    ///
    /// The total must have grown by as many. Without a total, two known rows must follow: a single one may have moved.
    func arrived(_ fresh: [Item], _ items: ArraySlice<Item>, grownBy grown: Int?, _ known: KnownItems<Item>) -> Int {
        let count = zip(fresh, items).prefix { $0.id == $1.id }.count
        let next = fresh.dropFirst(count).first?.id
        let following = items.dropFirst(count).prefix { known.isPlaced($0) && $0.id != next }.count
        guard following > 0 else { return 0 }
        return grown.map { $0 >= count } ?? (following > 1) ? count : 0
    }
}
