/// The comparison of the list with the service after a round of reading.
extension Player {
    /// Returns the first difference, or `nil` if the list shows what the service has.
    func difference() -> Difference? {
        // The list cannot tell such a service from one that has failed.
        if setup.service.total == .large, service.count == 0 { return nil }
        if Set(shownIDs).count < shownIDs.count { return Difference(kind: .rowTwice, detail: "") }
        // In a moving order rows are at other places when they are read again: more cannot be expected of a list.
        if setup.kind.order == .moving { return nil }
        if !feed.state.gaps.isEmpty { return Difference(kind: .gap, detail: "") }
        return differenceOfRows() ?? differenceOfVersions() ?? differenceOfCounts()
    }

    // MARK: - Rows

    private var deletedRows: [Int] { shownIDs.filter { !service.has($0) }.sorted() }

    private func differenceOfRows() -> Difference? {
        let living = service.ids
        let deleted = deletedRows
        let missing = living.filter { !feed.state.items.contains(id: $0) }.sorted()
        // Offsets without a total cannot show that a row is gone.
        let mayShowDeleted = setup.service.total == .missing && setup.kind.paging == .offsets
        if !deleted.isEmpty, !mayShowDeleted {
            let kind = Difference.Kind.deletedRow(isProven: deleted.contains(where: isProvenDeleted), position(of: deleted))
            return Difference(kind: kind, detail: "deleted \(deleted)" + (missing.isEmpty ? "" : ", missing \(missing)"))
        }
        if !missing.isEmpty {
            return Difference(kind: .missingRow(isProven: missing.contains(where: wasRead)), detail: "missing \(missing)")
        }
        if shownIDs.filter(service.has) != living { return Difference(kind: .order, detail: "order") }
        return nil
    }

    /// Whether a page of this round showed a row.
    private func wasRead(_ id: Int) -> Bool {
        seenPages.ofRound.contains { page in page.rows.contains { $0.id == id } }
    }

    private func position(of deleted: [Int]) -> Difference.DeletedPosition {
        let lastLiving = shownIDs.lastIndex(where: service.has) ?? -1
        return Set(shownIDs[(lastLiving + 1)...]).isSuperset(of: deleted) ? .bottom : .middle
    }

    /// Whether a page of this round showed that a row is gone: the living rows above and below it are neighbors, or the one above
    /// it is the last.
    private func isProvenDeleted(_ id: Int) -> Bool {
        guard let index = shownIDs.firstIndex(of: id) else { return false }
        let upper = shownIDs[..<index].last(where: service.has)
        let lower = shownIDs[(index + 1)...].first(where: service.has)
        return seenPages.ofRound.contains { showsNothing(between: upper, and: lower, $0) }
    }

    private func showsNothing(between upper: Int?, and lower: Int?, _ page: Answer) -> Bool {
        let ids = page.rows.map(\.id)
        guard let upper else { return lower != nil && ids.first == lower && service.ids.first == lower }
        if let lower, ids.first == lower, page.rowAbove == upper { return true }
        if ids.isEmpty, page.next == nil, lower == nil, service.ids.last == upper { return true }
        guard let index = ids.firstIndex(of: upper) else { return false }
        if index + 1 < ids.count { return ids[index + 1] == lower }
        return lower == nil && page.next == nil
    }

    // MARK: - Versions and counts

    private func differenceOfVersions() -> Difference? {
        let old = feed.state.items.first { row in service.row(row.id).map { $0.version != row.version } ?? false }
        return old.map { Difference(kind: .oldVersion(isProven: wasRead($0.id)), detail: "old version of \($0.id)") }
    }

    private func differenceOfCounts() -> Difference? {
        guard deletedRows.isEmpty else { return nil }
        let state = feed.state
        if setup.service.total == .exact, state.total != service.count {
            return Difference(kind: .count, detail: "total \(state.total.text) of \(service.count)")
        }
        return state.newItemCount == 0 ? nil : Difference(kind: .count, detail: "new \(state.newItemCount)")
    }
}
