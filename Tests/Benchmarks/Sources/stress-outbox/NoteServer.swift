import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting

/// A note as the service stores it.
struct Note: Codable, Identifiable, Sendable {
    let id: Int
    let text: String
    /// The size of the picture that came with it.
    let bytes: Int
}

struct NotesAnswer: Codable, Sendable {
    let notes: [Note]
    /// The lowest ID of the page, if older notes follow.
    let next: Int?
}

/// A service of notes over a socket that is slow, loses requests and responses, and fails at random.
///
/// A request that it has accepted is stored although its client was killed meanwhile.
final class NoteServer: Sendable {
    private struct Content {
        var notes: [Note] = []
        var byKey: [String: Note] = [:]
        var random: SeededRandom
        /// Requests that are still being carried out.
        var open = 0
        /// Repeats that were answered by their key.
        var repeats = 0
        var lost = 0
        var failed = 0
        var isReliable = false
    }

    private let content: Guarded<Content>
    private let honorsKeys: Bool

    init(honorsKeys: Bool, seed: UInt64) {
        self.honorsKeys = honorsKeys
        content = Guarded(Content(random: SeededRandom(seed: seed)))
    }

    var notes: [Note] { content.withLock { $0.notes } }
    var isIdle: Bool { content.withLock { $0.open == 0 } }
    var figures: (repeats: Int, lost: Int, failed: Int) { content.withLock { ($0.repeats, $0.lost, $0.failed) } }

    /// Ends all faults and delays.
    func becomeReliable() { content.withLock { $0.isReliable = true } }

    func start() throws -> LoopbackServer {
        try LoopbackServer { [self] request in
            if request.method == "GET" { return page(request) }
            content.withLock { $0.open += 1 }
            // A task of its own: the client's end does not end it.
            return await Task { await self.post(request) }.value
        }
    }

    private func page(_ request: LoopbackRequest) -> LoopbackAnswer {
        let query = URLComponents(string: request.target)?.queryItems ?? []
        let number = { (name: String) in query.first { $0.name == name }?.value.flatMap { Int($0) } }
        let below = number("below") ?? .max
        let limit = number("limit") ?? 20
        let rest = notes.filter { $0.id < below }
        let page = Array(rest.prefix(limit))
        let answer = NotesAnswer(notes: page, next: rest.count > limit ? page.last?.id : nil)
        return json(answer)
    }

    private enum Plan { case store, loseRequest, loseAnswer, failBefore, failAfter, busy }

    private func post(_ request: LoopbackRequest) async -> LoopbackAnswer {
        let (plan, before, after) = content.withLock { content -> (Plan, UInt64, UInt64) in
            if content.isReliable { return (.store, 0, 0) }
            let plan: Plan
            switch content.random.below(100) {
            case 0..<6: plan = .loseRequest
            case 6..<14: plan = .loseAnswer
            case 14..<17: plan = .failBefore
            case 17..<20: plan = .failAfter
            case 20..<23: plan = .busy
            default: plan = .store
            }
            let isSlow = content.random.chance(10)
            let before = content.random.below(isSlow ? 150 : 10)
            return (plan, UInt64(before), UInt64(content.random.below(10)))
        }
        defer { content.withLock { $0.open -= 1 } }
        try? await Task.sleep(nanoseconds: before * 1_000_000)
        switch plan {
        case .loseRequest:
            content.withLock { $0.lost += 1 }
            return .closedBeforeHeaders
        case .failBefore:
            content.withLock { $0.failed += 1 }
            return .text("", status: 503)
        case .busy: return .text("", status: 429, headers: [("Retry-After", "1")])
        case .store, .loseAnswer, .failAfter: break
        }
        let note = store(request)
        try? await Task.sleep(nanoseconds: after * 1_000_000)
        switch plan {
        case .loseAnswer:
            content.withLock { $0.lost += 1 }
            return .closedBeforeHeaders
        case .failAfter:
            content.withLock { $0.failed += 1 }
            return .text("", status: 503)
        default: return json(note)
        }
    }

    private func store(_ request: LoopbackRequest) -> Note {
        let key = request.header("Idempotency-Key") ?? ""
        let fields = request.text.split(separator: "\n", omittingEmptySubsequences: false)
        let bytes = fields.dropFirst().first.flatMap { Int($0) } ?? 0
        return content.withLock { content in
            if honorsKeys, let note = content.byKey[key] {
                content.repeats += 1
                return note
            }
            let note = Note(id: content.notes.count + 1, text: String(fields.first ?? ""), bytes: bytes)
            content.notes.insert(note, at: 0)
            content.byKey[key] = note
            return note
        }
    }

    private func json(_ value: some Encodable) -> LoopbackAnswer {
        .json(String(decoding: (try? JSONEncoder().encode(value)) ?? Data(), as: UTF8.self))
    }
}

/// A value behind a lock.
private final class Guarded<Value>: @unchecked Sendable {
    // The lock guards the value, so that any thread may use it.
    private var value: Value
    private let lock = NSLock()

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
