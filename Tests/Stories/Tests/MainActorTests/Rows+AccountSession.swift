import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting

extension Row {
    @RowBuilder static var accountSessions: [Row] {
        Row("AccountSession.restore(isolation:)") { screen in
            screen.show(try await session(MemoryTokenStore(stored)).restore())
        } fails: { screen in
            do { screen.show(try await session(BrokenTokens()).restore()) } catch { screen.caught(error) }
        }
        Row("AccountSession.load(isolation:)") { screen in
            screen.show(try await session(MemoryTokenStore(stored)).load())
        } fails: { screen in
            do { screen.show(try await session(BrokenTokens()).load()) } catch { screen.caught(error) }
        }
        Row("AccountSession.signIn(_:unlessAfter:isolation:)") { screen in
            screen.show(await session(MemoryTokenStore()).signIn(stored))
        }
        Row("AccountSession.signOut(erasing:isolation:)") { screen in
            screen.show(try await session(MemoryTokenStore()).signOut())
        } fails: { screen in
            let session = session(MemoryTokenStore())
            await session.signIn(stored)
            session.scope.register(erase: { throw Refusal() })
            do { screen.show(try await session.signOut()) } catch { screen.caught(error) }
        }
        Row(callback: "AccountSession.init(store:rules:scope:refresh:)") { onEvent in
            let session = AccountSession(store: MemoryTokenStore(stored)) { @MainActor _ in
                onEvent()
                return stored
            }
            try await session.restore()
        }
        Row(callback: "TokenSession.init(store:sharedIn:rules:scope:refresh:onChange:)") { onEvent in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shared-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let session = TokenSession(store: MemoryTokenStore(stored), sharedIn: folder) { @MainActor _ in
                onEvent()
                return stored
            }
            try await session.restore()
            try await session.renew()
        }
    }

    private static let stored = Credentials(accessToken: .bearer("old"), refreshToken: "refresh")

    private static func session(_ store: some TokenStore) -> AccountSession {
        AccountSession(store: store) { _ in Credentials(accessToken: .bearer("new"), refreshToken: "refresh") }
    }
}
