import NoticeBoardBase

/// Lists that the service deleted or forbids.
///
/// A deleted list leaves the device. A forbidden list stays, hidden behind a marker file beside it, until the service answers for
/// the list again: no call and no search shows it, also in other processes and later launches.
extension Mirror {
    /// Runs a call for the first page of a list, and keeps from its answer whether the list may be shown.
    package func checkingAccess<Value>(to list: String, _ call: () async throws -> Value) async throws -> Value {
        do {
            let value = try await call()
            try? await allow(list)
            return value
        } catch let error as NoticeBoardError {
            switch error.code {
            case .notFound: try? await delete(list)
            case .forbidden: try? await forbid(list)
            default: break
            }
            throw error
        }
    }

    /// Hides a list, if it is stored.
    private func forbid(_ list: String) async throws {
        try store.refuseIfEnded()
        guard try await store.status(of: list) != nil else { return }
        try await store.setForbidden(list, true)
    }

    /// Shows a list again; another process may have hidden it meanwhile.
    private func allow(_ list: String) async throws {
        try store.refuseIfEnded()
        try await store.setForbidden(list, false)
    }
}
