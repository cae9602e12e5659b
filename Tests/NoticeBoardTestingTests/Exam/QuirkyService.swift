import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting

struct ExamItem: Identifiable, Equatable, Sendable {
    let id: Int
    let rank: Double
}

/// A service of pages with quirks, which shares nothing with the exam.
struct QuirkyService: Sendable {
    enum Kind: CaseIterable, Sendable { case offset, page, cursor }

    /// How a beginner's closure makes pages of this service, and what the service does.
    struct Shape: Sendable {
        var kind = Kind.offset
        var count = 100
        var hasTotal = true
        var quirks: [ServiceQuirk] = []
        /// The seed of what the service does by chance.
        var seed: UInt64 = 1
        /// How often something happens, in requests.
        var rhythm = 5
        var limit = 20
    }

    private struct State {
        var rows: [ExamItem]
        var hidden: Set<Int> = []
        var broken: Set<Int> = []
        var random: SeededRandom
        var requests = 0
        var nextID: Int
    }

    let shape: Shape
    private let state: Locked<State>

    init(_ shape: Shape) {
        self.shape = shape
        var state = State(rows: [], random: SeededRandom(seed: shape.seed), nextID: shape.count + 1)
        var size = 1
        for case .ties(let count) in shape.quirks { size = count }
        if shape.quirks.contains(.unstableTies) { size = 4 }
        for id in stride(from: shape.count, to: 0, by: -1) { state.rows.append(ExamItem(id: id, rank: Double(id / size))) }
        if shape.quirks.contains(.oldestFirst) { state.rows.reverse() }
        for quirk in shape.quirks {
            switch quirk {
            case .shortPages(let count):
                // Never a whole page.
                for index in stride(from: 1, to: shape.count, by: count) { state.hidden.insert(state.rows[index].id) }
            case .emptyPages(let number):
                let start = number * shape.limit
                for row in state.rows.dropFirst(start).prefix(shape.limit) { state.hidden.insert(row.id) }
            case .brokenElements(let count):
                while state.broken.count < min(count, shape.count) { state.broken.insert(1 + state.random.below(shape.count)) }
            default: break
            }
        }
        self.state = Locked(state)
    }

    /// The items that a list of this service shows in the end.
    var visible: [ExamItem] {
        state.withLock { state in state.rows.filter { !state.hidden.contains($0.id) && !state.broken.contains($0.id) } }
    }

    private func has(_ isWanted: (ServiceQuirk) -> Bool) -> Bool { shape.quirks.contains(where: isWanted) }

    func page(at position: PagePosition?, limit: Int) throws -> Page<ExamItem> {
        try state.withLock { state in
            state.requests += 1
            try change(&state)
            return try page(at: position, limit: size(limit), asked: limit, &state)
        }
    }

    /// What happens between two requests.
    private func change(_ state: inout State) throws {
        for quirk in shape.quirks {
            switch quirk {
            case .rateLimited(let count) where state.requests > count: throw NoticeBoardError.answer(429)
            case .arrivals where state.requests % shape.rhythm == 0:
                state.rows.insert(ExamItem(id: state.nextID, rank: Double(state.nextID)), at: 0)
                state.nextID += 1
            case .deletions where state.requests % shape.rhythm == 0 && state.rows.count > shape.count / 2:
                state.rows.remove(at: state.random.below(min(10, state.rows.count)))
            case .moving where state.rows.count > 4:
                let row = state.rows.remove(at: state.random.below(state.rows.count))
                state.rows.insert(row, at: state.random.below(4))
            case .unstableTies:
                var rows = state.rows.map { ($0, state.random.next()) }
                rows.sort { ($0.0.rank, $0.1) > ($1.0.rank, $1.1) }
                state.rows = rows.map(\.0)
            default: break
            }
        }
    }

    private func size(_ limit: Int) -> Int {
        for quirk in shape.quirks {
            if case .limitCapped(let most) = quirk { return min(limit, most) }
            if case .limitIgnored(let size) = quirk { return size }
        }
        return limit
    }

