import NoticeBoardBase
public import NoticeBoardPaging

extension Mirror {
    /// Loads new and changed items at the head of a list, and finds deleted ones there.
    ///
    /// Requests all pages with new items and at most three more; the first update reads down to the limits. An interrupted update
    /// is finished first. Throws `storeBusy` while this list is being updated, in any process. Items loaded before an error are
    /// kept.
    ///
    /// Compares at least `depth` items with the service, to find deletions further down. `progress` is called after each page
    /// with the number of new items so far.
    ///
    /// A list that the service no longer has (404) leaves the device. One that it forbids (403) is hidden until it answers for the
    /// list again.
    ///
    /// With an ``NoticeBoardBase/AppLife``, an update that failed for a reason that may pass goes on by itself when the network
    /// returns; this call has thrown by then.
    @discardableResult public func update(
        _ list: String, depth: Int = 0, progress: @escaping @Sendable (PageProgress) -> Void = { _ in }
    ) async throws -> ListUpdate<Item.ID> {
        let file = try store.file(of: list)
        let lock = try await store.lockUpdates(of: list)
        defer { store.files.releaseLock(lock) }
        forgetInterruption(of: list)
        // On a queue, so that `end()` can cancel it.
        let task = file.updates.add { [self] in
            var reader = ListReader(self, list, file, progress)
            return try await reader.run(depth: depth)
        }
        return try await withTaskCancellationHandler {
            do {
                return try await task.value
            } catch {
                note(error, of: InterruptedUpdate(list: list, depth: depth, progress: progress))
                throw error
            }
        } onCancel: {
            task.cancel()
        }
    }
}
