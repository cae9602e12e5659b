import NoticeBoardBase
import NoticeBoardPaging

/// What the mirror's process knows of its service; it is not stored.
struct ServiceMemory: Sendable {
    /// The last failure of the network, until a call reaches the service.
    var outage: NetworkOutage?
    private var shown: [String: [PagePosition: StoredID]] = [:]

    /// The maximum number of positions to remember of a list.
    private static let mostPositions = 1_000

    /// Remembers the last item above a position, so that the device finds it if the network fails there.
    mutating func note(_ position: PagePosition, of list: String, below last: StoredID) {
        if shown[list]?.count ?? 0 >= Self.mostPositions { shown[list] = nil }
        shown[list, default: [:]][position] = last
    }

    /// Returns the last item above a position of an earlier page.
    func item(above position: PagePosition, of list: String) -> StoredID? { shown[list]?[position] }
}
