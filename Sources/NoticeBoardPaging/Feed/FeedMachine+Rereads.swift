/// Reloading stale rows: those around the anchor with a refresh, the others as they appear.
extension FeedMachine {
    mutating func nextAroundAnchor(left: Int) -> FeedReread<Item.ID>? {
        // Each gap that waits needs a request, too.
        let most = state.isLoadingAll ? left : min(left, budget.left - gapLoads.waiting.count)
        let rows = most > 0 ? content.staleRows(except: rereads.done) : []
        guard let next = rows.lazy.compactMap({ [content] in content.reread($0, left: left) }).first else { return nil }
        rereads.done.insert(next.id)
        return next
    }

    /// Reloads a stale row that appeared, if no load is running.
    mutating func rereadNext() -> [Effect] {
        guard !isLoading, !state.isStale, !isPaused, mayRequest else { return [] }
        if let paused = rereads.paused {
            rereads.paused = nil
            if content.isInDoubt(paused.id) { return start(paused) }
        }
        while let id = rereads.appeared.popLast() ?? content.hiddenStaleRow(except: rereads.done) {
            guard content.isInDoubt(id), rereads.done.insert(id).inserted else { continue }
            if let reread = content.reread(id, left: max(rules.refreshPages, 2)) { return start(reread) }
        }
        return []
    }

    /// Lets rows be reloaded again that were the last ones: only a page with a row below them can show that they are deleted.
    ///
    /// The first of them is reloaded at once, and the page usually shows the others, too.
    mutating func reloadAgain(_ ids: [Item.ID]) {
        let again = ids.filter { rereads.done.contains($0) && content.isInDoubt($0) }
        guard let first = again.first else { return }
        rereads.done.subtract(again)
        rereads.appeared.insert(first, at: 0)
    }

    /// Reloads the row that is being reloaded later, because another load comes first: a row on screen does not appear again.
    mutating func interruptReread() {
        guard ticket?.kind == .reread, let reread = load?.reread else { return }
        rereads.appeared.append(reread.id)
    }

    private mutating func start(_ reread: FeedReread<Item.ID>) -> [Effect] {
        begin(.reread, at: reread.position, reread: reread)
    }

    mutating func takeReread(_ page: Page<Item>, _ former: FeedReread<Item.ID>) -> [Effect] {
        let neighbor = content.neighbor(above: former.id)
        let doubtful = content.lastRowsInDoubt
        let next = change { $0.compare(page, for: former) }
        if content.isInDoubt(former.id), content.neighbor(above: former.id) != neighbor {
            // It is not where it was looked for: it is looked for in its new place when it appears there.
            rereads.done.remove(former.id)
        }
        if content.lastRowsInDoubt.isEmpty { reloadAgain(doubtful) }
        guard mayRequest else {
            rereads.paused = next
            load?.reread = nil
            return end(in: .idle)
        }
        let following = next ?? (isRefreshing ? nextAroundAnchor(left: former.left - 1) : nil)
        load?.reread = following
        return following.map { requestNext(at: $0.position) } ?? end(in: .idle)
    }
}
