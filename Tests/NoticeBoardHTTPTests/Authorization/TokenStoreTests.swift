import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Token stores", .serialized, .inTurn, .timeLimit(.minutes(1))) struct TokenStoreTests {
    /// A folder for this test inside folders that do not exist yet.
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens \(UUID().uuidString)/a/b")
    private var file: String { folder.appendingPathComponent("tokens.json").path }
    private let old = Credentials(accessToken: .raw("access/1"), refreshToken: "refresh+1", account: "u1")
    private let new = Credentials(accessToken: .raw("access/2"), refreshToken: nil, account: "u\"2")

    private func cleaned(_ work: () throws -> Void) rethrows {
        defer { try? FileManager.default.removeItem(at: folder.deletingLastPathComponent().deletingLastPathComponent()) }
        try work()
    }

    private func rights(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test("Stored credentials persist across instances until erased", arguments: ["memory", "file"])
    func keeps(kind: String) throws {
        try cleaned {
            let memory = MemoryTokenStore()
            func store() -> any TokenStore { kind == "memory" ? memory : FileTokenStore(directory: folder) }
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

    @Test("The token file and its new folders are accessible only to their owner") func isPrivate() throws {
        try cleaned {
            #expect(!FileManager.default.fileExists(atPath: folder.path))
            let store = FileTokenStore(directory: folder)
            #expect(try store.load() == nil)
            #expect(!FileManager.default.fileExists(atPath: folder.path))
            try store.save(old)
            #expect(try rights(file) == 0o600)
            #expect(try rights(folder.path) == 0o700)
            #expect(try rights(folder.deletingLastPathComponent().path) == 0o700)
            #expect(
                try String(contentsOfFile: file, encoding: .utf8)
                    == #"{"access":"access/1","format":1,"refresh":"refresh+1","user":"u1"}"#)
            try store.save(nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    @Test("Rewrites a file that others can read or that has a second name") func mendsRights() throws {
        try cleaned {
            let store = FileTokenStore(directory: folder)
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

    @Test("Neither follows nor overwrites a link, a folder or a pipe in the file's place", arguments: ["link", "folder", "pipe"])
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
            let store = FileTokenStore(directory: folder)
            for work in [{ _ = try store.load() }, { try store.save(old) }, { try store.save(nil) }] {
                let error = #expect(throws: NoticeBoardError.self) { try work() }
                #expect(error?.code == .fileUnavailable)
                #expect(error?.detail.contains(folder.path) == false)
            }
            #expect(try String(contentsOfFile: target, encoding: .utf8) == "target")
        }
    }

    @Test("Reports a damaged file, which a save replaces") func damage() throws {
        try cleaned {
            let store = FileTokenStore(directory: folder)
            try store.save(old)
            let whole = try Data(contentsOf: URL(fileURLWithPath: file))
            let others = [
                "", "{}", "[]", #"{"format":1,"access":"","refresh":"r","user":"u"}"#,
                #"{"format":1,"access":"a\nb","refresh":"r","user":"u"}"#,
                #"{"format":1,"access":"a","refresh":"","user":"u"}"#, String(repeating: " ", count: 70_000),
            ]
            for bytes in (0..<whole.count).map({ whole.prefix($0) }) + others.map({ Data($0.utf8) }) {
                try bytes.write(to: URL(fileURLWithPath: file))
                let error = #expect(throws: NoticeBoardError.self) { try store.load() }
                #expect(error?.code == .storeDamaged)
                #expect(error?.remedy == .signInAgain)
            }
            try store.save(new)
            #expect(try store.load() == new)
            try Data(#"{"format":2,"x":1}"#.utf8).write(to: URL(fileURLWithPath: file))
            let error = #expect(throws: NoticeBoardError.self) { try store.load() }
            #expect(error?.code == .storeTooNew)
        }
    }

    @Test(
        "A failed system call leaves either the old or the new tokens",
        arguments: [false, true])
    func faults(forGood: Bool) throws {
        try cleaned {
            let files = FaultyFiles()
            let store = FileTokenStore(directory: folder, files: files)
            for (before, after) in [(nil, old), (old, new), (old, nil)] as [(Credentials?, Credentials?)] {
                var number = 0
                while true {
                    files.plan()
                    try store.save(nil)
                    if let before { try store.save(before) }
                    files.fail(number, failsAllLater: forGood)
                    var failure: NoticeBoardError?
                    do { try store.save(after) } catch { failure = error as? NoticeBoardError ?? NoticeBoardError(.external) }
                    let count = files.calls.count
                    files.plan()
                    let kept = try FileTokenStore(directory: folder).load()
                    #expect(kept == before || kept == after, "call \(number)")
                    if number >= count {
                        #expect(failure == nil)
                        #expect(kept == after)
                        break
                    }
                    #expect(failure?.code == .fileUnavailable || kept == after, "call \(number)")
                    number += 1
                }
                #expect(number >= 3)
            }
        }
    }

    @Test("Syncs a new file before the rename and its folder afterwards") func order() throws {
        try cleaned {
            let files = FaultyFiles()
            let store = FileTokenStore(directory: folder, files: files)
            try store.save(old)
            files.plan()
            try store.save(new)
            let steps = files.calls.filter { [.sync, .rename, .syncDirectory, .truncate].contains($0) }
            #expect(steps == [.sync, .rename, .syncDirectory])
            #expect(files.calls.lastIndex(of: .write) ?? .max < files.calls.firstIndex(of: .sync) ?? 0)
            files.plan()
            try store.save(nil)
            #expect(files.calls.last == .syncDirectory)
            #expect(files.calls.filter { $0 == .remove }.count == 4)
        }
    }

    @Test(
        "Maps system errors to named error codes",
        arguments: [(ENOSPC, .storageFull), (EROFS, .storeReadOnly), (EACCES, .storeReadOnly), (EIO, .fileUnavailable)]
            as [(Int32, NoticeBoardError.Code)])
    func systemFaults(code: Int32, name: NoticeBoardError.Code) throws {
        try cleaned {
            let files = FaultyFiles()
            let store = FileTokenStore(directory: folder, files: files)
            try store.save(old)
            files.plan()
            try store.save(old)
            files.plan(FileFault(.write, 0, code))
            let error = #expect(throws: NoticeBoardError.self) { try store.save(new) }
            #expect(error?.code == name)
            #expect(error?.detail.contains(folder.path) == false)
        }
    }

    @Test("Reads tokens protected by the device lock once it is unlocked") func locked() throws {
        try cleaned {
            let files = FaultyFiles()
            let store = FileTokenStore(directory: folder, files: files)
            try store.save(old)
            files.plan(FileFault(.open, 0, EPERM, failsAllLater: true))
            let reading = #expect(throws: NoticeBoardError.self) { _ = try store.load() }
            #expect(reading?.code == .fileUnavailable)
            #expect(reading?.remedy == .retry(after: nil))
            let writing = #expect(throws: NoticeBoardError.self) { try store.save(new) }
            #expect(writing?.code == .fileUnavailable)
            files.plan()
            #expect(try store.load() == old)
        }
    }

    @Test("Stores every property of the credentials") func whole() throws {
        try cleaned {
            let whole = Credentials(
                accessToken: .bearer("t"), refreshToken: "r", account: nil,
                expiresAt: Date(timeIntervalSince1970: 1_700_000_000.5))
            try FileTokenStore(directory: folder).save(whole)
            #expect(try FileTokenStore(directory: folder).load() == whole)
        }
    }

    @Test("Erases tokens of a removed installation only once") func reinstallation() throws {
        try cleaned {
            let (store, marker) = (MemoryTokenStore(old), folder.appendingPathComponent("installed"))
            try store.eraseAfterReinstallation(marker: marker)
            #expect(store.load() == nil)
            store.save(new)
            try store.eraseAfterReinstallation(marker: marker)
            #expect(store.load() == new)
        }
    }

    @Test("Retries a failed erasure of a removed installation's tokens at the next launch") func stuck() throws {
        try cleaned {
            let (store, marker) = (RecordingTokenStore(old), folder.appendingPathComponent("installed"))
            store.fail(NoticeBoardError(.fileUnavailable))
            #expect(throws: NoticeBoardError.self) { try store.eraseAfterReinstallation(marker: marker) }
            store.fail(nil)
            try store.eraseAfterReinstallation(marker: marker)
            #expect(store.kept == nil)
        }
    }
}
