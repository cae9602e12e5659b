import NoticeBoardTesting

/// A service with quirks that were drawn by chance, and which of them can be seen.
struct DrawnService: Sendable {
    /// One quirk of each kind; their numbers are drawn.
    enum Drawing: CaseIterable, Sendable {
        case limitCapped, limitIgnored, totalMissing, totalTooLarge, totalTooSmall, totalCountsPage, pinnedOnEveryPage
        case repeatsAcrossPages, repeatsInPage, overlappingPages, skipsBetweenPages, shortPages, emptyPages, endRepeatsLastPage
        case endRestarts, endRepeatsPosition, endMark, endFails, depthLimit, oldestFirst, ties, unstableTies, moving, arrivals
        case deletions, cursorExpires, brokenElements, rateLimited

        /// Quirks of different groups do not hide one another.
        var group: Int {
            switch self {
            case .totalTooLarge, .totalTooSmall, .totalCountsPage: 1
            case .endRepeatsLastPage, .endRestarts, .endRepeatsPosition, .endMark: 2
            case .oldestFirst, .ties: 3
            case .brokenElements: 4
            default: 0
            }
        }
    }

    var shape: QuirkyService.Shape
    /// The quirks that a reader of 80 pages can see.
    var visible: [ServiceQuirk] = []

    /// Draws a service with one quirk, sometimes two.
    init(_ random: inout SeededRandom) {
        shape = Self.faultless(&random)
        let first = random.pick(Drawing.allCases)
        add(first, &random)
        guard first.group > 0, random.chance(40) else { return }
        let others = Drawing.allCases.filter { $0.group > 0 && $0.group != first.group && Self.fits($0, shape.kind) }
        add(random.pick(others), &random)
    }

    /// Draws a service without quirks.
    static func faultless(_ random: inout SeededRandom) -> QuirkyService.Shape {
        QuirkyService.Shape(
            kind: random.pick(QuirkyService.Kind.allCases), count: random.chance(10) ? random.below(10) : 10 + random.below(390),
            hasTotal: true, seed: random.next(), rhythm: 1 + random.below(8), limit: random.pick([10, 20, 30]))
    }

    private static func fits(_ drawing: Drawing, _ kind: QuirkyService.Kind) -> Bool {
        switch drawing {
        case .endRepeatsPosition, .endMark, .cursorExpires: kind == .cursor
        case .endRepeatsLastPage, .endRestarts, .endFails, .depthLimit: kind != .cursor
        case .pinnedOnEveryPage, .repeatsAcrossPages, .repeatsInPage, .overlappingPages: kind != .offset
        case .skipsBetweenPages: kind == .offset
        default: true
        }
    }

    private mutating func add(_ drawing: Drawing, _ random: inout SeededRandom) {
        while !Self.fits(drawing, shape.kind) { shape.kind = random.pick(QuirkyService.Kind.allCases) }
        let count = shape.count
        let limit = shape.limit
        let hasPages = count > limit
        // The walk asks for 40 pages, of which the last one shows what comes after the end.
        let hasEnd = (count + limit - 1) / limit < 40
        let (quirk, isVisible): (ServiceQuirk, Bool)
        switch drawing {
        case .limitCapped:
            let most = 5 + random.below(60)
            // The walk of 40 pages has to see more than the largest page.
            (quirk, isVisible) = (.limitCapped(most), count > most && most < limit * 4)
        case .limitIgnored:
            let size = limit / 2 + 1 + random.below(60)
            (quirk, isVisible) = (.limitIgnored(size), count > size)
        case .totalMissing: (quirk, isVisible) = (.totalMissing, count > 0)
        case .totalTooLarge: (quirk, isVisible) = (.totalTooLarge(by: 1 + random.below(50)), count > 0)
        case .totalTooSmall: (quirk, isVisible) = (.totalTooSmall(by: 1 + random.below(max(1, count - 1))), count > 1)
        case .totalCountsPage: (quirk, isVisible) = (.totalCountsPage, hasPages)
        case .pinnedOnEveryPage: (quirk, isVisible) = (.pinnedOnEveryPage(1 + random.below(4)), hasPages)
        case .repeatsAcrossPages: (quirk, isVisible) = (.repeatsAcrossPages(1 + random.below(5)), count > limit + 5)
        case .repeatsInPage: (quirk, isVisible) = (.repeatsInPage(1), count > 0)
        case .overlappingPages: (quirk, isVisible) = (.overlappingPages(1 + random.below(limit / 2 - 2)), hasPages)
        case .skipsBetweenPages:
            let skipped = 1 + random.below(limit / 2 - 1)
            (quirk, isVisible) = (.skipsBetweenPages(skipped), count >= limit)
        case .shortPages: (quirk, isVisible) = (.shortPages(3 + random.below(6)), count > limit * 2)
        case .emptyPages:
            let index = 1 + random.below(max(1, count / limit - 1))
            (quirk, isVisible) = (.emptyPages(index), count > limit * (index + 1))
        case .endRepeatsLastPage: (quirk, isVisible) = (.endRepeatsLastPage, hasPages && hasEnd)
        case .endRestarts: (quirk, isVisible) = (.endRestarts, hasPages && hasEnd)
        case .endRepeatsPosition: (quirk, isVisible) = (.endRepeatsPosition, hasPages && hasEnd)
        case .endMark: (quirk, isVisible) = (.endMark(random.pick(["0", "-1", "end", "null"])), count > 0 && hasEnd)
        case .endFails: (quirk, isVisible) = (.endFails(status: random.pick([400, 404, 416, 500])), count > 0 && hasEnd)
        case .depthLimit:
            let depth = limit * (1 + random.below(6))
            (quirk, isVisible) = (.depthLimit(depth, status: random.pick([400, 403, 422])), count > depth)
        case .oldestFirst: (quirk, isVisible) = (.oldestFirst, count > 1)
        case .ties:
            let size = 2 + random.below(8)
            (quirk, isVisible) = (.ties(size), count > size)
        case .unstableTies: (quirk, isVisible) = (.unstableTies, count > 8)
        case .moving: (quirk, isVisible) = (.moving, count > 5)
        case .arrivals: (quirk, isVisible) = (.arrivals, count > 0)
        case .deletions: (quirk, isVisible) = (.deletions, count > 20)
        case .cursorExpires: (quirk, isVisible) = (.cursorExpires, hasPages && shape.rhythm < 5)
        case .brokenElements: (quirk, isVisible) = (.brokenElements(1 + random.below(3)), count > 3)
        case .rateLimited: (quirk, isVisible) = (.rateLimited(after: 1 + random.below(8)), count > 0)
        }
        shape.quirks.append(quirk)
        if isVisible { visible.append(quirk) }
    }
}

extension ServiceQuirk {
    /// Whether a report with `other` names this quirk, with its number where the service has one.
    func isNamed(by other: ServiceQuirk) -> Bool {
        switch (self, other) {
        case (.ties, .ties), (.shortPages, .shortPages), (.emptyPages, .emptyPages), (.repeatsInPage, .repeatsInPage): true
        default: self == other
        }
    }
}
