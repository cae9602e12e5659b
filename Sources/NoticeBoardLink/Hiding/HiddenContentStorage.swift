import NoticeBoardBase

/// Reads and saves hidden content on a serial queue.
///
/// Ignores changes of an erased account.
final class HiddenContentStorage: Sendable {
    /// Applying a change twice has the same effect as once.
    typealias Change = @Sendable (inout LinkHidden) -> Void

    private let store: any LinkHiddenStore
    private let erased = Locked<Set<LinkUser.ID>>([])
    /// The changes that could not be saved; the next update includes them.
    private let unsaved = Locked<[LinkUser.ID: [Change]]>([:])
    private let queue = SerialQueue("NoticeBoard.LinkHidden")

    init(_ store: any LinkHiddenStore) { self.store = store }

    /// Applies a change, if any, to an account's stored content, and returns the result.
    @discardableResult func update(_ account: LinkUser.ID, _ change: Change? = nil) -> Task<LinkHidden, any Error> {
        queue.addBlocking { [self] in
            guard !erased.withLock({ $0.contains(account) }) else { return LinkHidden() }
            let changes = unsaved.withLock { unsaved in
                if let change { unsaved[account, default: []].append(change) }
                return unsaved[account] ?? []
            }
            guard !changes.isEmpty else { return try store.load(account) ?? LinkHidden() }
            var hidden = LinkHidden()
            do { hidden = try store.load(account) ?? hidden } catch let error where Self.startsOver(after: error) {}
            for change in changes { change(&hidden) }
            try store.save(hidden, for: account)
            unsaved.withLock { $0[account] = nil }
            return hidden
        }
    }

    /// Returns when all earlier changes are saved.
    func settled() async { await queue.drained() }

    /// Erases an account's hidden content for good.
    func erase(_ account: LinkUser.ID) async throws {
        erased.withLock { _ = $0.insert(account) }
        try await queue.addBlocking { [self] in try store.save(nil, for: account) }.value
    }

    /// Whether to start over after a read error: damaged content is replaced; after any other error it is left alone.
    static func startsOver(after error: any Error) -> Bool { (error as? NoticeBoardError)?.code == .storeDamaged }
}
