import NoticeBoardPaging

/// What must hold after every step.
extension Player {
    /// Checks what a step changed.
    ///
    /// `answer` is the answer that was delivered, or `nil` if the list was called.
    func checkStep(from before: [Row], answer: Answer?, isLaunch: Bool = false) {
        // A list without rows reads on as long as it must.
        if feed.state.items.isEmpty { group.isUnlimited = true }
        checkRowsAreOnce()
        if !isLaunch, !group.isReloading {
            checkLivingRowsStay(before, answer)
            checkVersionsStay(before, answer)
        }
        checkRemovedRowsStayAway(answer)
        checkAnchor(before, isLaunch: isLaunch)
        if network.isQuiet { checkQuietList() }
    }

    private func checkRowsAreOnce() {
        let entries = feed.state.entries.map(\.id)
        if Set(shownIDs).count < shownIDs.count || Set(entries).count < entries.count { fail(.rowTwice, feed.listText) }
    }

    // MARK: - Living rows

    private func checkLivingRowsStay(_ before: [Row], _ answer: Answer?) {
        for row in before where !feed.state.items.contains(id: row.id) && service.has(row.id) && !user.hides(row.id) {
            let cause = answer?.text(at: service.moment) ?? "the call"
            let detail = "\(row.id) was in \(before.map(\.id)), is not in \(shownIDs), after \(cause)"
            if user.insertedRows.contains(row.id) {
                if !isOutsideLoadedRows(row.id) { fail(.ownRowLost, detail) }
            } else if !isNewerThanAnswers(row.id) {
                fail(.livingRowRemoved, detail)
            }
        }
    }

    /// Whether an answer of the group was computed before a row came.
    ///
    /// Such an answer seems to show that the row is gone.
    private func isNewerThanAnswers(_ id: Int) -> Bool { group.moments.contains { $0 < service.arrival(of: id) } }

    /// Whether a row's position at the service is in a gap of the list or below its end.
    ///
    /// The list need not show such a row.
    private func isOutsideLoadedRows(_ id: Int) -> Bool {
        let living = service.ids
        guard let index = living.firstIndex(of: id) else { return false }
        let state = feed.state
        let upper = living[..<index].last { state.items.contains(id: $0) }
        let lower = living[(index + 1)...].first { state.items.contains(id: $0) }
        let entries = state.entries
        let start = upper.flatMap { upper in entries.firstIndex { $0.id == .item(upper) } }.map { $0 + 1 } ?? 0
        guard let lower else { return state.end == nil || upper == nil || entries[start...].contains(where: \.isGap) }
        guard let end = entries.firstIndex(where: { $0.id == .item(lower) }) else { return false }
        // The list has the two in another order, which is another class of fault.
        if start > end { return true }
        return entries[start..<end].contains(where: \.isGap)
    }

    // MARK: - Edits and removals

    private func checkVersionsStay(_ before: [Row], _ answer: Answer?) {
        // A copy that the device stored may be older than the edit.
        if answer?.isStoredCopy == true { return }
        for row in before {
            guard let now = feed.state.items[id: row.id], now.version < row.version, let edit = service.edit(of: row) else {
                continue
            }
            let isNewerThanAnswers = group.moments.contains { $0 < edit.moment }
            if edit.isOwn || !isNewerThanAnswers {
                fail(.editUndone, "\(row.id) had version \(row.version), has \(now.version)")
            }
        }
    }

    private func checkRemovedRowsStayAway(_ answer: Answer?) {
        for id in shownIDs where user.removedRows.contains(id) {
            if answer?.isStoredCopy == true {
                user.removedRows.remove(id)
            } else {
                fail(.removedRowReturned, "\(id), which the app removed, is shown again: \(feed.listText)")
            }
        }
    }

    // MARK: - The anchor

    private func checkAnchor(_ before: [Row], isLaunch: Bool) {
        // A filter may hide the anchor, which is then another row.
        if user.hiddenMultiple != nil { user.anchor = nil }
        guard let expected = user.anchor else { return }
        if feed.state.items.contains(id: expected) {
            if feed.anchor != expected {
                fail(.anchorNotKept, "\(expected) is shown, the anchor is \(feed.anchor.text): \(feed.listText)")
            }
        } else if !isLaunch {
            checkAnchorMoved(from: expected, before.map(\.id))
        }
        user.anchor = feed.anchor
    }

    /// Checks that a neighbor became the anchor when the anchor's row was removed.
    private func checkAnchorMoved(from gone: Int, _ before: [Int]) {
        guard let index = before.firstIndex(of: gone) else { return }
        let upper = before[..<index].last { feed.state.items.contains(id: $0) }
        let lower = before[(index + 1)...].first { feed.state.items.contains(id: $0) }
        guard upper != nil || lower != nil else { return }
        if feed.anchor == nil {
            fail(.anchorLost, "\(gone) went, its neighbors \(upper.text) and \(lower.text) are shown, the anchor is nil")
        } else if feed.anchor != upper, feed.anchor != lower {
            fail(
                .anchorFarAway,
                "\(gone) went, its neighbors are \(upper.text) and \(lower.text), the anchor is \(feed.anchor.text)")
        }
    }
}

extension FeedEntry {
    var isGap: Bool { if case .gap = self { true } else { false } }
}
