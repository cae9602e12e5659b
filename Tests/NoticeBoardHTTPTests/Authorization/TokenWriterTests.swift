import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardHTTP

extension TokenWriter {
    /// Starts writing the credentials of `session`.
    fileprivate func write(_ session: TokenSession, _ awake: BackgroundActivity? = nil) {
        write(awake) { session.wanted }
    }

    /// Returns the stored credentials.
    fileprivate func load() async throws -> Credentials? {
        try await load { Wanted(credentials: nil, generation: SessionGeneration(number: 0), end: .signedOut) }.credentials
    }
}

@Suite("TokenWriter", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TokenWriterTests {
    private static func credentials(_ number: Int) -> Credentials {
        Credentials(accessToken: .raw("access-\(number)"), refreshToken: "refresh-\(number)", account: "u\(number)")
    }

    private func session(_ number: Int) -> TokenSession { TokenSession(Self.credentials(number)) { $0 } }

    @Test("Keeps the app awake until the tokens are written") func staysAwake() async throws {
        let store = RecordingTokenStore(Self.credentials(1))
        let writer = TokenWriter(store, AccountScope())
        let session = session(2)
        let gate = DispatchSemaphore(value: 0)
        store.hold(gate)
        var awake: BackgroundActivity? = BackgroundActivity("a test")
        weak let watched = awake
        writer.write(session, awake)
        awake = nil
        #expect(watched != nil)
        gate.signal()
        store.hold(nil)
        try await writer.waitUntilWritten()
        // The thread that wrote them may still hold it for a moment.
        #expect(await eventually { watched == nil })
        #expect(store.kept == Self.credentials(2))
    }

    @Test("Retries failed writes of changed tokens") func writes() async throws {
        let store = RecordingTokenStore(Self.credentials(1))
        let writer = TokenWriter(store, AccountScope())
        let session = session(1)
        #expect(try await writer.load() == Self.credentials(1))
        writer.write(session)
        try await writer.waitUntilWritten()
        #expect(store.log.saved.isEmpty)
        session.signIn(Self.credentials(2))
        store.fail(NoticeBoardError(.storageFull))
        for _ in 0..<2 {
            writer.write(session)
            let error = await #expect(throws: NoticeBoardError.self) { try await writer.waitUntilWritten() }
            #expect(error?.code == .storageFull)
            #expect(writer.failure == error)
            #expect(store.kept == Self.credentials(1))
        }
        store.fail(nil)
        writer.write(session)
        try await writer.waitUntilWritten()
        #expect(writer.failure == nil)
        #expect(store.log.saved == [Self.credentials(2)])
    }

    @Test(
        "Tells damaged tokens from temporarily unreadable ones",
        arguments: [(.storeDamaged, true), (.fileUnavailable, false), (.storageFull, false)]
            as [(NoticeBoardError.Code, Bool)])
    func unreadable(code: NoticeBoardError.Code, countsAsNone: Bool) async throws {
        let store = RecordingTokenStore(Self.credentials(2))
        let (writer, session) = (TokenWriter(store, AccountScope()), session(2))
        store.fail(NoticeBoardError(code))
        if countsAsNone {
            #expect(try await writer.load() == nil)
            #expect(writer.failure?.code == code)
        } else {
            let error = await #expect(throws: NoticeBoardError.self) { try await writer.load() }
            #expect(error?.code == code)
            #expect(writer.failure == nil)
        }
        store.fail(nil)
        // Tokens that could not be read are written, although they may be the same.
        writer.write(session)
        try await writer.waitUntilWritten()
        #expect(writer.failure == nil)
        #expect(store.log.saved == [Self.credentials(2)])
    }

    @Test("Maps keychain status codes to named errors") func keychain() {
        #expect(NoticeBoardError(keychainStatus: -34018).code == .keychainNotPermitted)
        #expect(NoticeBoardError(keychainStatus: -25308).code == .fileUnavailable)
    }
}
