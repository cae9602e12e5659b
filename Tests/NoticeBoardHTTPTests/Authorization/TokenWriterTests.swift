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

    private func wanted(_ credentials: Credentials?, in generation: Int) -> TokenWriter.Wanted {
        TokenWriter.Wanted(
            credentials: credentials, generation: SessionGeneration(number: generation), end: .signedOut)
    }

    @Test("Tokens are removed only after the erasure is recorded, also by a write that began before the sign-out")
    func recordedFirst() async throws {
        let store = RecordingTokenStore(Self.credentials(1))
        let scope = AccountScope()
        let writer = TokenWriter(store, scope)
        _ = try await writer.load()
        let recording = Gate()
        scope.finish { try? await recording.pass() }
        scope.signOut()
        let calls = Locked(0)
        writer.write(nil) { [self] in
            let isFirst = calls.withLock { calls in
                calls += 1
                return calls == 1
            }
            return isFirst ? wanted(Self.credentials(1), in: 0) : wanted(nil, in: 1)
        }
        try await writer.waitUntilWritten()
        #expect(store.log.saved.isEmpty)
        writer.write(nil) { [self] in wanted(nil, in: 1) }
        recording.open()
        try await writer.waitUntilWritten()
        #expect(store.log.saved == [nil])
    }

    @Test("Tokens that another process replaces meanwhile are not written over its own", arguments: [false, true])
    func replacedMeanwhile(isFollowed: Bool) async throws {
        let store = RecordingTokenStore(Self.credentials(1))
        let writer = TokenWriter(store, AccountScope())
        _ = try await writer.load()
        let calls = Locked(0)
        writer.write(nil) { [self] in
            let isWriting = calls.withLock { calls in
                calls += 1
                return calls == 2
            }
            // The session follows the other process just before or after it is asked.
            if isWriting { writer.noteKept(Self.credentials(2)) }
            return wanted(Self.credentials(isWriting && isFollowed ? 2 : 1), in: 0)
        }
        try await writer.waitUntilWritten()
        #expect(store.log.saved.isEmpty)
    }

    @Test("Tokens whose renewal was just stored are not replaced by used ones") func usedMeanwhile() async throws {
        let store = RecordingTokenStore(Self.credentials(2))
        let writer = TokenWriter(store, AccountScope())
        _ = try await writer.load()
        writer.noteKept(Self.credentials(2), insteadOf: Self.credentials(1))
        let calls = Locked(0)
        writer.write(nil) { [self] in
            let isWriting = calls.withLock { calls in
                calls += 1
                return calls == 2
            }
            if isWriting { writer.noteKept(Self.credentials(3)) }
            return wanted(Self.credentials(1), in: 0)
        }
        try await writer.waitUntilWritten()
        #expect(store.log.saved.isEmpty)
    }

    @Test("A write that the system refuses is a failure, and is repeated by the next one") func refused() async throws {
        let store = RecordingTokenStore(Self.credentials(1))
        let isRefusing = Locked(false)
        let queue = SerialQueue("test") { thread, body in
            thread.async { body(isRefusing.withLock { $0 } ? NoticeBoardError(.storeBusy) : nil) }
        }
        let writer = TokenWriter(store, AccountScope(), queue: queue)
        _ = try await writer.load()
        let session = session(2)
        isRefusing.withLock { $0 = true }
        writer.write(self.session(1))
        // Nothing is to be written.
        try await writer.waitUntilWritten()
        writer.write(session)
        let error = await #expect(throws: NoticeBoardError.self) { try await writer.waitUntilWritten() }
        #expect(error?.code == .storeBusy)
        isRefusing.withLock { $0 = false }
        writer.write(session)
        try await writer.waitUntilWritten()
        #expect(store.log.saved == [Self.credentials(2)])
    }
}
