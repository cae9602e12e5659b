import NoticeBoardBase

extension HistoryCore {
    /// Does a change: alone in this process and among all, up to date with what others wrote, and memory last.
    func perform(_ change: SearchHistoryChange, _ settings: Settings) throws -> [SearchHistoryEntry] {
        try telling { disk in
            if change.isErasing, try !isThere(&disk) { return forget(change, settings) }
            // Beside a sync looking twice costs nothing; without one it is most of what a save costs.
            let isQuick = settings.durability == .processCrash && !change.isErasing
            return try disk.alone(settings.lockTimeout, quickly: isQuick) { disk in
                if try !disk.isUpToDate(quickly: isQuick) || !isKnown {
                    var current = list.withLock { $0 }
                    if try disk.catchUp(&current) { publish(current) }
                }
                // Dated under the lock: among all processes who comes later is dated later.
                let now = settings.clock()
                let (step, liveBytes) = try list.withLock { list in
                    (try list?.step(for: change, settings.policy, now: now) ?? HistoryStep(), list?.liveBytes ?? 0)
                }
                if !step.isEmpty {
                    // The list itself is wanted where a file is written anew; a copy of it costs more than a save.
                    try disk.perform(step, settings.durability, liveBytes) { list.withLock { $0 } ?? HistoryList() }
                }
                commit(step)
                return step.erased
            }
        }
    }

    /// Reads the file if that was not done yet, or what others wrote since.
    func read(_ settings: Settings, isRefreshing: Bool) throws {
        try telling { disk in
            var current = list.withLock { $0 }
            if current != nil, !isRefreshing { return }
            // Nothing is there: nothing is made for it either, and what is in memory stays.
            if try !disk.exists { return current == nil ? publish(HistoryList()) : () }
            let isChanged: Bool
            do {
                isChanged = try disk.alone(settings.lockTimeout) { try $0.catchUp(&current) }
            } catch let fault as SystemFault where fault.isOfPermission {
                isChanged = try disk.reload(&current, isLocked: false)
            } catch let error as NoticeBoardError where error.code == .storeBusy {
                isChanged = try disk.reload(&current, isLocked: false)
            }
            if isChanged { publish(current) }
        }
    }

    /// Runs `body` alone in this process, and tells what happened when others can go on.
    private func telling<Value>(_ body: (inout HistoryDisk) throws -> Value) throws -> Value {
        let (result, events) = disk.withLock { disk in
            let result = Result { try body(&disk) }
            defer { disk.events = [] }
            return (result, disk.events)
        }
        if !events.isEmpty {
            let watchers = watchers.withLock { $0 }
            for event in events { for (_, watcher) in watchers { watcher.happened(event) } }
        }
        do { return try result.get() } catch let fault as SystemFault { throw NoticeBoardError(fault) }
    }

    private var isKnown: Bool { list.withLock { if case .some = $0 { true } else { false } } }

    /// Whether there is a directory; without one there is nothing to erase and nothing to lock.
    private func isThere(_ disk: inout HistoryDisk) throws -> Bool {
        try disk.files.status(at: disk.paths.directory) != nil
    }

    private func forget(_ change: SearchHistoryChange, _ settings: Settings) -> [SearchHistoryEntry] {
        let step = list.withLock { try? ($0 ?? HistoryList()).step(for: change, settings.policy, now: settings.clock()) }
        guard let step else { return [] }
        commit(step)
        return step.erased
    }

    private func publish(_ other: HistoryList?) {
        list.withLock { list in
            list = other
            tell(&list)
        }
    }

    private func commit(_ step: HistoryStep) {
        list.withLock { list in
            if list == nil { list = HistoryList() }
            list?.commit(step)
            if step.changesList { tell(&list) }
        }
    }

    /// Under the list's lock: everybody hears of the changes in their order.
    private func tell(_ list: inout HistoryList?) {
        for (_, watcher) in watchers.withLock({ $0 }) { watcher.changed(&list) }
    }
}
