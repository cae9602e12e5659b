import NoticeBoardPaging
import NoticeBoardTesting

/// What happens in a random trial of stretches.
struct StretchKind: Sendable, CustomStringConvertible {
    enum Trouble: String, CaseIterable, Sendable { case quiet, noDeletions, everything, unreadable, pinsStay, pinsTaken }

    let order: ListOrder
    let usesCursors: Bool
    let trouble: Trouble
    var tellsTotal = true
    /// Whether nothing but the total says in the end that rows are missing.
    var totalOnly = false

    var description: String {
        "\(order)/\(usesCursors ? "cursors" : "offsets")/\(trouble.rawValue)\(tellsTotal ? "" : "/no total")"
    }

    static var all: [StretchKind] {
        [ListOrder.newestFirst, .fixed, .moving].flatMap { order in
            [false, true].flatMap { cursors in
                Trouble.allCases.map { StretchKind(order: order, usesCursors: cursors, trouble: $0) }
            }
        }
    }
}

/// What a list without one of its rules would make of an answer, so that the checks prove themselves.
struct BrokenRule: Sendable {
    /// Changes an answer before it is joined, and the list afterwards.
    var answer: @Sendable (inout StretchAnswer<ListRow>) -> Void = { _ in }
    var list:
        @Sendable (inout Stretches<ListRow>, _ before: Stretches<ListRow>, StretchAnswer<ListRow>, StretchRequest<Int>) -> Void =
            { _, _, _, _ in }
}

/// One random trial: a service that changes, a list that is read, and what must hold after every answer.
struct StretchTrial {
    let kind: StretchKind
    let broken: BrokenRule?
    private(set) var complaints: [String] = []
    private(set) var joins = 0
    private(set) var removals = 0
    private(set) var requests = 0
    private(set) var wishes: [Int] = []
    private(set) var log: [String] = []
    private let keepsLog: Bool
    private var random: SeededRandom
    private var service: ListService
    private var list: Stretches<ListRow>
    private var rests = false
    private static var refreshPages: Int { 4 }

    init(_ kind: StretchKind, seed: UInt64, broken: BrokenRule? = nil, keepsLog: Bool = false) {
        (self.kind, self.broken, self.keepsLog) = (kind, broken, keepsLog)
        random = SeededRandom(seed: seed)
        service = ListService(order: kind.order, usesCursors: kind.usesCursors, limit: random.number(3...10))
        service.tellsTotal = kind.tellsTotal
        service.pinsStay = kind.trouble != .pinsTaken
        list = Stretches(order: kind.order)
        service.arrive(random.below(121), &random)
    }

    mutating func play() {
        for _ in 0..<random.number(10...40) {
            guard complaints.isEmpty else { return }
            if random.chance(60) { change() }
            step()
        }
        guard complaints.isEmpty else { return }
        finish()
    }

    private mutating func note(_ text: String) {
        guard keepsLog else { return }
        log.append(text)
    }

    // MARK: - The service

    private mutating func change() {
        guard !rests, kind.trouble != .quiet else { return }
        if random.chance(40) {
            let count = random.chance(15) ? random.below(6 * service.limit) + 1 : random.number(1...4)
            if random.chance(1) && random.chance(5) { service.burst(10_000) } else { service.arrive(count, &random) }
            note("arrive \(count)")
        }
        guard !service.ids.isEmpty else { return }
        func some(_ random: inout SeededRandom, _ ids: [Int]) -> Int { ids[random.below(min(ids.count, 200))] }
        if kind.trouble != .noDeletions, random.chance(40) {
            for _ in 0..<random.number(1...4) where !service.ids.isEmpty {
                let id = some(&random, service.ids)
                service.delete(id)
                note("delete \(id)")
                if random.chance(20) { list.remove(id) }
            }
        }
        guard !service.ids.isEmpty else { return }
        if random.chance(20) { service.edit(some(&random, service.ids)) }
        if kind.order == .moving, random.chance(50) {
            let id = some(&random, service.ids)
            service.bump(id)
            note("bump \(id)")
        }
        if kind.trouble == .unreadable, random.chance(30) { service.unreadable.insert(some(&random, service.ids)) }
        if kind.trouble == .pinsStay || kind.trouble == .pinsTaken, random.chance(20) {
            if service.pins.count < 3, random.chance(60) {
                let id = some(&random, service.ids)
                if !service.pins.contains(id) { service.pins.append(id) }
            } else if !service.pins.isEmpty {
                service.pins.removeFirst()
            }
        }
    }

    // MARK: - The reader

    private mutating func step() {
        switch random.below(10) {
        case 0...2: refresh()
        case 3...5: fill()
        case 6, 7: appear()
        case 8:
            if random.chance(30) { restart() } else if list.items.isEmpty, random.chance(50) { begin() }
        default: list.scroll(to: list.items.isEmpty ? nil : list.items[random.below(list.items.count)].id)
        }
    }

    private mutating func refresh() {
        let since = list.gaps.map(\.id).max() ?? 0
        var (request, count): (StretchRequest<Int>?, Int) = (list.head(), 0)
        while let asked = request, count < Self.refreshPages {
            count += 1
            request = nil
            switch send(asked) {
            case .again(let next): if count == 0 || next.position != nil { request = next }
            case .joined:
                let gap = list.gaps.first { $0.id > since && $0.at < list.items.count }
                request = gap.flatMap { list.fill($0.id) }
            case .dropped, nil: break
            }
        }
        wishes.append(count)
    }

    private mutating func fill() {
        guard let gap = list.gaps.isEmpty ? nil : list.gaps[random.below(list.gaps.count)] else { return }
        pursue(list.fill(gap.id, fromOlderEnd: random.chance(40)))
    }

