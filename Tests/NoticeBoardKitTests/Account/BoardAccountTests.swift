import Foundation
import NoticeBoardBase
import NoticeBoardKit
import Testing

@MainActor @Suite("Everything that belongs to an account", .inTurn, .timeLimit(.minutes(1))) struct BoardAccountTests {
    private final class Screen: AccountScreen {
        let done: Locked<[String]>

        init(_ done: Locked<[String]>) { self.done = done }

        func reset() { done.withLock { $0.append("emptied") } }
    }

    /// Ends an account from a thread of its own, and holds the main actor until that is done.
    private func endElsewhere(_ account: BoardAccount) {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            account.end()
            ended.signal()
        }
        ended.wait()
    }

    @Test("Ended on another thread, it erases nothing before every screen is empty") func order() async {
        let (account, done) = (BoardAccount(), Locked<[String]>([]))
        let screen = Screen(done)
        account.register(screen)
        account.register(end: { done.withLock { $0.append("ended") } }) { done.withLock { $0.append("erased") } }
        // The main actor empties the screens when it is let go, and this asks for the erasing before that.
        endElsewhere(account)
        #expect(done.withLock { $0 } == ["ended"])
        await account.erase()
        #expect(done.withLock { $0 } == ["ended", "emptied", "erased"])
    }

    @Test("A search history is erased with the account") func history() async throws {
        let (account, inner) = (BoardAccount(), InMemorySearchHistory())
        let history = AccountHistory(inner)
        account.register(history)
        try await history.save("가")
        account.end()
        await account.erase()
        #expect(try await inner.entries().isEmpty)
    }

    @Test("What was kept goes with whoever signs out, unless it is to stay", arguments: [nil, true, false])
    func staying(erasing: Bool?) async {
        let (account, done) = (BoardAccount(), Locked<[String]>([]))
        let screen = Screen(done)
        account.register(screen)
        account.register(end: { done.withLock { $0.append("ended") } }) { done.withLock { $0.append("erased") } }
        if let erasing { await account.signOut(erasing: erasing) } else { await account.signOut() }
        #expect(done.withLock { $0 } == (erasing == false ? ["emptied"] : ["ended", "emptied", "erased"]))
    }

    @Test("A screen that went is none any more") func weak() async {
        let (account, done) = (BoardAccount(), Locked<[String]>([]))
        account.register(Screen(done))
        await account.signOut()
        #expect(done.withLock { $0 }.isEmpty)
    }
}
