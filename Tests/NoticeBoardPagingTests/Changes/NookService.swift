import NoticeBoardBase
import NoticeBoardPaging

/// A fictional service that uses only the paging module: notes with likes, in pages with cursors.
struct Note: Identifiable, Sendable, Hashable, Codable {
    let id: Int
    var author = "ann"
    var replies = 0
    var likes: Set<String> = []
}

enum NookChange: Sendable {
    case liked(Note.ID, by: String, Bool)
    case read(Note)
    case written(Note)
    case deleted(Note.ID)
}

final class NookService: Sendable {
    private let notes = Locked<[Note]>((0..<30).map { Note(id: 30 - $0) })
    /// Awaited before each response.
    let delay = Locked<(@Sendable () async throws -> Void)?>(nil)

    func page(at position: PagePosition?) async throws -> Page<Note> {
        let some = notes.withLock { notes in
            guard case .cursor(let mark)? = position else { return Array(notes.prefix(10)) }
            return Array(notes.drop { $0.id >= Int(mark) ?? 0 }.prefix(10))
        }
        try await delay.withLock { $0 }?()
        return Page(items: some, next: some.last.flatMap { $0.id > 1 ? .cursor("\($0.id)") : nil })
    }

    func toggle(_ id: Note.ID, by user: String) async throws -> Bool {
        let isLiked = try notes.withLock { notes in
            guard let index = notes.firstIndex(where: { $0.id == id }) else { throw NoticeBoardError(.notFound) }
            if notes[index].likes.remove(user) == nil { notes[index].likes.insert(user) }
            return notes[index].likes.contains(user)
        }
        try await delay.withLock { $0 }?()
        return isLiked
    }

    func note(_ id: Note.ID) async throws -> Note {
        guard let note = notes.withLock({ $0.first { $0.id == id } }) else { throw NoticeBoardError(.notFound) }
        return note
    }

    func reply(to id: Note.ID) async throws -> Note {
        notes.withLock { notes in
            for index in notes.indices where notes[index].id == id { notes[index].replies += 1 }
        }
        return try await note(id)
    }
}

/// The shared state of a signed-in account.
@MainActor final class NookSession {
    let service: NookService, me = "me"
    let changes = ChangeBus<NookChange>()
    let writes: WriteQueue<NookChange>
    let likes: OptimisticUpdates<Note.ID, Bool, NookChange>

    init(_ service: NookService) {
        self.service = service
        let me = me
        writes = WriteQueue(changes)
        likes = OptimisticUpdates(writes) { id, _ in
            let isLiked = try await service.toggle(id, by: me)
            return (isLiked, .liked(id, by: me, isLiked))
        } fetch: { id in
            let note = try await service.note(id)
            return (note.likes.contains(me), .read(note))
        }
    }
}