    private mutating func appear() {
        guard !list.items.isEmpty else { return }
        pursue(list.rowAppeared(list.items[random.below(list.items.count)].id))
    }

    private mutating func begin() { pursue(list.start(at: random.below(60))) }

    private mutating func restart() {
        note("restart")
        list = Stretches(order: kind.order, from: list.snapshot(maximumItems: random.chance(50) ? 1000 : 20))
        check(nil)
    }

    /// Asks until the answer is taken or dropped.
    private mutating func pursue(_ request: StretchRequest<Int>?) {
        var (request, count) = (request, 0)
        while let asked = request, count < 30 {
            count += 1
            request = nil
            if case .again(let next) = send(asked) { request = next }
        }
        if count > 0 { wishes.append(count) }
        if count >= 30 { complaints.append("30 requests for one wish") }
    }

    private mutating func send(_ request: StretchRequest<Int>) -> StretchOutcome<Int>? {
        if random.chance(30) { change() }
        requests += 1
        if !rests, random.chance(5) { return nil }
        var answer = service.answer(request.position)
        if random.chance(10) { change() }
        let before = list
        if keepsLog { note("\(request.purpose) \(request.position.map { "\($0)" } ?? "head")") }
        broken?.answer(&answer)
        let outcome = list.join(answer, for: request)
        broken?.list(&list, before, answer, request)
        joins += 1
        if keepsLog { note(describe(request, answer, outcome)) }
        check(before)
        return outcome
    }

    private func describe(
        _ request: StretchRequest<Int>, _ answer: StretchAnswer<ListRow>, _ outcome: StretchOutcome<Int>
    ) -> String {
        var text = ""
        for position in 0...list.items.count {
            if list.gaps.contains(where: { $0.at == position }) { text += "| " }
            if position < list.items.count { text += "\(list.items[position].id)\(list.isStale(at: position) ? "?" : "") " }
        }
        let page = answer.elements.map { $0?.id ?? -1 }
        let place = request.position.map { "\($0)" } ?? "head"
        return
            "\(request.purpose) \(place) -> \(page) \(answer.isEnd ? "end" : "") total \(answer.total ?? -1): \(outcome); \(text)"
    }

    // MARK: - What must hold

    private mutating func check(_ before: Stretches<ListRow>?) {
        let ids = list.items.map(\.id)
        let now = Set(ids)
        if now.count != ids.count { complaints.append("an item twice: \(ids)") }
        for id in ids where list.items.index(id: id).map({ list.items[$0].id }) != id { complaints.append("the index is wrong") }
        if kind.order != .moving {
            let alive = ids.filter(service.isAlive)
            for (above, below) in zip(alive, alive.dropFirst()) where service.keys[above] ?? 0 <= service.keys[below] ?? 0 {
                complaints.append("out of order: \(above) above \(below)")
            }
        }
        if let anchor = list.anchor, !now.contains(anchor), !list.pins.contains(where: { $0.id == anchor }) {
            complaints.append("the anchor is not in the list")
        }
        guard let before else { return }
        for item in before.items where !now.contains(item.id) {
            removals += 1
            if service.isAlive(item.id), !service.unreadable.contains(item.id),
                kind.trouble != .pinsTaken || !service.pins.contains(item.id)
            {
                complaints.append("\(item.id) was removed and is alive")
            }
        }
        if let anchor = before.anchor, now.contains(anchor), list.anchor != anchor, kind.order != .moving {
            complaints.append("the anchor \(anchor) was lost")
        }
    }

    /// The service rests, everything is loaded and every row appears.
    private mutating func finish() {
        rests = true
        if kind.trouble != .quiet, !kind.totalOnly { list.expire() }
        if keepsLog { note("rest \(service.ids)") }
        for _ in 0..<3 {
            refresh()
            var tries = 0
            while let gap = list.gaps.first(where: { list.fill($0.id) != nil }),
                tries < (kind.order == .moving ? 60 : 12_000 / service.limit + 60), complaints.isEmpty
            {
                let before = (list.items.count, list.gaps)
                pursue(list.fill(gap.id))
                tries = before == (list.items.count, list.gaps) ? tries + 20 : tries + 1
            }
            if !list.gaps.isEmpty { note("gaps left") }
            for row in list.items.array where complaints.isEmpty { pursue(list.rowAppeared(row.id)) }
        }
        guard complaints.isEmpty, kind.order != .moving else { return }
        let shown = list.items.filter { !service.unreadable.contains($0.id) || !service.isAlive($0.id) }
        let expected = service.expected
        if !list.gaps.isEmpty { complaints.append("a gap is left: \(list.gaps)") }
        // A row that cannot be decoded any more cannot be read again.
        let stale = list.items.indices.filter { list.isStale(at: $0) && !service.unreadable.contains(list.items[$0].id) }
        if !stale.isEmpty { complaints.append("rows are left stale: \(stale.count)") }
        // A deleted row beside an element that cannot be decoded may be that one.
        let mayStay = kind.trouble == .unreadable
        let extraRows = shown.filter { !service.isAlive($0.id) }
        guard shown.filter({ !mayStay || service.isAlive($0.id) }).map(\.id) != expected.map(\.id) else { return }
        note("left \(extraRows.map(\.id))")
        let missing = Set(expected.map(\.id)).subtracting(shown.map(\.id)).sorted()
        let extra = Set(shown.map(\.id)).subtracting(expected.map(\.id)).sorted()
        complaints.append("missing \(missing.prefix(20)), left \(extra.prefix(20))")
    }
}
