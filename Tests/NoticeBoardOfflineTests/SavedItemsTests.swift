import Foundation
import NoticeBoardBase
import NoticeBoardOffline
import TestSupport
import Testing

@Suite("Saved items", .inTurn, .timeLimit(.minutes(1))) struct SavedItemsTests {
    private let folder = ScratchFolder.url("saved")

    @Test("Keeps notes until they are deleted, in the order of their first save") func saves() async throws {
        let saved = SavedItems<Note>(in: folder)
        for number in 1...3 { try await saved.save(Note(number)) }
        try await saved.save(Note(2, title: "neu"))
        let again = SavedItems<Note>(in: folder)
        #expect(try await again.items().map(\.id) == ["n3", "n2", "n1"])
        #expect(try await again.items()[1].title == "neu")
        try await again.delete(["n3"])
        #expect(try await saved.ids() == ["n2", "n1"])
    }

    @Test("Signing out erases the saved notes of the account") func signOut() async throws {
        let scope = AccountScope()
        scope.signIn("ann")
        let saved = SavedItems<Note>(in: folder, scope: scope)
        try await saved.save(Note(1))
        scope.signOut()
        await scope.waitUntilErased()
        #expect(!FileManager.default.fileExists(atPath: saved.folder.path))
        await #expect(throws: NoticeBoardError.self) { try await saved.save(Note(2)) }
    }

    @Test("A note that cannot be read stays saved") func unreadable() async throws {
        try await SavedItems<Note>(in: folder).save(Note(1))
        var rules = MirrorRules<Note>()
        rules.version = 2
        let newer = SavedItems<Note>(in: folder, rules: rules)
        #expect(try await newer.items().isEmpty)
        #expect(try await newer.ids() == ["n1"])
        rules.upgrade = { json, _ in try JSONDecoder().decode(Note.self, from: json) }
        #expect(try await SavedItems<Note>(in: folder, rules: rules).items() == [Note(1)])
    }

    /// IDs of other types than numbers and texts.
    @Test("Keeps items whose IDs are values of their own") func otherIDs() async throws {
        struct Key: Codable, Hashable, Sendable { var shop, order: Int }
        struct Order: Codable, Equatable, Identifiable, Sendable { var id: Key }
        let saved = SavedItems<Order>(in: folder)
        let orders = [Order(id: Key(shop: 1, order: 2)), Order(id: Key(shop: 1, order: 3))]
        for order in orders { try await saved.save(order) }
        try await saved.save(orders[0])
        #expect(try await saved.items() == Array(orders.reversed()))
        try await saved.delete([orders[1].id])
        #expect(try await saved.ids() == [orders[0].id])
    }
}
