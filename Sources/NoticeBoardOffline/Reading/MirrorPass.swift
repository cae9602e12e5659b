import NoticeBoardPaging

/// Reads a list from a position down to known items, and finds items that were deleted in between.
///
/// A pure state machine without I/O: ``position`` and ``limit`` name the page to request, ``take(_:)`` handles the response.
struct MirrorPass {
    /// The result of a page.
    struct Step {
        /// The items to store next, in the service's order.
        var fresh: [StoredID] = []
        /// Those of them that are below known items: they have a place only once the pass has ended.
        var loose: Set<StoredID> = []
        /// Where the list continues below them, if the service names positions.
        var next: MirrorLine.Continuation?
        /// Whether the pass has ended.
        var isFinished = false
        /// Whether the pass lost its position: begin again at the head.
        var isLost = false
        /// Whether the page waits for the next one, so that its items are still needed.
        var isHeldBack = false
    }

    /// What a pass has learned of the list so far.
    struct Outcome {
        /// The number of items read from the head down without a gap.
        var depth = 0
        /// The number of items according to the service.
        var total: Int?
        /// Whether the list's last item was read.
        var reachesEnd = false
        /// Whether a page ended with known items, so that all new ones above them were read.
        var hasMetKnown = false
        /// Whether the known items that were not read directly follow those that were.
        var joinsKnown = false
    }

    /// How far a pass reads.
    struct Extent {
        /// The number of items of a page.
        var pageSize: Int
        /// The minimum number of items to read, even if all are known.
        var depth = 0
        /// The maximum number of items to read.
        var most = Int.max
        /// Whether to give up, rather than accept a gap, if the list changes faster than it can be read.
        var isStrict = true
    }

    /// How the service positions its pages.
    private enum Path {
        case offsets(OffsetPath)
        case named(NamedPath)
    }

    private let extent: Extent
    /// Whether it continues an interrupted update.
    let isResumed: Bool
    /// The stored items that were encoded in another version of their form, so that they are read again.
    private let outdated: Set<StoredID>
    private var path: Path
    private var evidence: DeletionEvidence
    private var read = PassItems()
    private var run = PageRun()
    /// Whether a page has shown an item of a finished update: an interrupted update would not know where new ones below it belong.
    private var isBelowKnown = false
    /// The items that the head showed when it was read again; `nil` if that failed.
    private var risen: Set<StoredID>? = []
    private(set) var outcome = Outcome()

    /// Creates a pass from the head, or from the end of an unfinished update.
    init(_ content: MirrorContent, _ extent: Extent, resumes: Bool, outdated: Set<StoredID> = []) {
        self.extent = extent
        self.outdated = outdated
        isResumed = resumes
        evidence = DeletionEvidence(content)
        path = .offsets(OffsetPath(from: 0, pageSize: extent.pageSize))
        guard resumes else { return }
        read = PassItems(content.pending)
        if let continuation = content.continuation {
            path = .named(
                NamedPath(
                    at: continuation.position, below: content.pending.last,
                    pageAbove: content.shape.position(above: continuation.position), isStrict: extent.isStrict))
        } else {
            path = .offsets(OffsetPath(from: max(0, content.pending.count - 1), pageSize: extent.pageSize))
        }
    }

    /// The number of items to request.
    var limit: Int { extent.pageSize + 1 }

    /// The page to request; `nil` for the first one.
    var position: PagePosition? {
        switch path {
        case .offsets(let path): path.offset == 0 ? nil : .offset(path.offset)
        case .named(let path): path.position
        }
    }

    /// The items read so far, in the service's order; a resumed pass begins with those of the interrupted update.
    var rows: [StoredID] { read.ids }

    /// The items of which it is not known what is directly above them.
    var seams: [StoredID] { read.seams }

    /// Whether every item between those that were read was read.
    var hasNoGap: Bool { evidence.hasNoGap }

    /// Whether an item is of a page that was read.
    func hasSeen(_ id: StoredID) -> Bool { read.seen.contains(id) }

    /// The deleted items, once the pass has ended.
    var deleted: [StoredID] {
        guard let risen else { return [] }
        return missing.filter { !risen.contains($0) }
    }

    /// The items that the pages show to be missing at their former places.
    private var missing: [StoredID] {
        isResumed ? [] : evidence.deleted(seen: read.seen, reachesEnd: outcome.reachesEnd)
    }

    /// Whether to read the head once more with ``take(headAgain:)``: an item may have risen there from below during the pass.
    var mustReadHeadAgain: Bool { run.count > 1 && !missing.isEmpty }

    /// Takes the first page, read again at the end; without it, nothing counts as deleted.
    mutating func take(headAgain page: ListPage?) { risen = page.map { Set($0.ids) } }

    /// Processes the response to a request for ``limit`` items at ``position``, and sets the next ``position``.
    mutating func take(_ page: ListPage) -> Step {
        outcome.total = page.total
        run.countPage()
        switch path {
        case .offsets(let offsets):
            if page.next?.isNamed == true { return take(page, asFirstOf: offsets) }
            return take(page, at: offsets)
        case .named(let named): return take(page, at: named)
        }
    }

