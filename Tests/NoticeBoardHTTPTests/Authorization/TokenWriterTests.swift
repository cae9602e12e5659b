import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardHTTP

@Suite("TokenWriter", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TokenWriterTests {
    private static func credentials(_ number: Int) -> Credentials {
        Credentials(accessToken: .raw("access-\(number)"), refreshToken: "refresh-\(number)", account: "u\(number)")
    }

    private func state(
        _ number: Int, onChange: @escaping @Sendable (TokenSession.State, BackgroundActivity?) -> Void = { _, _ in }
    )
        -> SessionState
    {
        SessionState(Self.credentials(number), AccountScope()) { onChange($1, $2) }
    }

    @Test("Keeps the app awake until the tokens are written") func staysAwake() async throws {
        let store = WatchedTokens(Self.credentials(1))
        let writer = TokenWriter(store, AccountScope())
        let state = state(2)
        let gate = DispatchSemaphore(value: 0)
        store.hold(gate)
        var awake: BackgroundActivity? = BackgroundActivity("a test")
        weak let watched = awake
        writer.write(state, awake)
        awake = nil
        #expect(watched != nil)
        gate.signal()
        store.hold(nil)
        try await writer.waitUntilWritten()
        #expect(watched == nil)
        #expect(store.kept == Self.credentials(2))
    }

    @Test("A renewal keeps the app awake until its tokens are passed on") func awakeRenewal() async throws {
        let isAwake = Locked<[Bool]>([])
        let state = state(1) { _, awake in isAwake.withLock { $0.append(awake != nil) } }
        let renewal = TokenRenewal(state: state, rules: .bearer) { _ in Self.credentials(2) }
        _ = try await renewal.renewed(try #require(state.lease()))
        _ = state.renew(to: Self.credentials(3))
        #expect(isAwake.withLock { $0 } == [true, false])
    }

    @Test("Retries failed writes of changed tokens") func writes() async throws {
        let store = WatchedTokens(Self.credentials(1))
        let writer = TokenWriter(store, AccountScope())
        let state = state(1)
        #expect(try await writer.load() == Self.credentials(1))
        writer.write(state)
        try await writer.waitUntilWritten()
        #expect(store.log.saved.isEmpty)
        _ = state.begin(Self.credentials(2), as: .signedIn("u2"))
        store.fail(NoticeBoardError(.storageFull))
        for _ in 0..<2 {
            writer.write(state)
            let error = await #expect(throws: NoticeBoardError.self) { try await writer.waitUntilWritten() }
            #expect(error?.code == .storageFull)
            #expect(writer.failure == error)
            #expect(store.kept == Self.credentials(1))
        }
        store.fail(nil)
        writer.write(state)
        try await writer.waitUntilWritten()
        #expect(writer.failure == nil)
        #expect(store.log.saved == [Self.credentials(2)])
    }

    @Test(
        "Tells damaged tokens from temporarily unreadable ones",
        arguments: [(.storeDamaged, true), (.storeTooNew, true), (.fileUnavailable, false), (.storageFull, false)]
            as [(NoticeBoardError.Code, Bool)])
    func unreadable(code: NoticeBoardError.Code, countsAsNone: Bool) async throws {
        let store = WatchedTokens(Self.credentials(2))
        let (writer, state) = (TokenWriter(store, AccountScope()), state(2))
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
        writer.write(state)
        try await writer.waitUntilWritten()
        #expect(writer.failure == nil)
        #expect(store.log.saved == [Self.credentials(2)])
    }

    @Test("Maps keychain status codes to named errors") func keychain() {
        #expect(NoticeBoardError(keychainStatus: -34018).code == .keychainNotPermitted)
        #expect(NoticeBoardError(keychainStatus: -25308).code == .fileUnavailable)
    }
}
