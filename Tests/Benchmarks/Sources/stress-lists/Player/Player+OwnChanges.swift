import Foundation
import NoticeBoardPaging

/// What the user's app does: changes of its own, and launches.
extension Player {
    /// Writes a row to the service and inserts it into the list.
    func insertRow(at index: Int) {
        let row = service.insert(at: index)
        user.insertedRows.insert(row.id)
        call("insert \(row.id)", allowed: limits.row) {
            feed.edit { shown in shown.contains(id: row.id) ? [] : [.insert(row)] }
        }
        if feed.state.isLoaded, !user.hides(row.id), !feed.state.items.contains(id: row.id) {
            fail(.ownRowLost, "\(row.id) not shown after its insertion: \(feed.listText)")
        }
    }

    /// Edits a shown row at the service and in the list.
    func patchRow(_ number: Int) {
        guard let id = shownIDs.element(number), let index = service.index(of: id) else { return }
        service.edit(at: index, isOwn: true)
        guard let version = service.row(id)?.version else { return }
        call("patch \(id)", allowed: limits.row) {
            feed.edit { _ in [.patch(id) { $0.version = version }] }
        }
    }

    /// Removes a shown row at the service and from the list.
    func removeRow(_ number: Int) {
        guard let id = shownIDs.element(number), let index = service.index(of: id) else { return }
        service.remove(at: index)
        user.removedRows.insert(id)
        call("remove \(id)", allowed: limits.row) { feed.edit { _ in [.remove(id)] } }
    }

    /// Starts the app again from its snapshot, which was stored as JSON.
    func launch(trimmedTo count: Int?) {
        var snapshot = feed.snapshot.flatMap(Self.storedAndRead)
        if let whole = snapshot {
            checkAnchor(in: whole)
            if let count { snapshot = trimmed(whole, to: count) }
        }
        replaceFeed(from: snapshot)
        seenPages = SeenPages()
        user.removedRows = []
        showedFailure = false
        checkRestored(from: snapshot)
        call("launch", allowed: limits.open, isLaunch: true) { feed.open() }
    }

    private static func storedAndRead(_ snapshot: FeedSnapshot<Row>) -> FeedSnapshot<Row>? {
        guard let data = try? JSONEncoder().encode(snapshot) else { return nil }
        return try? JSONDecoder().decode(FeedSnapshot<Row>.self, from: data)
    }

    private func checkAnchor(in snapshot: FeedSnapshot<Row>) {
        // The filter may hide the anchor, which is then another row.
        guard user.hiddenMultiple == nil, let anchor = user.anchor, snapshot.contains(anchor) else { return }
        if snapshot.anchor != anchor {
            fail(.anchorNotKept, "the snapshot's is \(snapshot.anchor.text), the list's was \(anchor)")
        }
    }

    private func trimmed(_ whole: FeedSnapshot<Row>, to count: Int) -> FeedSnapshot<Row> {
        let trimmed = whole.trimmed(to: count)
        if trimmed.items.count > count { fail(.snapshotTooLarge, "\(trimmed.items.count) rows of at most \(count)") }
        if let anchor = user.anchor, whole.contains(anchor), !trimmed.contains(anchor) {
            let detail = "\(whole.items.map(\.id)) trimmed to \(count) lost \(anchor): \(trimmed.items.map(\.id))"
            fail(.anchorNotKept, detail)
        }
        return trimmed
    }

    private func checkRestored(from snapshot: FeedSnapshot<Row>?) {
        let expected = (snapshot?.items ?? []).map(\.id).filter { !user.hides($0) }
        if shownIDs != expected {
            fail(.restoredOtherwise, "the snapshot has \(expected), the list shows \(shownIDs)")
        }
        if user.hiddenMultiple != nil { user.anchor = nil }
        if let anchor = user.anchor, expected.contains(anchor), feed.anchor != anchor {
            fail(.anchorNotKept, "restored: \(feed.anchor.text) instead of \(anchor)")
        }
        user.anchor = feed.anchor
    }
}

extension FeedSnapshot<Row> {
    fileprivate func contains(_ id: Int) -> Bool { items.contains { $0.id == id } }
}

extension Int? {
    /// The number, or a dash for `nil`.
    var text: String { map(String.init) ?? "-" }
}
