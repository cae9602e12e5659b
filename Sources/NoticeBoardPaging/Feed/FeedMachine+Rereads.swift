/// Reloading stale rows: those around the anchor with a refresh, the others as they appear.
extension FeedMachine {
    mutating func nextAroundAnchor(left: Int) -> FeedReread<Item.ID>? {
        // Each gap that waits needs a request, too.
        let most = state.isLoadingAll ? left : min(left, budget.left - waitingGaps.count)
        let rows = most > 0 ? content.staleRows(except: rereadOnce) : []
        guard let next = rows.lazy.compactMap({ [content] in content.reread($0, left: left) }).first else { return nil }
        rereadOnce.insert(next.id)
        return next
    }

    /// Reloads a stale row that appeared, if no load is running.
    mutating func rereadNext() -> [Effect] {
        guard !isLoading, !state.isStale, !isClosed, mayRequest else { return [] }
        if let paused = pausedReread {
            pausedReread = nil
            if content.isInDoubt(paused.id) { return start(paused) }
        }
        while let id = doubtful.popLast() ?? content.hiddenStaleRow(except: rereadOnce) {
            guard content.isInDoubt(id), rereadOnce.insert(id).inserted else { continue }
            if let reread = content.reread(id, left: max(rules.refreshPages, 2)) { return start(reread) }
        }
        return []
    }

    private mutating func start(_ reread: FeedReread<Item.ID>) -> [Effect] {
        self.reread = reread
        return begin(.reread, at: reread.position)
    }

    mutating func takeReread(_ page: Page<Item>, _ former: FeedReread<Item.ID>) -> [Effect] {
        let next = change { $0.compare(page, for: former) }
        guard mayRequest else {
            pausedReread = next
            reread = nil
            return end(in: .idle)
        }
        reread = next ?? (isRefreshing ? nextAroundAnchor(left: former.left - 1) : nil)
        return reread.map { goOn(at: $0.position) } ?? end(in: .idle)
    }
}
