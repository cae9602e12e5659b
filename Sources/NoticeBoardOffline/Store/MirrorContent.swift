import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// The index of a mirror's file: its items, the range of each line, and the service's order.
///
/// An update appends the items of each page as it arrives, from the newest down. They are `pending` until the update reaches
/// items of earlier updates; the update's line then joins the two. An interrupted update leaves `pending` items, and the next one
/// continues below them. If it cannot, because the service refuses the position, they are set `aside`: still shown, and read again
/// from the head.
struct MirrorContent: LineFileContent {
    struct Header: Codable, Sendable {}

    static var version: Int { 1 }

    /// The items of finished updates, in the service's order; includes duplicates and removed items until `finishReading()`.
    private(set) var order: [StoredID] = []
    /// The items of an unfinished update, likewise.
    private(set) var pending: [StoredID] = []
    /// The items of an unfinished update that could not be continued, likewise; reread items are in `pending`, too.
    private(set) var aside: [StoredID] = []
    /// The range of each item's newest line.
    private(set) var ranges: [StoredID: Range<Int>] = [:]
    /// Facts of items that few have.
    private(set) var marks = MirrorMarks()
    private(set) var liveSize = 0
    /// The last finished update.
    private(set) var finish: MirrorLine.Finish?
    /// How the service positions pages.
    private(set) var shape = ListShape()
    /// Whether a part of the file was lost since the whole list was read.
    private(set) var hasLoss = false
    /// Where the unfinished update continues; `nil` for a service with offsets.
    private(set) var continuation: MirrorLine.Continuation?
    /// Items without a place, at the end of an update that was killed while its line was written; `nil` if there was none.
    private var loose: [StoredID]?
    /// Removed items that `order`, `pending` or `aside` still contains.
    private var removed: Set<StoredID> = []

    /// Every item, in the service's order as far as known.
    var all: [StoredID] {
        // Without a copy of a long list.
        if pending.isEmpty, aside.isEmpty { return order }
        return pending + stillAside + order
    }

    /// The number of items.
    var count: Int { ranges.count - (loose?.count ?? 0) }

    /// Whether an update was interrupted.
    var isInterrupted: Bool { !pending.isEmpty || loose != nil }

    /// Whether an interrupted update can be continued: its position is known.
    var canResume: Bool { isInterrupted && loose == nil && (shape.kind == .offsets || continuation != nil) }

    var header: Header { Header() }

    mutating func read(_ header: Header) {}

    mutating func read(_ line: Data, at offset: Int) throws {
        switch try MirrorLine.kind(of: line) {
        case .item(let head): add(head, at: offset..<offset + line.count)
        case .gone(let ids): for id in ids { remove(id) }
        case .shape(let shape): self.shape = shape
        case .next(let next):
            if next.isBelowKnown != true, !pending.isEmpty { continuation = next }
            if next.position.cursor != nil, let id = next.after { marks.cursors[id] = next.position }
        case .loss: hasLoss = true
        case .loose: loose = []
        case .restart:
            for id in loose ?? [] { remove(id) }
            loose = nil
            aside = pending.filter { ranges[$0] != nil } + stillAside
            marks.aside = Set(aside)
            pending = []
            continuation = nil
        case .finish(let finish): end(with: finish)
        }
    }

    private mutating func add(_ head: ItemLine.Head, at range: Range<Int>) {
        let id = head.id
        marks.note(head)
        liveSize += range.count + 1
        if let former = ranges.updateValue(range, forKey: id) {
            liveSize -= former.count + 1
            // Read again from the head.
            if marks.aside.remove(id) != nil { pending.append(id) }
        } else {
            if removed.contains(id) { finishReading() }
            if loose == nil { pending.append(id) } else { loose?.append(id) }
        }
    }

    private mutating func remove(_ id: StoredID) {
        guard let former = ranges.removeValue(forKey: id) else { return }
        liveSize -= former.count + 1
        marks.forget(id)
        removed.insert(id)
    }

