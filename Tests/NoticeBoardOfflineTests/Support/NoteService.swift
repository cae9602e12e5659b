import NoticeBoardBase
import NoticeBoardPaging

/// A service of one list in memory, newest first, that a test changes between and during requests.
final class NoteService: Sendable {
    /// How the service positions its pages.
    enum Kind: CaseIterable, Sendable { case offsets, cursors, numbers }

    /// A note, which keeps its place in the list after its deletion.
    struct Entry: Sendable {
        var note: Note
        var isAlive = true
    }

    struct State {
        var entries: [Entry] = []
        var lastNumber = 0
        var requests = 0
        var positions: [PagePosition?] = []
        var failure: (any Error)?
        /// The length of a page, if the service decides it.
        var pageLength: Int?
        var givesTotal = true
        /// The number of the first page.
        var firstPage = 1
        /// Cursors of an earlier epoch are refused.
        var epoch = 0
        /// Whether a note cannot be decoded.
        var isBroken: @Sendable (String) -> Bool = { _ in false }
        /// Called before each page with the number of requests so far.
        var onRequest: @Sendable (Int) -> Void = { _ in }
    }

    let kind: Kind
    let state = Locked(State())

    init(_ kind: Kind, count: Int) {
        self.kind = kind
        add(count)
    }

    var living: [Note] { state.withLock { $0.living } }
    var requests: Int { state.withLock { $0.requests } }
    var positions: [PagePosition?] { state.withLock { $0.positions } }

    /// Adds notes at the head.
    func add(_ count: Int) { for _ in 0..<count { insert(at: 0) } }

    /// Inserts a note at an index of the living ones.
    func insert(at index: Int) {
        state.withLock { state in
            state.lastNumber += 1
            let alive = state.entries.indices.filter { state.entries[$0].isAlive }
            let place = index < alive.count ? alive[index] : state.entries.count
            state.entries.insert(Entry(note: Note(state.lastNumber)), at: index == 0 ? 0 : place)
        }
    }

    func delete(_ ids: Set<String>) {
        state.withLock { state in
            for index in state.entries.indices where ids.contains(state.entries[index].note.id) {
                state.entries[index].isAlive = false
            }
        }
    }

    /// Moves a note to an index of the living ones.
    func move(_ id: String, to index: Int) {
        state.withLock { state in
            guard let former = state.entries.firstIndex(where: { $0.note.id == id }) else { return }
            let entry = state.entries.remove(at: former)
            let alive = state.entries.indices.filter { state.entries[$0].isAlive }
            state.entries.insert(entry, at: index < alive.count ? alive[index] : state.entries.count)
        }
    }

    func edit(_ id: String, title: String) {
        state.withLock { state in
            for index in state.entries.indices where state.entries[index].note.id == id {
                state.entries[index].note.title = title
            }
        }
    }

    /// Refuses the cursors that it has given so far.
    func refuseCursors() { state.withLock { $0.epoch += 1 } }
    func fail(_ error: (any Error)?) { state.withLock { $0.failure = error } }
    func onRequest(_ body: @escaping @Sendable (Int) -> Void) { state.withLock { $0.onRequest = body } }

    func load(_ position: PagePosition?, _ limit: Int) throws -> Page<Note> {
        let (number, onRequest) = state.withLock { state in
            state.requests += 1
            state.positions.append(position)
            return (state.requests, state.onRequest)
        }
        onRequest(number)
        return try state.withLock { state in
            if let failure = state.failure { throw failure }
            let length = min(limit, state.pageLength ?? limit)
            return switch kind {
            case .offsets: try state.page(at: position, length)
            case .cursors: try state.page(after: position, length)
            case .numbers: try state.page(numbered: position, length)
            }
        }
    }
}

extension NoteService.State {
    var living: [Note] { entries.filter(\.isAlive).map(\.note) }

    private var refusal: NoticeBoardError { NoticeBoardError(.inputRefused, "The position is refused.") }

    fileprivate func page(at position: PagePosition?, _ length: Int) throws -> Page<Note> {
        guard position == nil || position?.cursor == nil && position?.page == nil else { throw refusal }
        let start = if case .offset(let offset)? = position { offset } else { 0 }
        let notes = Array(living.dropFirst(start).prefix(length))
        let end = start + notes.count
        return page(notes, next: end < living.count && !notes.isEmpty ? .offset(end) : nil)
    }

    fileprivate func page(after position: PagePosition?, _ length: Int) throws -> Page<Note> {
        var rest = entries[...]
        if let position {
            let parts = position.cursor?.split(separator: ":") ?? []
            guard parts.count == 2, parts[0] == "\(epoch)",
                let index = entries.firstIndex(where: { $0.note.id == parts[1] })
            else { throw refusal }
            rest = entries[(index + 1)...]
        }
        let notes = rest.filter(\.isAlive).prefix(length).map(\.note)
        let isEnd = rest.count(where: \.isAlive) <= length
        return page(notes, next: isEnd ? nil : notes.last.map { .cursor("\(epoch):\($0.id)") })
    }

    fileprivate func page(numbered position: PagePosition?, _ length: Int) throws -> Page<Note> {
        guard position == nil || position?.page != nil else { throw refusal }
        let number = position?.page ?? firstPage
        let start = (number - firstPage) * length
        let notes = Array(living.dropFirst(start).prefix(length))
        return page(notes, next: start + length < living.count ? .page(number + 1) : nil)
    }

    private func page(_ notes: [Note], next: PagePosition?) -> Page<Note> {
        var page = Page(items: notes.filter { !isBroken($0.id) }, next: next, total: givesTotal ? living.count : nil)
        page.skipped = notes.indices.filter { isBroken(notes[$0].id) }.map { SkippedElement(index: $0, path: "", reason: "") }
        return page
    }
}
