import NoticeBoardBase

/// Keeps places in order, and none of an account that is signed out.
@MainActor final class PlaceStorage {
    private let store: any BoardPlaceStore
    private let queue = SerialQueue()

    init(_ store: any BoardPlaceStore) { self.store = store }

    /// The last place, once what is being kept is; `nil` where it can't be read.
    func load() async -> BoardPlace? {
        await queue.drained()
        return try? await store.load()
    }

    /// Keeps a place, and returns why it can't be kept; one of an account that is signed out is dropped.
    func keep(_ place: BoardPlace) async -> NoticeBoardError? {
        do { try await queue.add { [store] in try await store.keep(place) }.value } catch {
            let failure = NoticeBoardError(wrapping: error)
            return failure.code == .sessionOver ? nil : failure
        }
        return nil
    }

    /// Drops what is not being kept yet, on any thread.
    nonisolated func end() { queue.end() }

    /// Erases the place once what is being kept is.
    func erase() async throws { try await queue.add(outlastsEnd: true) { [store] in try await store.keep(nil) }.value }
}
