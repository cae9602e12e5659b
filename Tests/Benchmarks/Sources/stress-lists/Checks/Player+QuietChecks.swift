import NoticeBoardPaging

/// What must hold when the last pending request was answered.
extension Player {
    func checkQuietList() {
        checkFailure()
        if feed.state.isLoading { fail(.stuck, "loading without a request: \(feed.listText)") }
        checkRequestCount()
        let pages = group.takeNewAnswers()
        let servicePages = pages.filter { !$0.isStoredCopy }
        if !group.hasFailure { for page in servicePages { seenPages.addOrder(of: page) } }
        guard setup.kind.order != .moving else { return }
        checkOrder()
        // A page that came before a failure, or too late for the limit of requests, may be left out.
        if !group.hasFailure, !group.isTooLarge(network) { for page in servicePages { checkIsTaken(page) } }
    }

    /// Checks that the list shows a failure only if an answer failed.
    private func checkFailure() {
        let state = feed.state
        let failure = state.failure ?? state.gapPhases.values.lazy.compactMap(\.failure).first
        defer { showedFailure = failure != nil }
        guard let failure, !showedFailure, !group.hasFailure, !group.acts.isEmpty else { return }
        // The device's copy comes with the network's failure.
        guard !group.hasStoredCopy else { return }
        // A service that says that there are rows, and sends none, has failed.
        guard setup.service.total != .large || service.count > 0 else { return }
        fail(.errorWithoutCause(failure.code.rawValue), feed.listText)
    }

    private func checkRequestCount() {
        guard group.isTooLarge(network) else { return }
        fail(.tooManyRequests, "\(group.sent(network)) requests, \(group.allowed) allowed, for \(group.acts)")
    }

    // MARK: - Pages and rows

    /// Checks that no two living rows of a stretch are in another order than a page showed them.
    ///
    /// A stretch is what is between two gaps.
    private func checkOrder() {
        for stretch in feed.state.entries.split(whereSeparator: \.isGap) {
            let ids = stretch.compactMap(\.row)
            guard let (upper, lower) = pairInWrongOrder(ids) else { continue }
            fail(
                .orderAgainstPage(ownRow: user.insertedRows.contains(upper)),
                "\(upper) above \(lower), a page showed them the other way: \(feed.listText)")
        }
    }

    private func pairInWrongOrder(_ ids: [Int]) -> (upper: Int, lower: Int)? {
        let living = ids.filter(service.has)
        for (index, lower) in living.enumerated() {
            for upper in living[..<index] where seenPages.hasShown(lower, above: upper) { return (upper, lower) }
        }
        return nil
    }

    /// Checks that the list shows each living row of a page whose two neighbors on the page are neighbors in the list.
    private func checkIsTaken(_ page: Answer) {
        let ids = page.rows.map(\.id)
        for index in ids.indices.dropFirst().dropLast() {
            let upper = ids[index - 1]
            let row = ids[index]
            let lower = ids[index + 1]
            // The list shows the app's own rows where the app put them.
            guard user.insertedRows.isDisjoint(with: [upper, row, lower]) else { continue }
            guard service.has(row), !user.hides(row), !feed.state.items.contains(id: row) else { continue }
            guard areNeighbors(upper, lower) else { continue }
            fail(.rowLeftOut, "a page showed \(upper) \(row) \(lower), \(row) is not shown: \(feed.listText)")
        }
    }

    private func areNeighbors(_ upper: Int, _ lower: Int) -> Bool {
        let state = feed.state
        guard let upperIndex = state.items.index(id: upper), let lowerIndex = state.items.index(id: lower) else { return false }
        return lowerIndex == upperIndex + 1 && !state.gaps.contains { $0.after == upper || $0.before == lower }
    }
}

extension FeedEntry<Row> {
    fileprivate var row: Int? { if case .item(let row) = self { row.id } else { nil } }
}
