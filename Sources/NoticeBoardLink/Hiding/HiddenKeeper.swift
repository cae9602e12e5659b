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

    /// Makes changes to what is kept for an account, whatever that is by now; `ended` hears of it, and when it could not be done.
    ///
    /// What is damaged is begun anew. What cannot be read for any other reason is left as it is.
    func change(
        _ account: LinkUser.ID, _ changes: [@Sendable (inout LinkHidden) -> Void],
        ended: @escaping @Sendable (NoticeBoardError?) -> Void = { _ in }
    ) {
        queue.async { [self] in
            guard !erased.withLock({ $0.contains(account) }) else { return }
            do {
                var hidden = try readable(account)
                for change in changes { change(&hidden) }
                try store.save(hidden, for: account)
                ended(nil)
            } catch {
                ended(NoticeBoardError(wrapping: error))
            }
        }
    }

    private func readable(_ account: LinkUser.ID) throws -> LinkHidden {
        do {
            return try store.load(account) ?? LinkHidden()
        } catch let error as NoticeBoardError where error.code == .storeDamaged {
            return LinkHidden()
        }
    }

    /// Returns when everything is kept that was to be kept before.
    func settled() async { try? await onQueue { _ in } }

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
