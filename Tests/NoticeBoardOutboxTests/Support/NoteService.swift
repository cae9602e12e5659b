import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardPaging
import NoticeBoardTesting

/// A service in memory that fails on demand.
final class NoteService: Sendable {
    /// What happens to one request.
    enum Fault: Sendable, Equatable {
        /// The request is lost on its way.
        case lostRequest(NoticeBoardError.Code = .connectionLost)
        /// The note is stored, and the response is lost.
        case lostAnswer(NoticeBoardError.Code = .connectionLost)
        /// The request is lost as far as the client knows, and stored when ``storeLate()`` is called.
        case late(NoticeBoardError.Code = .connectionLost)
        /// The service answers with a status and a delay, and stores nothing.
        case status(Int, NoticeBoardError.Code, retryAfter: Double? = nil)
        /// The call fails with an error, and stores nothing.
        case error(NoticeBoardError)
    }

    struct Sent: Equatable, Sendable {
        let key: String
        let text: String
    }

    private struct Content {
        var notes: [Note] = []
        var lastID = 0
        var faults: [Fault] = []
        var late: [(NoteDraft, [Data], String)] = []
        var sent: [Sent] = []
        /// Notes by the key that they were sent with.
        var byKey: [String: Note] = [:]
        var pages: [PagePosition?] = []
        var down: NoticeBoardError.Code?
        var gates: [String: Gate] = [:]
        var trims = false
    }

    private let content = Locked(Content())
    let honorsKeys: Bool

    init(honorsKeys: Bool = false) { self.honorsKeys = honorsKeys }

    /// The stored notes, newest first.
    var notes: [Note] { content.withLock { $0.notes } }
    var texts: [String] { notes.map(\.text) }
    /// Every request that reached the service or was lost.
    var sent: [Sent] { content.withLock { $0.sent } }
    /// The positions of all pages that were read.
    var pages: [PagePosition?] { content.withLock { $0.pages } }

    func count(_ text: String) -> Int { notes.count { $0.text == text } }
    /// Plans the outcomes of the next requests.
    func plan(_ faults: Fault...) { content.withLock { $0.faults += faults } }
    func clearFaults() { content.withLock { $0.faults = [] } }
    /// Makes every call fail without reaching the service, or ends that.
    func down(_ code: NoticeBoardError.Code?) { content.withLock { $0.down = code } }
    /// Holds `send` or `page` calls at a gate, before they do anything.
    func hold(_ call: String, at gate: Gate?) { content.withLock { $0.gates[call] = gate } }
    /// Stores texts without outer white space.
    func trimTexts() { content.withLock { $0.trims = true } }
    func delete(_ isGone: @Sendable (Note) -> Bool) { content.withLock { $0.notes.removeAll(where: isGone) } }

    /// Stores a note, as if the user had sent it from another device.
    func store(_ text: String) { content.withLock { Self.store(&$0, NoteDraft(text: text), [], key: nil) } }

    /// Stores the requests that came late.
    func storeLate() {
        content.withLock { content in
            for (draft, files, key) in content.late { store(&content, draft, files, key) }
            content.late = []
        }
    }

    private static func store(_ content: inout Content, _ draft: NoteDraft, _ files: [Data], key: String?) {
        content.lastID += 1
        let text = content.trims ? draft.text.trimmingCharacters(in: .whitespacesAndNewlines) : draft.text
        let note = Note(id: content.lastID, text: text, files: files)
        content.notes.insert(note, at: 0)
        if let key { content.byKey[key] = note }
    }

    private func store(_ content: inout Content, _ draft: NoteDraft, _ files: [Data], _ key: String) {
        if honorsKeys, content.byKey[key] != nil { return }
        Self.store(&content, draft, files, key: key)
    }

    // MARK: Calls

    func send(_ parcel: OutboxParcel<NoteDraft>) async throws -> Note {
        let gate = content.withLock { $0.gates["send"] }
        try await gate?.pass()
        let files = try parcel.files.map { try Data(contentsOf: $0.url) }
        parcel.progress(0.5)
        return try content.withLock { content in
            if let down = content.down { throw NoticeBoardError(down) }
            content.sent.append(Sent(key: parcel.key, text: parcel.draft.text))
            let fault = content.faults.isEmpty ? nil : content.faults.removeFirst()
            switch fault {
            case .lostRequest(let code)?: throw NoticeBoardError(code)
            case .lostAnswer(let code)?:
                store(&content, parcel.draft, files, parcel.key)
                throw NoticeBoardError(code)
            case .late(let code)?:
                content.late.append((parcel.draft, files, parcel.key))
                throw NoticeBoardError(code)
            case .status(let status, let code, let delay)?:
                let remedy: Remedy? = delay.map { .retry(after: $0) }
                throw NoticeBoardError(code, remedy: remedy, reply: NoticeBoardError.Reply(status: status))
            case .error(let error)?: throw error
            case nil: break
            }
            if honorsKeys, let note = content.byKey[parcel.key] { return note }
            Self.store(&content, parcel.draft, files, key: parcel.key)
            return content.notes[0]
        }
    }

    func page(at position: PagePosition?, limit: Int) async throws -> Page<Note> {
        let gate = content.withLock { $0.gates["page"] }
        try await gate?.pass()
        return try content.withLock { content in
            if let down = content.down { throw NoticeBoardError(down) }
            content.pages.append(position)
            let below = position?.cursor.flatMap { Int($0) } ?? .max
            let rest = content.notes.filter { $0.id < below }
            let items = Array(rest.prefix(limit))
            return Page(items: items, next: rest.count > limit ? items.last.map { .cursor(String($0.id)) } : nil)
        }
    }
}

/// Sends notes; `lifetime` and `isSearchable` say what its service can do.
struct NoteSender: OutboxSender {
    let service: NoteService
    var keyLifetime: Double = 0
    var isSearchable = true

    func send(_ parcel: OutboxParcel<NoteDraft>) async throws -> Note { try await service.send(parcel) }

    func existing(for draft: NoteDraft, at position: PagePosition?, limit: Int) async throws -> Page<Note>? {
        isSearchable ? try await service.page(at: position, limit: limit) : nil
    }

    func isStored(_ parcel: OutboxParcel<NoteDraft>, as note: Note) -> Bool {
        StoredText.isSame(parcel.draft.text, note.text) && parcel.files.count == note.files.count
    }
}
