import Foundation
import NoticeBoardBase
import NoticeBoardOutbox
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("A draft type that changes", .serialized, .inTurn, .timeLimit(.minutes(1))) @MainActor struct OutboxDraftVersionTests {
    /// The drafts of an app before an update.
    private struct OldDraft: OutboxDraft {
        var words = ""
    }

    /// The drafts of the app after the update.
    private struct NewDraft: OutboxDraft {
        var text = ""
        var color: String

        static let version = 2

        static func upgraded(_ json: Data, from version: Int) throws -> Self {
            let old = try JSONDecoder().decode(OldDraft.self, from: json)
            if old.words == "고장" { throw NoticeBoardError(.storeDamaged) }
            return NewDraft(text: old.words, color: "blue")
        }
    }

    private struct NoSender<Draft: OutboxDraft>: OutboxSender {
        func send(_ parcel: OutboxParcel<Draft>) async throws -> String { throw NoticeBoardError(.noNetwork) }
    }

    private let scope = AccountScope()
    private let folder = ScratchFolder.url("versions")

    /// Returns the outbox of the next launch; that of the launch before has ended.
    private func launch<Draft: OutboxDraft>(with type: Draft.Type) async -> Outbox<Draft> {
        scope.expire()
        scope.signIn("u1")
        let outbox = Outbox(in: folder, scope: scope, sender: NoSender<Draft>())
        await outbox.firstState { $0.isLoaded }
        return outbox
    }

    /// Stores drafts of the older app; returns their IDs.
    private func store(_ words: [String]) async -> [String] {
        let outbox = await launch(with: OldDraft.self)
        let ids = words.map { outbox.newDraft(OldDraft(words: $0)) }
        #expect(await outbox.waitUntilSaved())
        return ids
    }

    @Test("An older draft is converted") func upgraded() async {
        let ids = await store(["글"])
        let later = await launch(with: NewDraft.self)
        #expect(later.state[ids[0]]?.draft == NewDraft(text: "글", color: "blue"))
        #expect(later.state.unreadable.isEmpty)
    }

    @Test("A draft that cannot be converted is kept and named") func failing() async {
        let ids = await store(["고장", "글"])
        let later = await launch(with: NewDraft.self)
        #expect(later.state.unreadable == ["\(ids[0]).draft"])
        #expect(later.state.items.map(\.id) == [ids[1]])
    }

    @Test("A converted draft is stored in the new form with its next change") func storedAgain() async {
        let ids = await store(["글"])
        let second = await launch(with: NewDraft.self)
        second.change(ids[0]) { $0.color = "red" }
        #expect(await second.waitUntilSaved())
        let later = await launch(with: NewDraft.self)
        #expect(later.state[ids[0]]?.draft.color == "red")
    }
}
