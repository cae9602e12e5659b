import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Where tokens are kept", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkTokenStoreTests {
    /// A folder of the test's own, in one that nobody has made yet.
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens \(UUID().uuidString)/a/b")
    private var file: String { folder.appendingPathComponent("link-tokens.json").path }
    private let old = Credentials(accessToken: .raw("access/1"), refreshToken: "refresh+1", account: "u1")
    private let new = Credentials(accessToken: .raw("access/2"), refreshToken: nil, account: "u\"2")

    private func cleaned(_ work: () throws -> Void) rethrows {
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent().deletingLastPathComponent()) }
        try work()
    }

    private func rights(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("What was saved is there, in another object too, until it is erased", arguments: ["memory", "file", "former"])
    func keeps(kind: String) throws {
        try cleaned {
            let memory = LinkMemoryTokens()
            let suite = "noticeboard.\(UUID().uuidString)"
            func store() -> any LinkTokenStore {
                switch kind {
                case "memory": memory
                case "file": LinkFileTokens(directory: folder)
                default:
                    LinkFormerTokens(
                        in: LinkFileTokens(directory: folder), keys: .init(access: "a", refresh: "r", user: "u"), suite: suite)
                }
            }
            #expect(try store().load() == nil)
            try store().save(nil)
            for credentials in [old, new, old] {
                try store().save(credentials)
                #expect(try store().load() == credentials)
            }
            try store().save(nil)
            #expect(try store().load() == nil)
            try store().save(nil)
        }
    }

    @Test("The file is for its owner alone, and so is each folder that was made for it") func isPrivate() throws {
        try cleaned {
            #expect(!FileManager.default.fileExists(atPath: folder.path))
            let store = LinkFileTokens(directory: folder)
            #expect(try store.load() == nil && !FileManager.default.fileExists(atPath: folder.path))
            try store.save(old)
            #expect(try rights(file) == 0o600 && rights(folder.path) == 0o700)
            #expect(try rights(folder.deletingLastPathComponent().path) == 0o700)
            #expect(
                try String(contentsOfFile: file, encoding: .utf8)
                    == #"{"access":"access/1","format":1,"refresh":"refresh+1","user":"u1"}"#)
            try store.save(nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("A file that others may read, or that has another name, is written anew for its owner alone") func mendsRights() throws
    {
        try cleaned {
            let store = LinkFileTokens(directory: folder)
            try store.save(old)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
            #expect(try store.load() == old)
            #expect(try rights(file) == 0o600)
            try FileManager.default.linkItem(atPath: file, toPath: file + ".copy")
            #expect(try store.load() == old)
            try store.save(new)
            #expect(try String(contentsOfFile: file + ".copy", encoding: .utf8).contains("access/1"))
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.referenceCount] as? Int == 1)
        }
    }

    @Test("What stands in the file's place is neither followed nor overwritten", arguments: ["link", "folder", "pipe"])
    func otherThings(kind: String) throws {
        try cleaned {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let target = folder.appendingPathComponent("target").path
            try Data("target".utf8).write(to: URL(fileURLWithPath: target))
            switch kind {
            case "link": try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: target)
            case "folder": try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: false)
            default: #expect(unsafe mkfifo(file, 0o600) == 0)
            }
            let store = LinkFileTokens(directory: folder)
            for work in [{ _ = try store.load() }, { try store.save(old) }, { try store.save(nil) }] {
                let error = #expect(throws: NoticeBoardError.self) { try work() }
                #expect(error?.code == .fileUnavailable && error?.detail.contains(folder.path) == false)
            }
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "target")
        }
    }

    @Test("A file that is cut anywhere, or holds something else, is damaged by name; a sign-in replaces it") func damage() throws
    {
        try cleaned {
            let store = LinkFileTokens(directory: folder)
            try store.save(old)
            let whole = try Data(contentsOf: URL(fileURLWithPath: file))
            let others = [
                "", "{}", "[]", #"{"format":1,"access":"","refresh":"r","user":"u"}"#,
                #"{"format":1,"access":"a b","refresh":"r","user":"u"}"#,
                #"{"format":1,"access":"a","refresh":"","user":"u"}"#, #"{"format":1,"access":"a","refresh":"r"}"#,
                #"{"format":1,"access":"a","refresh":"r","user":""}"#, String(repeating: " ", count: 70_000),
            ]
            for bytes in (0..<whole.count).map({ whole.prefix($0) }) + others.map({ Data($0.utf8) }) {
                try bytes.write(to: URL(fileURLWithPath: file))
                let error = #expect(throws: NoticeBoardError.self) { try store.load() }
                #expect(error?.code == .storeDamaged && error?.remedy == .signInAgain)
            }
            try store.save(new)
            #expect(try store.load() == new)
            try Data(#"{"format":2,"x":1}"#.utf8).write(to: URL(fileURLWithPath: file))
            let error = #expect(throws: NoticeBoardError.self) { try store.load() }
            #expect(error?.code == .storeTooNew)
        }
    }

    @Test(
        "Whichever call of the system fails, or is the last, the old tokens are there or the new, and no half file",
        arguments: [false, true])
    func faults(forGood: Bool) throws {
        try cleaned {
            let files = FaultyFiles()
            let store = LinkFileTokens(directory: folder, files: files)
            for (before, after) in [(nil, old), (old, new), (old, nil)] as [(Credentials?, Credentials?)] {
                var number = 0
                while true {
                    files.plan()
                    try store.save(nil)
                    if let before { try store.save(before) }
                    files.fail(number, forGood: forGood)
                    var failure: NoticeBoardError?
                    do { try store.save(after) } catch { failure = error as? NoticeBoardError ?? NoticeBoardError(.external) }
                    let count = files.calls.count
                    files.plan()
                    let kept = try LinkFileTokens(directory: folder).load()
                    #expect(kept == before || kept == after, "call \(number)")
                    if number >= count {
                        #expect(failure == nil && kept == after)
                        break
                    }
                    #expect(failure?.code == .fileUnavailable || kept == after, "call \(number)")
                    number += 1
                }
                #expect(number >= 3)
            }
        }
    }

    @Test("A new file is brought to the disk before it takes the old one's place, and so is its name") func order() throws {
        try cleaned {
            let files = FaultyFiles()
            let store = LinkFileTokens(directory: folder, files: files)
            try store.save(old)
            files.plan()
            try store.save(new)
            let steps = files.calls.filter { [.sync, .rename, .syncDirectory, .truncate].contains($0) }
            #expect(steps == [.sync, .rename, .syncDirectory])
            #expect(files.calls.lastIndex(of: .write) ?? .max < files.calls.firstIndex(of: .sync) ?? 0)
            files.plan()
            try store.save(nil)
            #expect(files.calls.last == .syncDirectory && files.calls.filter { $0 == .remove }.count == 4)
        }
    }

    @Test(
        "What the system says is told by name",
        arguments: [(ENOSPC, .storageFull), (EROFS, .storeReadOnly), (EACCES, .storeReadOnly), (EIO, .fileUnavailable)]
            as [(Int32, NoticeBoardError.Code)])
    func systemFaults(code: Int32, name: NoticeBoardError.Code) throws {
        try cleaned {
            let files = FaultyFiles()
            let store = LinkFileTokens(directory: folder, files: files)
            try store.save(old)
            files.plan()
            try store.save(old)
            files.plan(FileFault(.write, 0, code))
            let error = #expect(throws: NoticeBoardError.self) { try store.save(new) }
            #expect(error?.code == name)
            #expect(error?.detail.contains(folder.path) == false)
        }
    }

    @Test("Tokens that are protected while the device is locked are read when it is unlocked") func locked() throws {
        try cleaned {
            let files = FaultyFiles()
            let store = LinkFileTokens(directory: folder, files: files)
            try store.save(old)
            files.plan(FileFault(.open, 0, EPERM, isForGood: true))
            let reading = #expect(throws: NoticeBoardError.self) { _ = try store.load() }
            #expect(reading?.code == .fileUnavailable)
            #expect(reading?.remedy == .retry(after: nil))
            let writing = #expect(throws: NoticeBoardError.self) { try store.save(new) }
            #expect(writing?.code == .fileUnavailable)
            files.plan()
            #expect(try store.load() == old)
        }
    }

    // MARK: Tokens of a former version

    private static let keys = LinkFormerTokens.Keys(access: "accessToken", refresh: "refreshToken", user: "userID")

    private func defaults(_ suite: String, _ values: [String: String]) throws -> UserDefaults {
        let defaults = try #require(UserDefaults(suiteName: suite))
        for (key, value) in values { defaults.set(value, forKey: key) }
        return defaults
    }

    @Test("Tokens in UserDefaults are taken over once, and are gone from there when they are safe") func takesOver() throws {
        let suite = "noticeboard.\(UUID().uuidString)"
        let defaults = try defaults(suite, ["accessToken": "a", "refreshToken": "r", "userID": "u", "theme": "dark"])
        defer { defaults.removePersistentDomain(forName: suite) }
        let store = WatchedTokens()
        let former = LinkFormerTokens(in: store, keys: Self.keys, suite: suite)
        store.fail(NoticeBoardError(.storageFull))
        #expect(throws: NoticeBoardError.self) { try former.load() }
        store.fail(nil)
        let taken = Credentials(accessToken: .raw("a"), refreshToken: "r", account: "u")
        #expect(try former.load() == taken)
        #expect(store.kept == taken && store.log.saved.count == 1)
        for key in ["accessToken", "refreshToken", "userID"] { #expect(defaults.object(forKey: key) == nil) }
        #expect(defaults.string(forKey: "theme") == "dark")
        // What the store holds from then on counts, whatever stands there.
        try former.save(new)
        defaults.set("a2", forKey: "accessToken")
        #expect(try former.load() == new)
        #expect(defaults.object(forKey: "accessToken") == nil)
    }

    @Test("Where the store cannot take them they stay, and are used all the same") func cannotTakeOver() throws {
        struct Full: LinkTokenStore {
            func load() -> Credentials? { nil }
            func save(_ credentials: Credentials?) throws { throw NoticeBoardError(.storageFull) }
        }
        let suite = "noticeboard.\(UUID().uuidString)"
        let defaults = try defaults(suite, ["accessToken": "a", "refreshToken": "r", "userID": "u"])
        defer { defaults.removePersistentDomain(forName: suite) }
        let former = LinkFormerTokens(in: Full(), keys: Self.keys, suite: suite)
        #expect(try former.load()?.account == "u")
        #expect(try former.load()?.account == "u")
        // Signing out erases them whatever the store says.
        #expect(throws: NoticeBoardError.self) { try former.save(nil) }
        #expect(try former.load() == nil)
    }

    @Test("Whose the tokens of a former version are is asked of the service, where it kept no ID", arguments: [false, true])
    func withoutID(isExpired: Bool) async throws {
        let simulator = LinkSimulator()
        let first = try directSession(simulator)
        let user = try await first.signIn(email: "user1@example.com", password: "password1")
        let anonymousClient = LinkClient(
            LinkClient.Configuration(baseURL: PictureBench.url, key: simulator.key), transport: simulator)
        let tokens = try await anonymousClient.logIn(email: "user1@example.com", password: "password1")
        let suite = "noticeboard.\(UUID().uuidString)"
        let defaults = try defaults(
            suite, ["accessToken": tokens.accessToken.headerValue, "refreshToken": tokens.refreshToken ?? ""])
        defer { defaults.removePersistentDomain(forName: suite) }
        if isExpired { simulator.expireTokens() }
        let store = WatchedTokens()
        let keys = LinkFormerTokens.Keys(access: "accessToken", refresh: "refreshToken")
        let session = try directSession(simulator, LinkFormerTokens(in: store, keys: keys, suite: suite))
        #expect(try await session.restore() == .signedIn(user: user))
        #expect(store.kept?.account == user)
        #expect(defaults.object(forKey: "accessToken") == nil)
    }

    @Test("Tokens of a former version whose session is over are forgotten, and those of a network that is down are kept")
    func withoutIDNorAnswer() async throws {
        let simulator = LinkSimulator()
        let suite = "noticeboard.\(UUID().uuidString)"
        let defaults = try defaults(suite, ["accessToken": "a", "refreshToken": "r"])
        defer { defaults.removePersistentDomain(forName: suite) }
        let keys = LinkFormerTokens.Keys(access: "accessToken", refresh: "refreshToken")
        let session = try directSession(simulator, LinkFormerTokens(in: WatchedTokens(), keys: keys, suite: suite))
        simulator.answer("GET /profile/me", with: .failure(NoticeBoardError(.noNetwork)))
        await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(session.state == .restoring)
        #expect(defaults.string(forKey: "accessToken") == "a")
        simulator.answer("GET /profile/me", with: nil)
        #expect(try await session.restore() == .signedOut)
        #expect(session.state == .signedOut)
    }

    @Test(
        "What is not whole is not taken over",
        arguments: [
            ["accessToken": "a", "userID": "u"], ["accessToken": "", "refreshToken": "r", "userID": "u"],
            ["accessToken": "a b", "refreshToken": "r", "userID": "u"],
        ])
    func notWhole(values: [String: String]) throws {
        let suite = "noticeboard.\(UUID().uuidString)"
        let defaults = try defaults(suite, values)
        defer { defaults.removePersistentDomain(forName: suite) }
        let store = WatchedTokens()
        #expect(try LinkFormerTokens(in: store, keys: Self.keys, suite: suite).load() == nil)
        #expect(store.log.saved.isEmpty)
    }
}
