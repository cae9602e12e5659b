import Foundation
import NoticeBoardBase
import NoticeBoardKitOffline
import TestSupport
import Testing

@Suite("Saved posts", .inTurn, .timeLimit(.minutes(1))) struct SavedPostsTests {
    let folder = ScratchFolder.url("saved")

    @Test("Keeps posts until they are deleted, in the order of their first save") func saves() async throws {
        let saved = SavedPosts(folder: folder)
        for id in 1...3 { try await saved.save(ChangingBoards.post(id)) }
        try await saved.save(ChangingBoards.post(2, title: "neu"))
        let again = SavedPosts(folder: folder)
        #expect(try await again.posts().map(\.id) == [3, 2, 1])
        #expect(try await again.posts()[1].title == "neu")
        try await again.delete([3])
        #expect(try await saved.ids() == [2, 1])
    }

    @Test("A removed post's text is not on the disk") func leavesNoTrace() async throws {
        let saved = SavedPosts(folder: folder)
        try await saved.save(ChangingBoards.post(1, title: "geheim"))
        try await saved.save(ChangingBoards.post(2))
        try await saved.delete([1])
        for name in try FileManager.default.contentsOfDirectory(atPath: saved.folder.path) {
            let data = try Data(contentsOf: saved.folder.appendingPathComponent(name))
            #expect(data.range(of: Data("geheim".utf8)) == nil)
        }
    }

    @Test("Another account's sign-out keeps posts that stayed at an account switch") func otherAccount() async throws {
        let scope = AccountScope()
        scope.signIn("ann")
        let (saved, mirror) = (
            SavedPosts(folder: folder, account: "ann"),
            BoardMirror(
                service: ChangingBoards(count: 3), folder: folder, account: "ann")
        )
        scope.register(saved)
        scope.register(mirror)
        try await saved.save(ChangingBoards.post(1))
        try await mirror.update(1)
        scope.signOut(erasing: false)
        scope.signIn("bob")
        scope.signOut()
        await scope.waitUntilErased()
        #expect(try await SavedPosts(folder: folder, account: "ann").posts().map(\.id) == [1])
        #expect(FileManager.default.fileExists(atPath: mirror.folder.path))
    }

    @Test("Erases saved posts at sign-out") func signOut() async throws {
        let scope = AccountScope()
        scope.signIn("ann")
        let saved = SavedPosts(folder: folder, account: "ann")
        scope.register(saved)
        try await saved.save(ChangingBoards.post(1))
        scope.signOut()
        await scope.waitUntilErased()
        #expect(!FileManager.default.fileExists(atPath: saved.folder.path))
        await #expect(throws: NoticeBoardError.self) { try await saved.save(ChangingBoards.post(2)) }
    }
}
