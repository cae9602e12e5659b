import Foundation
import NoticeBoardBase
import NoticeBoardSearch
import NoticeBoardTesting

/// A plausible mistake of a store, and the clauses that must find it.
enum PlantedStoreFault: String, CaseIterable, Sendable {
    case forgetsCapacity, forgetsRecording, keepsNothing, forgetsPins, showsOthersNothing

    var clauses: [String] {
        switch self {
        case .forgetsCapacity: ["rulesAreKept", "erasingIsKept"]
        case .forgetsRecording: ["recordingIsKept", "erasingIsKept"]
        case .keepsNothing:
            [
                "openingAgainFindsAll", "twoOnOneStoreLoseNothing", "rulesAreKept", "recordingIsKept", "refreshSeesOthers",
                "erasingIsKept",
            ]
        case .forgetsPins: ["openingAgainFindsAll"]
        case .showsOthersNothing: ["refreshSeesOthers", "erasingIsKept"]
        }
    }
}

/// Histories over a dictionary of data, with one planted fault.
final class FaultyStore: Sendable {
    private let fault: PlantedStoreFault
    private let data = Locked<[String: Data]>([:])

    init(_ fault: PlantedStoreFault) { self.fault = fault }

    func history(
        _ name: String, _ policy: SearchHistoryPolicy, _ now: @escaping @Sendable () -> Date
    ) -> any SearchHistoryRepository {
        let key = fault == .keepsNothing ? UUID().uuidString : name
        let isFirst = Locked(true)
        return Deaf(
            isDeaf: fault == .showsOthersNothing,
            base: StoredSearchHistory(
                policy: policy, now: now,
                load: { [self] in
                    // Only the first load is wrong: it returns the changes of earlier objects.
                    let found = data.withLock { $0[key] }
                    return isFirst.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst ? found.map(falsified) : found
                    }
                }, store: { [self] data in self.data.withLock { $0[key] = data } }))
    }

    private func falsified(_ data: Data) -> Data {
        var text = String(decoding: data, as: UTF8.self)
        switch fault {
        case .forgetsCapacity: text = text.replacingOccurrences(of: #""capacity":2"#, with: #""capacity":100"#)
        case .forgetsRecording: text = text.replacingOccurrences(of: #""recording":"off""#, with: #""recording":"on""#)
        case .forgetsPins: text = text.replacingOccurrences(of: #""pinned":true"#, with: #""pinned":false"#)
        case .keepsNothing, .showsOthersNothing: break
        }
        return Data(text.utf8)
    }
}

/// A history that doesn't refresh.
private struct Deaf: SearchHistoryRepository {
    let isDeaf: Bool
    let base: StoredSearchHistory

    func entries() async throws -> [SearchHistoryEntry] { try await base.entries() }
    func recording() async throws -> SearchHistoryPolicy.Recording { try await base.recording() }
    func apply(_ change: SearchHistoryChange, isolation: isolated (any Actor)?) async throws -> [SearchHistoryEntry] {
        try await base.apply(change)
    }
    func updates() -> AsyncStream<[SearchHistoryEntry]> { base.updates() }
    func refresh() async throws {
        if isDeaf { _ = try await base.entries() } else { try await base.refresh() }
    }
}
