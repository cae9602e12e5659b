import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardHTTP

/// Another account signs in while the end of the former one's session is still being announced.
@Suite("AccountSession: changes within changes", .serialized, .inTurn, .timeLimit(.minutes(1))) struct AccountChangeTests {
    private let ann = Credentials(accessToken: .bearer("ann"), refreshToken: "r1", account: "ann")
    private let bob = Credentials(accessToken: .bearer("bob"), refreshToken: "r2", account: "bob")

    /// An object of an account.
    private final class Box: Sendable {
        let id: String
        init(_ id: String) { self.id = id }
    }

    /// Returns the box of the account that is signed in.
    private func box(_ session: AccountSession) -> Box? { session.object { Box($0.id) } }

    @Test("An object that is made too late does not replace those of the next account") func madeTooLate() async {
        let session = AccountSession { $0 }
        await session.signIn(ann)
        var bobs: Box?
        let late = session.object { _ in
            session.tokens.signOut()
            session.tokens.signIn(bob)
            bobs = box(session)
            return Box("ann")
        }
        #expect(late == nil)
        #expect(bobs?.id == "bob")
        #expect(box(session) === bobs)
    }

    @Test("An object that is made too late is released") func releasedTooLate() async {
        let session = AccountSession { $0 }
        await session.signIn(ann)
        weak var made: Box?
        let late = session.object { _ in
            session.tokens.signOut()
            let box = Box("ann")
            made = box
            return box
        }
        #expect(late == nil)
        #expect(made == nil)
    }

    @Test("A sign-out that is announced late keeps the objects of the next account") func announcedLate() async {
        let session = AccountSession { $0 }
        await session.signIn(ann)
        let bobs = Locked<Box?>(nil)
        session.scope.register(end: { [self, weak session] _ in
            session?.tokens.signIn(bob)
            let found = session.flatMap { box($0) }
            bobs.withLock { $0 = found }
        })
        session.tokens.signOut()
        let made = bobs.withLock { $0 }
        #expect(made?.id == "bob")
        #expect(box(session) === made)
    }

    @Test("A stream of states never goes back to an older state") func noOlderState() async throws {
        let session = AccountSession { onChange in
            TokenSession(ann) {
                $0
            } onChange: { state in
                // Bob's sign-in is announced later.
                if state != .signedIn(account: "bob") { onChange(state) }
            }
        }
        session.confirm()
        let states = Locked<AsyncStream<AccountSession.State>?>(nil)
        session.scope.register(end: { [self, weak session] _ in
            session?.tokens.signIn(bob)
            let stream = session?.states
            states.withLock { $0 = stream }
        })
        session.tokens.signOut()
        let stream = try #require(states.withLock { $0 })
        #expect(await stream.first { _ in true } == .signedIn(account: "bob"))
    }
}
