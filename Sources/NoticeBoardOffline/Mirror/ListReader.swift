import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// Updates one list: finishes an interrupted update, then reads from the head down to known items.
struct ListReader<Item: Identifiable & Codable & Equatable & Sendable>: Sendable where Item.ID: Codable & Sendable {
    private let mirror: Mirror<Item>
    private let list: String
    private let file: MirrorFile
    private let progress: @Sendable (PageProgress) -> Void
    private var report: ListUpdate<Item.ID>
    /// The items of the last page, and of one that was held back.
    private var items: [StoredID: Item] = [:]
    /// New items below known ones, which are stored at the end of the pass.
    private var loose: [ReadLine] = []
    /// The size of the items that the pass has read.
    private var passBytes = 0
    /// How often the update began at the head again.
    private var restarts = 0

    private static var mostRestarts: Int { 3 }

    init(
        _ mirror: Mirror<Item>, _ list: String, _ file: MirrorFile, _ progress: @escaping @Sendable (PageProgress) -> Void
    ) {
        self.mirror = mirror
        self.list = list
        self.file = file
        self.progress = progress
        report = ListUpdate(list: list, date: mirror.now())
    }

    /// Runs the update, and returns its result.
    mutating func run(depth: Int) async throws -> ListUpdate<Item.ID> {
        // Lines between others may be lost. The first change of the file removes what is damaged, so it is noted.
        if try await file.isDamaged() { try await file.append { _ in [try MirrorLine.loss()] } }
        try await finishInterruptedUpdate()
        while true {
            let content = try await file.content()
            let outdated = content.outdated(for: mirror.rules.version)
            var extent = self.extent
            extent.isStrict = restarts < Self.mostRestarts
            // Once for each version: an item that cannot be read again stays as it is.
            let mustReadVersion = content.finish?.version != mirror.rules.version
            extent.depth = max(depth, mustReadVersion ? content.depth(of: outdated) : 0)
            if content.hasLoss { extent.depth = .max }
            let pass = MirrorPass(content, extent, resumes: false, outdated: outdated)
            if try await run(pass, isRepair: content.hasLoss) { break }
            try await restart()
        }
        let content = try await file.content()
        report.count = content.count
        report.isComplete = content.finish?.isComplete ?? false
        report.date = mirror.now()
        return report
    }

    private var extent: MirrorPass.Extent {
        MirrorPass.Extent(pageSize: mirror.rules.pageSize, most: mirror.rules.mostItems ?? .max)
    }

    private mutating func finishInterruptedUpdate() async throws {
        let content = try await file.content()
        guard content.isInterrupted else { return }
        if content.canResume {
            let pass = MirrorPass(content, extent, resumes: true, outdated: content.outdated(for: mirror.rules.version))
            if try await run(pass) { return }
        }
        try await restart()
    }

    /// Begins at the head again; what the unfinished update stored stays on the device until it is read again.
    private mutating func restart() async throws {
        restarts += 1
        loose = []
        try await file.append { try $0.isInterrupted ? [MirrorLine.restart()] : [] }
    }

    /// Runs a pass to its end; returns `false` if it lost its position.
    private mutating func run(_ first: MirrorPass, isRepair: Bool = false) async throws -> Bool {
        var pass = first
        let pending = Set(first.rows)
        passBytes = pending.isEmpty ? 0 : try await file.content().size(of: pending)
        while true {
            try Task.checkCancellation()
            guard let page = try await load(pass) else { return false }
            mirror.service.withLock { $0.outage = nil }
            report.requests += 1
            for item in page.items { items[try mirror.coder.id(of: item)] = item }
            let position = pass.position
            let step = pass.take(try mirror.coder.listPage(of: page))
            if step.isLost { return false }
            let shape = position == nil ? ListShape(firstPage: page.next, length: page.elements, limit: pass.limit) : nil
            if step.isHeldBack { continue }
            let isTooLarge = try await store(step, shape)
            items = [:]
            progress(PageProgress(loaded: report.added.count, total: page.total))
            if step.isFinished || isTooLarge { break }
        }
        if pass.mustReadHeadAgain {
            report.requests += 1
            do {
                pass.take(headAgain: try mirror.coder.listPage(of: try await mirror.load(list, nil, pass.limit)))
            } catch {
                try Task.checkCancellation()
                // What was read is kept, and nothing is removed.
                pass.take(headAgain: nil)
            }
        }
        try await finish(pass, isRepair: isRepair)
        return true
    }

    /// Loads the next page of a pass; returns `nil` if the service refuses its position.
    private mutating func load(_ pass: MirrorPass) async throws -> Page<Item>? {
        guard let position = pass.position else {
            return try await mirror.checkingAccess(to: list) { try await mirror.load(list, nil, pass.limit) }
        }
        do {
            return try await mirror.load(list, position, pass.limit)
        } catch let error where restarts == 0 && PositionRefusal.isRefusal(error) {
            report.requests += 1
            return nil
        }
    }

    /// Appends new and changed items; returns whether the pass has read as much as the mirror may hold.
    private mutating func store(_ step: MirrorPass.Step, _ shape: ListShape?) async throws -> Bool {
        let mostBytes = mirror.rules.mostBytes
        var lines: [ReadLine] = []
        for id in step.fresh {
            guard let item = items[id] else { continue }
            let bytes = try mirror.coder.line(of: item)
            if bytes.count < mostBytes { lines.append(ReadLine(id: id, bytes: bytes)) }
        }
        passBytes += lines.reduce(0) { $0 + $1.bytes.count + 1 }
        let known = try await file.bytes(of: lines.map(\.id))
        for line in lines where known[line.id] != line.bytes {
            guard let id = items[line.id]?.id else { continue }
            if known[line.id] == nil { report.added.append(id) } else { report.changed.append(id) }
        }
        loose += lines.filter { known[$0.id] == nil && step.loose.contains($0.id) }
        lines.removeAll { known[$0.id] == nil && step.loose.contains($0.id) }
        let stored = Set(lines.map(\.id))
        var next = step.next
        // An item that is too large to be stored marks no place.
        if let last = next?.after, step.fresh.last == last, !stored.contains(last), !step.loose.contains(last) {
            next?.after = lines.last?.id
        }
        try await file.append { [lines, next] content in
            // The shape first: without it, a list that a kill left unfinished could not be continued.
            var added = try shape.flatMap { $0 == content.shape ? nil : [try MirrorLine.line($0)] } ?? []
            added += lines.filter { known[$0.id] != $0.bytes || content.marks.aside.contains($0.id) }.map(\.bytes)
            if let next { added.append(try MirrorLine.line(next)) }
            return added
        }
        return passBytes > mostBytes
    }

    private mutating func finish(_ pass: MirrorPass, isRepair: Bool) async throws {
        report.depth = max(report.depth, pass.outcome.depth)
        let limits = MirrorTrim(mostItems: mirror.rules.mostItems ?? .max, mostBytes: mirror.rules.mostBytes)
        let date = mirror.now().timeIntervalSinceReferenceDate
        let deleted = Locked<[StoredID]>([])
        let loose = loose
        let version = mirror.rules.version
        self.loose = []
        try await file.append { content in
            let end = FinishedPass(pass, content, loose, isRepair: isRepair, version: version)
            deleted.withLock { $0 = end.deleted }
            return try end.fileLines(limits, at: date)
        }
        report.deleted += deleted.withLock { $0 }.compactMap { $0.value() }
    }
}

extension Page {
    /// The number of elements, including undecodable ones.
    fileprivate var elements: Int { items.count + skipped.count }
}
