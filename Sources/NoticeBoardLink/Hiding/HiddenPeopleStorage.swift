import NoticeBoardBase

/// Brings what accounts do not want to see to its store, on a queue of its own, one call at a time; nothing of an account that
/// was given up.
final class HiddenPeopleStorage: Sendable {
    /// To make one once more alters nothing.
    typealias Change = @Sendable (inout LinkHidden) -> Void

    private let store: any LinkHiddenStore
    private let erased = Locked<Set<LinkUser.ID>>([])
    /// What could not be kept; it is kept with what comes next.
    private let unkept = Locked<[LinkUser.ID: [Change]]>([:])
    private let queue = SerialQueue("NoticeBoard.LinkHidden")

    init(_ store: any LinkHiddenStore) { self.store = store }

    /// What is kept for an account, with what was to be.
    func load(_ account: LinkUser.ID) async throws -> LinkHidden? {
        try await queue.addBlocking { [self] in
            let missing = unkept.withLock { $0[account] } ?? []
            return try missing.isEmpty ? store.load(account) : changed(account, missing)
        }.value
    }

    /// Makes changes to what is kept for an account, whatever that is by now; `ended` hears how that ended.
    func change(
        _ account: LinkUser.ID, _ changes: [Change], ended: @escaping @Sendable (NoticeBoardError?) -> Void = { _ in }
    ) {
        queue.addBlocking { [self] in
            guard !erased.withLock({ $0.contains(account) }) else { return }
            let all = unkept.withLock { $0[account, default: []] } + changes
            do {
                try store.save(changed(account, all), for: account)
                unkept.withLock { $0[account] = nil }
                ended(nil)
            } catch {
                unkept.withLock { $0[account] = all }
                ended(NoticeBoardError(wrapping: error))
            }
        }
    }

    /// Returns when everything is kept that was to be kept before.
    func settled() async { await queue.drained() }

    /// Forgets for good what an account did not want to see.
    func erase(_ account: LinkUser.ID) async throws {
        erased.withLock { _ = $0.insert(account) }
        try await queue.addBlocking { [self] in
            try store.save(nil, for: account)
            unkept.withLock { $0[account] = nil }
        }.value
    }

    /// Whether what could not be read is begun anew: what is damaged is; what cannot be read for any other reason is left as it is.
    static func beginsAnew(after error: any Error) -> Bool { (error as? NoticeBoardError)?.code == .storeDamaged }

    private func changed(_ account: LinkUser.ID, _ changes: [Change]) throws -> LinkHidden {
        var hidden: LinkHidden?
        do { hidden = try store.load(account) } catch let error where Self.beginsAnew(after: error) {}
        return changes.reduce(into: hidden ?? LinkHidden()) { $1(&$0) }
    }
}
