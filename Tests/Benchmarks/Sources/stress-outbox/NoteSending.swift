import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardOutbox
import NoticeBoardPaging

struct NoteDraft: OutboxDraft {
    var text = ""
}

enum NotesAPI: Endpoint {
    case notes(below: Int?, limit: Int)
    case publish(String, bytes: Int, key: String?)

    var request: EndpointRequest {
        switch self {
        case .notes(let below, let limit): .get("notes", query: ["below": below.map { "\($0)" }, "limit": "\(limit)"])
        case .publish(let text, let bytes, let key?): Self.publish(text, bytes).withIdempotencyKey(key)
        case .publish(let text, let bytes, nil): Self.publish(text, bytes)
        }
    }

    private static func publish(_ text: String, _ bytes: Int) -> EndpointRequest {
        .post("notes", body: .data(Data("\(text)\n\(bytes)".utf8), contentType: "text/plain"))
    }
}

/// Sends notes to a service that honors keys, or is searched.
struct NoteSender: OutboxSender {
    let client: APIClient
    let honorsKeys: Bool

    var keyLifetime: Double { honorsKeys ? 86_400 : 0 }

    func send(_ parcel: OutboxParcel<NoteDraft>) async throws -> Note {
        let bytes = try parcel.files.reduce(0) { try $0 + Data(contentsOf: $1.url).count }
        let key = honorsKeys ? parcel.key : nil
        return try await client.value(Note.self, for: NotesAPI.publish(parcel.draft.text, bytes: bytes, key: key))
    }

    func existing(for draft: NoteDraft, at position: PagePosition?, limit: Int) async throws -> Page<Note>? {
        guard !honorsKeys else { return nil }
        let below = position?.cursor.flatMap { Int($0) }
        let answer = try await client.value(NotesAnswer.self, for: NotesAPI.notes(below: below, limit: limit))
        return Page(items: answer.notes, next: answer.next.map { .cursor("\($0)") })
    }

    func isStored(_ parcel: OutboxParcel<NoteDraft>, as note: Note) -> Bool { StoredText.isSame(parcel.draft.text, note.text) }
}
