import Dispatch
import NoticeBoardBase

/// Brings what accounts do not want to see to its store, on a queue of its own, one call at a time; nothing of an account that
/// was given up.
final class HiddenKeeper: Sendable {
    private let store: any LinkHiddenStore
    private let erased = Locked<Set<LinkUser.ID>>([])
    private let queue = DispatchQueue(label: "NoticeBoard.LinkHidden", qos: .userInitiated)

    init(_ store: any LinkHiddenStore) { self.store = store }

    /// What is kept for an account.
    func load(_ account: LinkUser.ID) async throws -> LinkHidden? {
        try await onQueue { try $0.load(account) }
    }

    /// Keeps what an account does not want to see from now on; `failed` hears of it when that could not be kept.
    func save(_ hidden: LinkHidden, for account: LinkUser.ID, ended: @escaping @Sendable (NoticeBoardError?) -> Void) {
        queue.async { [self] in
            guard !isErased(account) else { return }
            do {
                try store.save(hidden, for: account)
                ended(nil)
            } catch {
                ended(NoticeBoardError(wrapping: error))
            }
        }
    }

    /// Changes what is kept for an account, on behalf of somebody who left before it was read; nobody is told if that fails.
    func change(_ account: LinkUser.ID, _ change: @escaping @Sendable (inout LinkHidden) -> Void) {
        queue.async { [self] in
            guard !isErased(account) else { return }
            var hidden = (try? store.load(account)) ?? LinkHidden()
            change(&hidden)
            try? store.save(hidden, for: account)
        }
    }

    /// Returns when everything is kept that was to be kept before.
    func settled() async { try? await onQueue { _ in } }

    private func isErased(_ account: LinkUser.ID) -> Bool { erased.withLock { $0.contains(account) } }

    /// Forgets for good what an account did not want to see.
    func erase(_ account: LinkUser.ID) async throws {
        erased.withLock { _ = $0.insert(account) }
        try await onQueue { try $0.save(nil, for: account) }
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable (any LinkHiddenStore) throws -> Value) async throws -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [store] in continuation.resume(with: Result { try work(store) }) }
        }
    }
}
