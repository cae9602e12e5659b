extension Player {
    /// Performs an act of the script.
    func perform(_ act: Act) {
        begin(act.text)
        switch act.kind {
        case .pull: call("pull", allowed: limits.refresh) { feed.refresh() }
        case .appear: appear(shownIDs.element(act.number))
        case .appearLast: appear(shownIDs.last)
        case .loadMore: call("loadMore", allowed: nil) { feed.loadMore() }
        case .gap: tapGap(act.number, fromBelow: false)
        case .gapBelow: tapGap(act.number, fromBelow: true)
        case .scroll: scroll(act.number)
        case .filterOn: hideMultiples(of: [2, 3, 1, 4][act.number % 4])
        case .filterOff: showAll()
        case .retry: call("retry", allowed: limits.retry) { feed.retry() }
        case .reload: reload()
        case .closeOpen: closeAndOpen()
        case .wait: call("wait", allowed: 0) { clock.advance(by: 4) }
        case .localInsert: insertRow(at: act.number)
        case .localPatch: patchRow(act.number)
        case .localRemove: removeRow(act.number)
        case .launch: launch(trimmedTo: nil)
        case .launchTrimmed: launch(trimmedTo: setup.service.pageSize + act.number % 8)
        case .arrive, .burst, .insertMiddle, .delete, .deleteTop, .deleteRun, .deleteLast, .edit, .bump: changeService(act)
        case .answer: answer(act.number)
        case .compute: compute(act.number)
        case .fail: failRequest(act.number)
        case .answerAll: answerAll()
        }
    }

    // MARK: - The reader

    private func appear(_ id: Int?) {
        guard let id else { return }
        trace.add("      row \(id) appears")
        call("row \(id) appears", allowed: limits.row) { feed.rowAppeared(id) }
    }

    private func tapGap(_ number: Int, fromBelow: Bool) {
        guard let gap = feed.state.gaps.element(number) else { return }
        call("gap", allowed: limits.row) { feed.loadGap(gap, fromBelow: fromBelow) }
    }

    private func scroll(_ number: Int) {
        guard let id = shownIDs.element(number) else { return }
        user.anchor = id
        call("scroll to \(id)", allowed: 0) { feed.scrolled(to: id) }
    }

    private func hideMultiples(of multiple: Int) {
        user.hiddenMultiple = multiple
        call("filter", allowed: limits.retry) { feed.hide(by: Self.filter(hiding: multiple)) }
    }

    private func showAll() {
        user.hiddenMultiple = nil
        user.anchor = nil
        call("filter off", allowed: limits.retry) { feed.hide(by: nil) }
    }

    private func reload() {
        call("reload", allowed: limits.refresh) {
            group.isReloading = true
            feed.reload()
        }
    }

    private func closeAndOpen() {
        call("close and open", allowed: limits.open) {
            feed.close()
            runJobs()
            feed.open()
        }
    }

    // MARK: - The service

    private func changeService(_ act: Act) {
        let count = service.count
        switch act.kind {
        case .arrive: insertAtTop(1 + act.number % 3)
        case .burst: insertAtTop(setup.service.pageSize * setup.refreshPages + act.number % 4)
        case .insertMiddle: service.insert(at: count == 0 ? 0 : 1 + act.number % count)
        case .deleteTop: for _ in 0...(act.number % 3) { service.remove(at: 0) }
        case .deleteLast: for _ in 0...(act.number % 3) { service.remove(at: service.count - 1) }
        default: if count > 0 { changeRow(at: act.number % count, act) }
        }
    }

    private func changeRow(at index: Int, _ act: Act) {
        switch act.kind {
        case .delete: service.remove(at: index)
        case .deleteRun: for _ in 0..<(2 + act.length % 3) { service.remove(at: index) }
        case .edit: service.edit(at: index, isOwn: false)
        case .bump: service.moveToTop(from: index)
        default: break
        }
    }

    private func insertAtTop(_ count: Int) {
        for _ in 0..<count { service.insert(at: 0) }
    }
}

extension Array {
    /// Returns the element at a number modulo the count, or `nil` if there are no elements.
    func element(_ number: Int) -> Element? { isEmpty ? nil : self[number % count] }
}