    private mutating func end(with finish: MirrorLine.Finish) {
        order = pending + stillAside + order
        pending = []
        aside = []
        marks.aside = []
        continuation = nil
        loose = nil
        if let head = finish.head {
            let moved = Set(head)
            order = head.filter { ranges[$0] != nil } + order.filter { !moved.contains($0) }
        }
        for moved in finish.cursors ?? [] { if let id = moved.after { marks.cursors[id] = moved.position } }
        if finish.isRepair == true { hasLoss = false }
        self.finish = finish
        self.finish?.head = nil
        self.finish?.cursors = nil
        self.finish?.isRepair = nil
    }

    private var stillAside: [StoredID] { aside.filter(marks.aside.contains) }

    mutating func finishReading() {
        guard !removed.isEmpty else { return }
        pending.removeAll { removed.contains($0) }
        aside.removeAll { removed.contains($0) }
        order.removeAll { removed.contains($0) }
        removed = []
    }

    mutating func write(_ add: ([UInt8]) throws -> Int, old: (Range<Int>) throws -> [UInt8]) throws {
        var next = MirrorContent()
        func write(_ line: [UInt8]) throws { try next.read(Data(line), at: try add(line)) }
        func copy(_ id: StoredID) throws {
            guard let range = ranges[id] else { return }
            try write(try old(range))
            if let cursor = marks.cursors[id] { try write(MirrorLine.line(MirrorLine.Continuation(after: id, position: cursor))) }
        }
        if shape != ListShape() { try write(MirrorLine.line(shape)) }
        for id in order { try copy(id) }
        if !order.isEmpty || finish != nil {
            // Without a finished update the items would be pending again.
            try write(MirrorLine.line(finish ?? MirrorLine.Finish(at: 0, total: nil, isComplete: false)))
        }
        if hasLoss { try write(MirrorLine.loss()) }
        for id in stillAside { try copy(id) }
        if !aside.isEmpty { try write(MirrorLine.restart()) }
        for id in pending { try copy(id) }
        if let continuation { try write(MirrorLine.line(continuation)) }
        next.finishReading()
        self = next
    }
}

/// Facts of stored items that few of them have.
struct MirrorMarks: Sendable {
    /// Items that the service may show at any position, so that their index proves no deletion.
    private(set) var pinned: Set<StoredID> = []
    /// The versions of the items' form, except for version 1.
    private(set) var versions: [StoredID: Int] = [:]
    /// Where a service with cursors continues after an item that ended a page.
    var cursors: [StoredID: PagePosition] = [:]
    /// The items that were set aside.
    var aside: Set<StoredID> = []

    fileprivate mutating func note(_ head: ItemLine.Head) {
        if head.isPinned {
            pinned.insert(head.id)
        } else if !pinned.isEmpty {
            pinned.remove(head.id)
        }
        if head.version != 1 {
            versions[head.id] = head.version
        } else if !versions.isEmpty {
            versions[head.id] = nil
        }
    }

    fileprivate mutating func forget(_ id: StoredID) {
        pinned.remove(id)
        versions[id] = nil
        cursors[id] = nil
        aside.remove(id)
    }

    /// Returns whether an item is stored in another version of its form.
    func isOfOtherVersion(_ id: StoredID, than version: Int) -> Bool { (versions[id] ?? 1) != version }
}

extension MirrorContent {
    /// Returns the items that were stored in another version of their form.
    func outdated(for version: Int) -> Set<StoredID> {
        if version == 1, marks.versions.isEmpty { return [] }
        return Set(ranges.keys.filter { marks.isOfOtherVersion($0, than: version) })
    }
    /// Returns how many items to read to reach some of them.
    func depth(of ids: Set<StoredID>) -> Int {
        guard !ids.isEmpty, let last = order.lastIndex(where: ids.contains) else { return 0 }
        return last + 1
    }

    /// Returns the size of items in the file.
    func size(of ids: Set<StoredID>) -> Int { ids.reduce(0) { $0 + (ranges[$1].map { $0.count + 1 } ?? 0) } }
}
