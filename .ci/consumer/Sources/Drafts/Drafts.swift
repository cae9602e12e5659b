import Foundation
import NoticeBoardOutbox

nonisolated struct Note: OutboxDraft {
    var text = ""
}

/// An app on the main actor that sends its notes once.
@main struct Drafts {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("drafts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let outbox = Outbox(in: folder, sender: KeyedSender<Note, String> { parcel in parcel.draft.text })
        let id = outbox.newDraft(Note())
        outbox.change(id) { $0.text = "Hello" }
        outbox.send(id)
        print("Drafts:", outbox.state.items.count)
    }
}
