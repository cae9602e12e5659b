package import Foundation
import NoticeBoardBase

extension Mirror {
    /// Returns stored items of a list in the service's order, starting at index `offset`.
    public func items(in list: String, offset: Int = 0, limit: Int = .max) async throws -> StoredItems<Item> {
        let file = try store.file(of: list)
        guard try await !store.isForbidden(list) else { return StoredItems(isComplete: false) }
        let content = try await file.content()
        let ids = content.all.dropFirst(max(offset, 0)).prefix(max(limit, 0))
        let read = try await file.items(Array(ids), coder)
        return StoredItems(
            items: read.items, count: content.count, total: content.finish?.total,
            isComplete: content.finish?.isComplete ?? false, storedAt: content.finish?.date, unreadable: read.unreadable)
    }

    /// Returns a stored item; `nil` if there is none.
    public func item(_ id: Item.ID, in list: String) async throws -> Item? {
        let file = try store.file(of: list)
        guard try await !store.isForbidden(list) else { return nil }
        let key = try StoredID(id)
        guard let line = try await file.bytes(of: [key])[key] else { return nil }
        return try coder.item(in: line[...])
    }

    /// Returns the size of a list's file in bytes.
    public func size(of list: String) async throws -> Int {
        _ = try store.file(of: list)
        return try await store.status(of: list)?.size ?? 0
    }

    /// Returns the names of the stored lists, except forbidden ones.
    public func lists() async throws -> [String] {
        try store.refuseIfEnded()
        var lists: [String] = []
        for list in try await store.lists() where try await !store.isForbidden(list) { lists.append(list) }
        return lists
    }

    /// Returns when a list was stored: the date of its last finished update, or of its file before the first one has finished.
    package func date(of list: String) async throws -> Date? {
        if let date = try await store.file(of: list).content().finish?.date { return date }
        return try await store.status(of: list).map { Date(timeIntervalSince1970: $0.modified) }
    }
}

extension MirrorLine.Finish {
    /// The date of the update.
    var date: Date { Date(timeIntervalSinceReferenceDate: at) }
}
