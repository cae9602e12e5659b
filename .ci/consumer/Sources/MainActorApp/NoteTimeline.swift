import NoticeBoardKit

/// What pages, changes and rows of a list of the app's own are made of: it is used off the main actor too, and says so.
nonisolated struct Note: Identifiable, Hashable {
    let id: Int
    var likes: Set<String> = []
}

nonisolated enum NoteChange { case liked(Note.ID, by: String, Bool) }

nonisolated protocol NoteService: Sendable {
    func page(at position: PagePosition?) async throws -> Page<Note>
    func like(_ id: Note.ID, by user: String) async throws -> Bool
}

nonisolated struct NoteRow: Identifiable, Hashable {
    let note: Note
    let isLiked: Bool
    var id: Note.ID { note.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

nonisolated struct NoteRowBuilder: RowBuilder {
    let me: String
    let unconfirmed: [Note.ID: Bool]
    func row(of note: Note) -> NoteRow { NoteRow(note: note, isLiked: unconfirmed[note.id] ?? note.likes.contains(me)) }
}

/// On the main actor, as everything here that says nothing.
final class NoteTimeline: FeedScreen {
    nonisolated struct State: Sendable, Equatable {
        let feed: FeedState<Note>
        let builder: NoteRowBuilder
        var rows: FeedRows<NoteRowBuilder> { FeedRows(feed.items, builder) }
    }

    private let notes: Feed<Note>
    private let likes: OptimisticUpdates<Note.ID, Bool, NoteChange>
    private let joined: CombinedState<State>

    init(_ service: any NoteService, me: String) {
        let changes = ChangeBus<NoteChange>()
        let notes = Feed<Note>(
            changes: changes,
            translate: { change, _ in
                switch change {
                case .liked(let id, let user, true): [.patch(id) { $0.likes.insert(user) }]
                case .liked(let id, let user, false): [.patch(id) { $0.likes.remove(user) }]
                }
            },
            load: { try await service.page(at: $0) })
        let likes = OptimisticUpdates<Note.ID, Bool, NoteChange>(WriteQueue(changes)) { id, _ in
            let isLiked = try await service.like(id, by: me)
            return (isLiked, .liked(id, by: me, isLiked))
        } fetch: { id in
            (false, .liked(id, by: me, false))
        }
        (self.notes, self.likes) = (notes, likes)
        joined = CombinedState([notes, likes]) {
            State(feed: notes.state, builder: NoteRowBuilder(me: me, unconfirmed: likes.state))
        }
    }

    var state: State { joined.state }
    var feed: FeedState<Note> { state.feed }
    var states: AsyncStream<State> { joined.states }
    func observe(_ body: @escaping @MainActor (State) -> Void) -> StateObservation { joined.observe(body) }
    func send(_ request: FeedRequest<Note.ID>) { notes.send(request) }
    func like(_ id: Note.ID) { likes.want(true, id, confirmed: false) }
}

nonisolated struct TwoNotes: NoteService {
    func page(at position: PagePosition?) async throws -> Page<Note> { Page(items: [Note(id: 1), Note(id: 2)]) }
    func like(_ id: Note.ID, by user: String) async throws -> Bool { true }
}
