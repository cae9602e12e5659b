import NoticeBoardPaging

/// What a pass that has ended makes of a list: its order, and the items that leave it.
struct FinishedPass {
    private let pass: MirrorPass
    private let content: MirrorContent
    /// New items below known ones, which are stored now.
    private let loose: [ReadLine]
    /// The items that the service deleted.
    let deleted: [StoredID]

    /// Whether the pass has read the whole list after a part of the file had been lost.
    private let isRepair: Bool
    /// The version of the items' form.
    private let version: Int

    init(_ pass: MirrorPass, _ content: MirrorContent, _ loose: [ReadLine], isRepair: Bool, version: Int) {
        self.version = version
        self.isRepair = isRepair
        self.pass = pass
        self.content = content
        self.loose = loose
        deleted = pass.deleted + Self.deletedAside(pass, content)
    }

    /// Returns the items that were set aside and that the service has deleted: those above the last one that the pass has read.
    private static func deletedAside(_ pass: MirrorPass, _ content: MirrorContent) -> [StoredID] {
        guard pass.hasNoGap, !pass.isResumed, !content.aside.isEmpty else { return [] }
        guard let last = content.aside.lastIndex(where: pass.hasSeen) else { return [] }
        let isDeleted = { (id: StoredID) in !pass.hasSeen(id) && !content.marks.pinned.contains(id) }
        return content.aside[..<last].filter { content.marks.aside.contains($0) && isDeleted($0) }
    }

    /// Returns the lines that end an update.
    func fileLines(_ trim: MirrorTrim, at date: Double) throws -> [[UInt8]] {
        // The items of this pass are above all others, in the order of reading.
        let read = Set(pass.rows)
        let gone = Set(deleted)
        let order = pass.rows + content.all.filter { !read.contains($0) && !gone.contains($0) }
        let sizes = Dictionary(loose.map { ($0.id, $0.bytes.count) }, uniquingKeysWith: { first, _ in first })
        let count = trim.count(of: order, in: content, sizes: sizes)
        let kept = Set(order[..<count])
        let added = loose.filter { kept.contains($0.id) }
        let isInOrder = content.all.filter(kept.contains) == Array(order[..<count])
        let isComplete = count == order.count && (pass.outcome.reachesEnd || content.finish?.isComplete ?? false)
        let removed = content.all.filter { !kept.contains($0) }
        var finish = MirrorLine.Finish(
            at: date, total: pass.outcome.total, isComplete: isComplete, head: isInOrder ? nil : pass.rows.filter(kept.contains),
            cursors: movedCursors(gone, kept))
        let former = content.finish?.version ?? 1
        let readVersion = pass.isResumed ? former : version
        if readVersion != 1 { finish.version = readVersion }
        let seams = seams(in: order, read).filter(kept.contains)
        if !seams.isEmpty { finish.seams = seams }
        if isRepair { finish.isRepair = true }
        var lines = added.isEmpty ? [] : [try MirrorLine.loose()]
        lines += added.map(\.bytes)
        if !removed.isEmpty { lines.append(try MirrorLine.line(gone: removed)) }
        lines.append(try MirrorLine.line(finish))
        return lines
    }

    /// Returns the items of an order of which it is not known what is directly above them.
    private func seams(in order: [StoredID], _ read: Set<StoredID>) -> [StoredID] {
        let former = (content.finish?.seams ?? []).filter { !read.contains($0) }
        // Items that are set aside, and the one below them, are not shown where they are stored.
        let rest = order.dropFirst(pass.rows.count)
        let aside = rest.prefix { content.marks.aside.contains($0) }
        let hasSeam = !pass.outcome.joinsKnown || !aside.isEmpty
        let below = hasSeam ? rest.prefix(aside.count + 1) : []
        return Array(Set(former + pass.seams + below))
    }

    /// Returns the cursors of deleted items, for the kept items above them; `nil` if there are none.
    private func movedCursors(_ gone: Set<StoredID>, _ kept: Set<StoredID>) -> [MirrorLine.Continuation]? {
        let cursors = content.marks.cursors
        guard !cursors.isEmpty, !gone.isEmpty else { return nil }
        var moved: [MirrorLine.Continuation] = []
        var above: StoredID?
        for id in content.all {
            if gone.contains(id), let cursor = cursors[id], let above, cursors[above] == nil {
                moved.append(MirrorLine.Continuation(after: above, position: cursor))
            }
            if kept.contains(id) { above = id }
        }
        return moved.isEmpty ? nil : moved
    }
}