    private func page(at position: PagePosition?, limit: Int, asked: Int, _ state: inout State) throws -> Page<ExamItem> {
        var start = try start(at: position, limit, state)
        let count = state.rows.count
        var pins = 0
        for quirk in shape.quirks {
            switch quirk {
            case .skipsBetweenPages(let skipped) where start > 0: start += skipped
            case .depthLimit(let depth, let status) where start >= depth: throw NoticeBoardError.answer(status)
            case .endRepeatsLastPage where start >= count && count > 0: start = (count - 1) / limit * limit
            case .endRestarts where start >= count: start = 0
            case .endFails(let status) where start >= count && start > 0: throw NoticeBoardError.answer(status)
            case .pinnedOnEveryPage(let number): pins = number
            default: break
            }
        }
        let end = min(max(start, 0) + limit, count)
        let rows = start < end ? Array(state.rows[start..<end]) : []
        let kept = rows.filter { !state.hidden.contains($0.id) }
        var items = kept.filter { !state.broken.contains($0.id) }
        let skipped = kept.enumerated().filter { state.broken.contains($0.element.id) }
            .map { SkippedElement(index: $0.offset, path: "", reason: "broken") }
        if pins > 0, !items.isEmpty { items = (0..<pins).map { ExamItem(id: 10_000 + $0, rank: 1e9) } + items }
        for case .repeatsAcrossPages(let number) in shape.quirks where start == 0 {
            items = state.rows.suffix(number) + items
        }
        if has({ if case .repeatsInPage = $0 { true } else { false } }), let first = items.first { items.append(first) }
        return Page(
            items: items, next: next(after: start, end, at: position, items.count + skipped.count, state),
            total: total(items.count + skipped.count, state), skipped: skipped)
    }

    /// The index of the first row of a page.
    private func start(at position: PagePosition?, _ limit: Int, _ state: State) throws -> Int {
        switch position {
        case nil: return 0
        case .offset(let offset)?: return offset
        case .page(let number)?:
            var stride = limit
            for case .overlappingPages(let shared) in shape.quirks { stride = max(1, limit - shared) }
            return (number - 1) * stride
        case .cursor(let text)?: return try start(at: text, state)
        }
    }

    private func start(at cursor: String, _ state: State) throws -> Int {
        let parts = cursor.split(separator: "-")
        guard parts.count == 3, let index = Int(parts[1]), let asked = Int(parts[2]) else {
            // What services do with a cursor that is none.
            switch shape.rhythm % 3 {
            case 0: return 0
            case 1: throw NoticeBoardError.answer(400)
            default: return state.rows.count
            }
        }
        if shape.quirks.contains(.cursorExpires), state.requests - asked > shape.rhythm {
            if shape.rhythm % 2 == 0 { return 0 }
            throw NoticeBoardError.answer(410)
        }
        return index
    }

    private func next(
        after start: Int, _ end: Int, at position: PagePosition?, _ count: Int, _ state: State
    ) -> PagePosition? {
        switch shape.kind {
        case .offset:
            let offset = if case .offset(let offset)? = position { offset } else { 0 }
            return count == 0 ? nil : .offset(offset + count)
        case .page: return count == 0 ? nil : .page((position?.page ?? 1) + 1)
        case .cursor:
            if end < state.rows.count {
                var next = end
                for case .overlappingPages(let shared) in shape.quirks { next = max(start + 1, end - shared) }
                return .cursor("c-\(next)-\(state.requests)")
            }
            for case .endMark(let mark) in shape.quirks { return .cursor(mark) }
            return has { $0 == .endRepeatsPosition } ? position : nil
        }
    }

    private func total(_ count: Int, _ state: State) -> Int? {
        guard shape.hasTotal else { return nil }
        var total = state.rows.count
        for quirk in shape.quirks {
            switch quirk {
            case .totalMissing: return nil
            case .totalTooLarge(let difference): total += difference
            case .totalTooSmall(let difference): total = max(0, total - difference)
            case .totalCountsPage: return count
            case .pinnedOnEveryPage(let number): total += number
            default: break
            }
        }
        return total
    }
}

extension NoticeBoardError {
    fileprivate static func answer(_ status: Int) -> NoticeBoardError {
        NoticeBoardError(status == 429 ? .tooManyRequests : .notFound, reply: Reply(status: status))
    }
}
