import NoticeBoardBase
import NoticeBoardPaging

/// A note with its optimistic like.
///
/// The note in the feed stays unchanged.
struct NoteRow: Identifiable, Hashable {
    let note: Note
    let isLiked: Bool
    var id: Note.ID { note.id }
    var text: String { "\(note.id)\(isLiked ? "♥" : "") \(note.replies)" }
}

@MainActor final class NookTimeline: FeedScreen {
    struct State: Sendable, Equatable {
        let feed: FeedState<Note>
        let likes: [Note.ID: Bool]
        let me: String
        func row(_ note: Note) -> NoteRow { NoteRow(note: note, isLiked: likes[note.id] ?? note.likes.contains(me)) }
    }
    private let session: NookSession
    private let notes: Feed<Note>
    private let joined: CombinedState<State>

    init(_ session: NookSession, from memory: FeedSnapshot<Note>? = nil) {
        let service = session.service
        let notes = Feed<Note>(from: memory, changes: session.changes, translate: Self.edits) { try await service.page(at: $0) }
        (self.session, self.notes) = (session, notes)
        joined = CombinedState([notes, session.likes]) { [likes = session.likes, me = session.me] in
            State(feed: notes.state, likes: likes.state, me: me)
        }
    }
    var state: State { joined.state }
    var feed: FeedState<Note> { state.feed }
    var states: AsyncStream<State> { joined.states }
    func observe(_ body: @escaping @MainActor (State) -> Void) -> StateObservation { joined.observe(body) }
    func send(_ request: FeedRequest<Note.ID>) { notes.send(request) }
    var snapshot: FeedSnapshot<Note>? { notes.snapshot }

    func like(_ id: Note.ID, _ isLiked: Bool) {
        if let note = notes[id] { session.likes.want(isLiked, id, confirmed: note.likes.contains(session.me)) }
    }
    func reply(to id: Note.ID) {
        session.writes.begin(id) { [service = session.service] in .read(try await service.reply(to: id)) }
    }

    private nonisolated static func edits(_ change: NookChange, in shown: FeedItems<Note>) -> [FeedEdit<Note>] {
        switch change {
        case .liked(let id, let user, true): [.patch(id) { $0.likes.insert(user) }]
        case .liked(let id, let user, false): [.patch(id) { $0.likes.remove(user) }]
        case .read(let note): [.patch(note.id) { $0 = note }]
        case .written(let note): [.insert(note)]
        case .deleted(let id): [.remove(id)]
        }
    }
}
