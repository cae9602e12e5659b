import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("AccountScope", .inTurn, .timeLimit(.minutes(1))) @MainActor struct AccountScopeTests {
    @MainActor private final class Screen {
        var resets = 0
    }

    @MainActor private struct Left { weak var screen: Screen? }

    private let log = Locked<[String]>([])

    private func register(_ name: String, for account: String? = nil, with scope: AccountScope) -> AccountRegistration {
        scope.register(
            for: account, end: { [log] isErasing in log.withLock { $0.append("end \(name)\(isErasing ? ", erasing" : "")") } },
            erase: { [log] in log.withLock { $0.append("erase \(name)") } })
    }

    private func takeLog() -> [String] {
        log.withLock { log in
            defer { log = [] }
            return log
        }
    }

    // MARK: Ending

    @Test("A sign-out on the main actor resets screens before it returns") func screens() {
        let (scope, screen) = (AccountScope(), Screen())
        scope.register(screen) { $0.resets += 1 }
        scope.signIn("a")
        #expect(screen.resets == 0)
        scope.signOut()
        #expect(screen.resets == 1)
        #expect(scope.state == .signedOut)
    }

    @Test("A registered screen is not retained") func released() {
        let scope = AccountScope()
        var screen: Screen? = Screen()
        let left = Left(screen: screen)
        if let screen { scope.register(screen) { $0.resets += 1 } }
        screen = nil
        #expect(left.screen == nil)
        scope.signOut()
    }

    @Test("A sign-out off the main actor resets screens before it erases") func elsewhere() async {
        let (scope, screen) = (AccountScope(), Screen())
        let resets = Locked(0)
        scope.register(screen) { _ in resets.withLock { $0 += 1 } }
        scope.register(erase: { [log] in log.withLock { $0.append("erase after \(resets.withLock { $0 })") } })
        scope.signIn("a")
        await Task.detached { scope.signOut() }.value
        await scope.waitUntilErased()
        #expect(takeLog() == ["erase after 1"])
        withExtendedLifetime(screen) {}
    }

    @Test("Ends and erases registrations in registration order") func order() async {
        let scope = AccountScope()
        let registrations = [register("1", with: scope), register("2", with: scope)]
        scope.signIn("a")
        scope.signOut()
        await scope.waitUntilErased()
        #expect(takeLog() == ["end 1, erasing", "end 2, erasing", "erase 1", "erase 2"])
        #expect(registrations.count == 2)
    }

    @Test("A cancelled registration is neither ended nor erased") func cancelled() async {
        let scope = AccountScope()
        scope.signIn("a")
        register("1", with: scope).cancel()
        scope.signOut()
        await scope.waitUntilErased()
        #expect(takeLog() == [])
    }

    @Test("Erasing returns an error and still erases the remaining data") func failure() async {
        let scope = AccountScope()
        scope.register(erase: { throw NoticeBoardError(.storageFull) })
        _ = register("2", with: scope)
        scope.signOut()
        #expect(await scope.waitUntilErased()?.code == .storageFull)
        #expect(takeLog().last == "erase 2")
    }

    // MARK: Accounts

    @Test("Switching accounts ends registrations without erasing") func changing() async {
        let scope = AccountScope()
        _ = register("1", with: scope)
        scope.signIn("a")
        scope.signOut(erasing: false)
        scope.signIn("b")
        await scope.waitUntilErased()
        #expect(takeLog() == ["end 1"])
    }

    @Test("Signing in again after expiry keeps the same account's data") func sameAccount() async {
        let scope = AccountScope()
        _ = register("1", with: scope)
        scope.signIn("a")
        scope.expire()
        #expect(scope.state == .expired(account: "a"))
        scope.signIn("a")
        await scope.waitUntilErased()
        #expect(takeLog() == ["end 1"])
    }

    @Test("Signing in another or an unnamed account after expiry erases the old data", arguments: ["b", ""])
    func otherAccount(next: String) async {
        let scope = AccountScope()
        let registration = register("1", with: scope)
        scope.signIn(next.isEmpty ? "" : "a")
        scope.expire()
        // The app may switch to the next account before signing it in.
        registration.cancel()
        _ = register("2", with: scope)
        scope.signIn(next)
        await scope.waitUntilErased()
        #expect(takeLog() == ["end 1", "end 1, erasing", "erase 1"])
    }

    @Test("Restoring an account keeps data registered before the restore") func early() async {
        let scope = AccountScope()
        _ = register("1", with: scope)
        scope.restore("a")
        await scope.waitUntilErased()
        #expect(takeLog() == [])
        scope.signOut()
        await scope.waitUntilErased()
        #expect(takeLog() == ["end 1, erasing", "erase 1"])
    }

    @Test("A registration for one account is dropped when that account signs out") func ofOneAccount() async {
        let scope = AccountScope()
        scope.signIn("a")
        _ = register("a's", for: "a", with: scope)
        scope.signOut()
        scope.signIn("b")
        scope.signOut()
        await scope.waitUntilErased()
        #expect(takeLog() == ["end a's, erasing", "erase a's"])
    }

    @Test("A registration for an account that is not signed in is not erased") func late() async {
        let scope = AccountScope()
        scope.signIn("b")
        _ = register("a's", for: "a", with: scope)
        #expect(takeLog() == ["end a's"])
        scope.signOut()
        await scope.waitUntilErased()
        #expect(takeLog() == [])
    }

    @Test("A registration made during an erasure is not erased with the previous account") func during() async {
        let (scope, gate) = (AccountScope(), Gate())
        scope.register(for: "a", erase: { try await gate.pass() })
        scope.signIn("a")
        scope.register(for: "a", erase: { try await gate.pass() })
        scope.signOut()
        await gate.waitForArrivals(1)
        scope.signIn("b")
        _ = register("b's", for: "b", with: scope)
        gate.open()
        await scope.waitUntilErased()
        #expect(takeLog() == [])
        #expect(scope.state == .signedIn(account: "b"))
    }

    @Test("A stream of states begins with the current one") func states() async {
        let scope = AccountScope()
        scope.signIn("a")
        for await state in scope.states {
            #expect(state == .signedIn(account: "a"))
            break
        }
        #expect("\(scope)" == "AccountScope(…)")
    }

    /// Cancels its registration when it is released.
    private final class Owner: Sendable {
        let registration = Locked<AccountRegistration?>(nil)
        let released: Gate
        init(_ released: Gate) { self.released = released }
        deinit {
            registration.withLock { $0 }?.cancel()
            released.open()
        }
    }

    private final class Listed: Sendable {}

    @Test("An object that a scope releases may cancel its registration", arguments: [false, true])
    func releasing(isSigningOut: Bool) async throws {
        let (scope, released) = (AccountScope(), Gate())
        scope.signIn("7")
        if isSigningOut { scope.expire() }
        do {
            let (owner, listed) = (Owner(released), Listed())
            let registration = scope.register(for: nil, end: { _ in })
            owner.registration.withLock { $0 = registration }
            if isSigningOut {
                scope.register(for: "7", end: { _ in withExtendedLifetime(owner) {} })
            } else {
                scope.register(listed) { _ in withExtendedLifetime(owner) {} }
            }
        }
        if isSigningOut { scope.signOut(erasing: false) } else { scope.register(erasing: []) }
        try await released.pass()
    }
}
