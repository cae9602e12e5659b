import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardHTTP

/// Sessions that share a folder, like an app and its extension.
@Suite("A folder of a shared session", .serialized, .inTurn, .timeLimit(.minutes(1))) final class SharedFolderTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shared-\(UUID().uuidString)")
    private let store = MemoryTokenStore(SharedFolderTests.credentials(1))

    deinit {
        try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        try? FileManager.default.removeItem(at: folder)
    }

    private static func credentials(_ number: Int) -> Credentials {
        Credentials(accessToken: .bearer("a\(number)"), refreshToken: "r\(number)", account: "7")
    }

    private var file: URL { folder.appendingPathComponent("session.lease") }

    private func makeSession(_ takeovers: Locked<Int> = Locked(0)) -> TokenSession {
        let sharing = SessionSharing(folder: folder, lease: 1) { takeovers.withLock { $0 += 1 } }
        return TokenSession(store: store, sharedIn: sharing) { old in
            Self.credentials((Int(old.refreshToken?.dropFirst() ?? "") ?? 0) + 1)
        }
    }

    private func write(_ text: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    @Test("A missing folder is created") func missing() async throws {
        let session = makeSession()
        try await session.restore()
        try await session.renew()
        #expect(store.load() == Self.credentials(2))
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test("The file names no token and no account") func secrets() async throws {
        let session = makeSession()
        session.signIn(Credentials(accessToken: .bearer("SECRETA"), refreshToken: "SECRETR", account: "SECRETU"))
        try await session.waitUntilStored()
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("SECRET"))
    }

    @Test("Two sessions never renew the same token") func once() async throws {
        let asked = Locked<[String]>([])
        let makeSession = { [store, folder] in
            TokenSession(store: store, sharedIn: folder) { old in
                asked.withLock { $0.append(old.refreshToken ?? "") }
                return Self.credentials((Int(old.refreshToken?.dropFirst() ?? "") ?? 0) + 1)
            }
        }
        let sessions = [makeSession(), makeSession()]
        for session in sessions { try await session.restore() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in sessions { group.addTask { for _ in 0..<10 { try await session.renew() } } }
            try await group.waitForAll()
        }
        let sent = asked.withLock { $0 }
        #expect(Set(sent).count == sent.count)
        #expect(store.load() == Self.credentials(sent.count + 1))
    }

    @Test(
        "A damaged file leaves the session signed in, and its tokens doubtful",
        arguments: [
            "", "{", "{}", "[]", "null", #"{"format":1}"#, #"{"format":"1","epoch":7}"#,
            #"{"epoch":"","format":-9,"tokens":1e999}"#,
            String(repeating: "a", count: 40_000),
        ])
    func damaged(text: String) async throws {
        let takeovers = Locked(0)
        let session = makeSession(takeovers)
        try await session.restore()
        try write(text)
        try await session.renew()
        #expect(store.load() == Self.credentials(2))
        #expect(takeovers.withLock { $0 } == 1)
    }

    @Test("A file that is damaged before the launch does not sign out") func damagedBefore() async throws {
        try write(#"{"epoch":"x","form"#)
        let session = makeSession()
        #expect(try await session.restore())
    }

    @Test(
        "Numbers that are too large are damage",
        arguments: ["99999999999999999999", "4294967296", "-1", "1e400", "null", #""1""#])
    func numbers(number: String) async throws {
        try write(
            #"{"epoch":"","format":1,"tokens":"","lease":{"asked":"x","deadline":9e99,"owner":{"boot":"","id":"","#
                + #""process":\#(number),"space":"","started":""}}}"#)
        let session = makeSession()
        try await session.restore()
        try await session.renew()
        #expect(store.load() == Self.credentials(2))
    }

    @Test("The file of a newer version stops renewals, and stays") func newer() async throws {
        let session = makeSession()
        try await session.restore()
        try write(#"{"format":2}"#)
        let error = await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        #expect(error?.code == .storeTooNew)
        #expect(session.credentials == Self.credentials(1))
        #expect(try String(contentsOf: file, encoding: .utf8) == #"{"format":2}"#)
    }

    @Test("A symbolic link in place of the file is not followed") func link() async throws {
        let session = makeSession()
        try await session.restore()
        try? FileManager.default.removeItem(at: file)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "/dev/null")
        await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        #expect(session.credentials == Self.credentials(1))
    }

    @Test("A removed file leaves the session signed in") func removed() async throws {
        let session = makeSession()
        try await session.restore()
        try await session.renew()
        try FileManager.default.removeItem(at: folder)
        try await session.renew()
        #expect(store.load() == Self.credentials(3))
    }

    @Test("After a sign-out, tokens that are left in the store are not used, and are erased") func leftTokens() async throws {
        let first = makeSession()
        try await first.restore()
        first.signOut()
        try await first.waitUntilStored()
        store.save(Self.credentials(1))
        #expect(try await !makeSession().restore())
        #expect(store.load() == nil)
    }

    @Test("A process that did not run at the sign-out erases its data at its next launch") func erasesLater() async throws {
        let own = folder.appendingPathComponent("own")
        // The widget's own session of before, which does not follow the others.
        let widget = TokenSession(store: store, scope: AccountScope(directory: own)) { $0 }
        try await widget.restore()
        await widget.scope.waitUntilErased()
        let app = makeSession()
        try await app.restore()
        app.signOut()
        try await app.waitUntilStored()
        let erased = Locked(false)
        let later = TokenSession(
            store: store, sharedIn: SessionSharing(folder: folder), scope: AccountScope(directory: own)
        ) { $0 }
        _ = later.scope.register(erase: { erased.withLock { $0 = true } })
        try await later.restore()
        await later.scope.waitUntilErased()
        #expect(erased.withLock { $0 })
    }

    // MARK: Faults of the disk

    /// A session whose file is on a disk with faults.
    private func makeSession(on files: FaultyFiles<POSIXFileSystem>, asked: Locked<Int>) -> TokenSession {
        let sharing = SessionSharing(
            file: SharedRecordOnDisk(folder: folder, name: "session", files: files), lease: 1, time: .system,
            clock: MachineClock.now, isGone: \.isGone)
        return TokenSession(store: store, sharedIn: sharing) { _ in
            asked.withLock { $0 += 1 }
            return Self.credentials(2)
        }
    }

    @Test("Nothing is sent while the lease cannot be written", arguments: [ENOSPC, EROFS, EACCES, EIO])
    func unwritable(code: Int32) async throws {
        let (files, asked) = (FaultyFiles(), Locked(0))
        let session = makeSession(on: files, asked: asked)
        try await session.restore()
        files.plan(FileFault(.write, 0, code, failsAllLater: true))
        await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        #expect(asked.withLock { $0 } == 0)
        #expect(session.credentials == Self.credentials(1))
        files.plan()
        try await session.renew()
        #expect(session.credentials == Self.credentials(2))
    }

    @Test("A sign-out on a full disk ends the other processes") func fullDisk() async throws {
        let (files, asked) = (FaultyFiles(), Locked(0))
        let session = makeSession(on: files, asked: asked)
        let other = makeSession()
        try await session.restore()
        try await other.restore()
        try await other.renew()
        files.plan(FileFault(.write, 0, ENOSPC, failsAllLater: true))
        session.signOut()
        await #expect(throws: NoticeBoardError.self) { try await session.waitUntilStored() }
        #expect(store.load() == nil)
        await #expect(throws: NoticeBoardError.self) { try await other.renew() }
        #expect(other.credentials == nil)
    }

    @Test("Nothing is sent while the store cannot be read") func brokenStore() async throws {
        let (store, asked) = (RecordingTokenStore(Self.credentials(1)), Locked(0))
        let session = TokenSession(store: store, sharedIn: folder) { _ in
            asked.withLock { $0 += 1 }
            return Self.credentials(2)
        }
        try await session.restore()
        store.fail(NoticeBoardError(.fileUnavailable))
        await #expect(throws: NoticeBoardError.self) { try await session.renew() }
        #expect(asked.withLock { $0 } == 0)
        #expect(session.credentials == Self.credentials(1))
    }

    @Test("Tokens that cannot be stored stay in use, and no other process renews the former ones") func unsaved() async throws {
        let store = RecordingTokenStore(Self.credentials(1))
        let sharing = SessionSharing(folder: folder, lease: 0.05)
        let (asked, isFailing) = (Locked(0), Locked(true))
        let refresh: @Sendable (Credentials) async throws -> Credentials = { old in
            asked.withLock { $0 += 1 }
            if isFailing.withLock({ $0 }) { store.fail(NoticeBoardError(.fileUnavailable)) }
            return Self.credentials((Int(old.refreshToken?.dropFirst() ?? "") ?? 0) + 1)
        }
        let session = TokenSession(store: store, sharedIn: sharing, refresh: refresh)
        let other = TokenSession(store: store, sharedIn: sharing, refresh: refresh)
        try await session.restore()
        try await other.restore()
        try await session.renew()
        #expect(session.credentials == Self.credentials(2))
        #expect(store.kept == Self.credentials(1))
        store.fail(nil)
        isFailing.withLock { $0 = false }
        try await session.waitUntilStored()
        #expect(store.kept == Self.credentials(2))
        #expect(await eventually { other.credentials == Self.credentials(2) })
        #expect(asked.withLock { $0 } == 1)
    }

    /// A record whose lock another process may hold.
    private struct BusyRecord: SharedRecordFile {
        let base: any SharedRecordFile
        let isBusy: Locked<Bool>

        func status() throws -> FileStatus? { try base.status() }
        func read() throws -> SharedRecord { try base.read() }
        func change<Result>(_ body: (inout SharedRecord) throws -> Result) throws -> Result {
            if isBusy.withLock({ $0 }) { throw NoticeBoardError(.storeBusy) }
            return try base.change(body)
        }
        func remove() { base.remove() }
        func watch(_ changed: @escaping @Sendable () -> Void) -> (any Sendable & AnyObject)? { base.watch(changed) }
    }

    @Test("A sign-out while another process holds the lock erases the tokens only later") func busy() async throws {
        let isBusy = Locked(false)
        let record = BusyRecord(base: SharedRecordOnDisk(folder: folder, name: "session"), isBusy: isBusy)
        let sharing = SessionSharing(
            file: record, lease: 1, time: .system, clock: MachineClock.now, isGone: \.isGone)
        let session = TokenSession(store: store, sharedIn: sharing) { $0 }
        try await session.restore()
        isBusy.withLock { $0 = true }
        session.signOut()
        let error = await #expect(throws: NoticeBoardError.self) { try await session.waitUntilStored() }
        #expect(error?.code == .storeBusy)
        #expect(store.load() == Self.credentials(1))
        isBusy.withLock { $0 = false }
        try await session.waitUntilStored()
        #expect(store.load() == nil)
    }

    @Test("A service's refusal on a full disk erases no tokens, which may be another account's") func refusedOnFullDisk()
        async throws
    {
        let files = FaultyFiles()
        let sharing = SessionSharing(
            file: SharedRecordOnDisk(folder: folder, name: "session", files: files), lease: 1, time: .system,
            clock: MachineClock.now, isGone: \.isGone)
        let session = TokenSession(
            store: store, sharedIn: sharing, rules: SessionRules(expired: [], ended: [401], refused: [])
        ) { $0 }
        try await session.restore()
        files.plan(FileFault(.write, 0, ENOSPC, failsAllLater: true))
        let stub = StubTransport { _ in HTTPResponse(status: 401) }
        let client = APIClient(baseURL: try #require(URL(string: "https://host.example")), transport: stub)
        await #expect(throws: NoticeBoardError.self) {
            try await client.authorized(by: session).response(for: .get("data"))
        }
        await #expect(throws: NoticeBoardError.self) { try await session.waitUntilStored() }
        #expect(store.load() == Self.credentials(1))
        #expect(session.credentials == nil)
    }

    @Test("A record of a sign-out stays if the store cannot be changed") func brokenStoreAtSignOut() async throws {
        let store = RecordingTokenStore(Self.credentials(1))
        let session = TokenSession(store: store, sharedIn: folder) { $0 }
        try await session.restore()
        store.fail(NoticeBoardError(.fileUnavailable))
        session.signOut()
        await #expect(throws: NoticeBoardError.self) { try await session.waitUntilStored() }
        store.fail(nil)
        // The next launch does not use the tokens that were left.
        #expect(try await !TokenSession(store: store, sharedIn: folder) { $0 }.restore())
        #expect(store.kept == nil)
    }
}