    // MARK: - Offsets

    private mutating func take(_ page: ListPage, at offsets: OffsetPath) -> Step {
        var offsets = offsets
        defer { path = .offsets(offsets) }
        switch offsets.judge(page, continues: read.continues(page), mayBeLost: isResumed && run.last.isEmpty) {
        case .fits, .heldPageFits: break
        case .gap: noteGap()
        case .dropped: return Step()
        case .ended:
            evidence.noteEarlyEnd()
            outcome.joinsKnown = false
            return Step(isFinished: true)
        case .lost: return Step(isLost: true)
        }
        if hasMisread(page) { return Step(isLost: true) }
        evidence.read(page, from: offsets.offset == 0 ? .head : .overlap)
        var step = add(page)
        let received = offsets.received(page)
        if !isResumed { outcome.depth = offsets.offset + (page.next == nil ? received : max(received - 1, 0)) }
        offsets.advance(after: page)
        step.isFinished = step.isFinished || run.leadsNowhere
        return step
    }

    // MARK: - Cursors and page numbers

    /// Takes the first page of a service that names positions.
    private mutating func take(_ page: ListPage, asFirstOf offsets: OffsetPath) -> Step {
        let position: PagePosition? = offsets.offset == 0 ? nil : .offset(offsets.offset)
        return take(page, at: NamedPath(at: position, below: rows.last, pageAbove: nil, isStrict: extent.isStrict))
    }

    private mutating func take(_ page: ListPage, at named: NamedPath) -> Step {
        var named = named
        defer { path = .named(named) }
        var taken = page
        let continues = read.continues(page)
        switch named.judge(page, continues: continues) {
        case .fits: break
        case .heldPageFits(let held): taken = held
        case .gap, .ended: noteGap()
        case .dropped: return Step(isHeldBack: true)
        case .lost: return Step(isLost: true)
        }
        if hasMisread(taken) { return Step(isLost: true) }
        let isHead = named.position == nil
        let start: DeletionEvidence.Start = read.continues(taken) ? .overlap : .adjacent
        evidence.read(taken, from: isHead ? .head : start)
        var step = add(taken)
        if !isResumed { outcome.depth += taken.elements }
        let goesOn = named.advance(after: taken)
        step.next = taken.next.map { continuation(at: $0) }
        if !goesOn || run.leadsNowhere {
            step.isFinished = true
            evidence.noteEarlyEnd()
            outcome.reachesEnd = false
            outcome.joinsKnown = false
        }
        return step
    }

    /// Returns where an interrupted update continues: below its own items, not below known ones, which have their place already.
    private func continuation(at position: PagePosition) -> MirrorLine.Continuation {
        let last = run.last.last ?? rows.last
        return MirrorLine.Continuation(after: last, position: position, isBelowKnown: isBelowKnown ? true : nil)
    }

    // MARK: - Every page

    private mutating func noteGap() {
        evidence.noteGap()
        read.openSeam()
    }

    /// Adds the items of a page that fits.
    private mutating func add(_ page: ListPage) -> Step {
        let fresh = read.fresh(of: page)
        let isDone = meetsKnown(page)
        let loose = isBelowKnown ? fresh[...] : fresh.drop { !evidence.knows($0) || page.pinned.contains($0) }
        isBelowKnown = isBelowKnown || page.ids.contains { evidence.knows($0) && !page.pinned.contains($0) }
        outcome.hasMetKnown = outcome.hasMetKnown || isDone
        read.add(fresh, of: page)
        outcome.joinsKnown = isDone && !read.isAtSeam
        run.take(page)
        outcome.reachesEnd = page.next == nil
        let isFull = rows.count >= extent.most
        let isDeep = rows.count >= extent.depth
        return Step(fresh: fresh, loose: Set(loose), isFinished: page.next == nil || isFull || isDone && isDeep)
    }

    /// Whether a page shows items that counted as deleted, so that the pass has to begin again.
    private mutating func hasMisread(_ page: ListPage) -> Bool {
        guard read.areMisread(by: page) else { return false }
        noteGap()
        return extent.isStrict
    }

    /// Whether a page ends with two items of a finished update.
    ///
    /// One is not enough, since a pinned item is at the top of every page.
    private func meetsKnown(_ page: ListPage) -> Bool {
        let end = page.ids.filter { !page.pinned.contains($0) }.suffix(2)
        return end.count == 2 && end.allSatisfy { evidence.knows($0) && !outdated.contains($0) }
    }
}

extension ListShape {
    /// Returns the position of the page above, with `nil` for the first page; `nil` if it is not known.
    fileprivate func position(above position: PagePosition) -> PagePosition?? {
        guard let number = position.page, number >= secondPage else { return nil }
        return .some(number == secondPage ? nil : .page(number - 1))
    }
}
