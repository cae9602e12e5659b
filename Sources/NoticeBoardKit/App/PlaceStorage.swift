import NoticeBoardBase

/// Keeps places in order, and none of an account that is over.
@MainActor final class PlaceStorage {
    private let store: any BoardPlaceStore
    private let generation = Locked(0)
    private var last: Task<NoticeBoardError?, Never>?

    init(_ store: any BoardPlaceStore) { self.store = store }

    /// The last place; nothing where it cannot be had, or somebody signed out meanwhile.
    func load() async -> BoardPlace? {
        let now = generation.withLock { $0 }
        _ = await last?.value
        let place = try? await store.load()
        return generation.withLock { $0 } == now ? place : nil
    }

    /// Keeps a place, and tells why not.
    func keep(_ place: BoardPlace) async -> NoticeBoardError? {
        await next { [store, generation, now = generation.withLock { $0 }] in
            if generation.withLock({ $0 }) == now { try await store.keep(place) }
        }.value
    }

    /// Gives up what is not being kept yet, on whatever thread.
    nonisolated func end() { generation.withLock { $0 += 1 } }

    /// Erases the place once what is being kept is.
    func erase() async throws {
        if let failure = await next({ [store] in try await store.keep(nil) }).value { throw failure }
    }

    private func next(_ work: @escaping @Sendable () async throws -> Void) -> Task<NoticeBoardError?, Never> {
        let task = Task { [last] () -> NoticeBoardError? in
            _ = await last?.value
            do { try await work() } catch { return NoticeBoardError(wrapping: error) }
            return nil
        }
        last = task
        return task
    }
}
