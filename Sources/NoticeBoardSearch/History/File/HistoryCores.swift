import NoticeBoardBase

/// The stores that are open in this process, by path.
///
/// The one thing that all of a process share, and has to be: two histories of one path that knew nothing of each other would
/// each answer from a memory of their own.
enum HistoryCores {
    private struct Reference { weak var core: HistoryCore? }

    private static let open = Locked<[String: Reference]>([:])

    /// The store of `paths`, opened now if nobody has it open.
    static func core(_ paths: HistoryPaths) -> HistoryCore {
        open.withLock { open in
            if let core = open[paths.journal]?.core { return core }
            open = open.filter { $0.value.core != nil }
            let core = HistoryCore(POSIXFileSystem(), paths)
            open[paths.journal] = Reference(core: core)
            return core
        }
    }
}
