import Foundation
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardBase

/// Account scopes over one directory, launched repeatedly.
///
/// An account's data is a directory with one file.
@Suite("AccountScope across launches", .serialized, .inTurn, .timeLimit(.minutes(2))) struct AccountScopeLaunchTests {
    private let folder = ScratchFolder.url("account-scope")
    private let files = FaultyFiles()

    private func launch() -> AccountScope { AccountScope(directory: folder, files: files) }
    private func data(of account: String) -> URL { folder.appendingPathComponent("data-\(account)") }
    private func hasData(_ account: String) -> Bool { FileManager.default.fileExists(atPath: data(of: account).path) }

    /// Writes an account's data and registers it.
    private func write(_ account: String, _ scope: AccountScope) async throws {
        let data = data(of: account)
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try Data("secret".utf8).write(to: data.appendingPathComponent("file"))
        scope.register(for: account, erasing: [data])
        await scope.waitUntilErased()
    }

    @Test("Signing out erases the paths that an earlier launch registered") func unopened() async throws {
        let first = launch()
        first.signIn("a")
        try await write("a", first)
        let second = launch()
        second.restore("a")
        await second.waitUntilErased()
        #expect(hasData("a"))
        second.signOut()
        await second.waitUntilErased()
        #expect(!hasData("a"))
    }

    @Test("Retries a failed removal of a recorded path at the next launch") func notRemoved() async throws {
        let first = launch()
        first.signIn("a")
        try await write("a", first)
        // The first removal belongs to the scope's own file.
        files.plan(FileFault(.remove, 1))
        first.signOut()
        #expect(await first.waitUntilErased()?.detail == "Data of the account could not be removed.")
        await launch().waitUntilErased()
        #expect(!hasData("a"))
    }

    @Test("Data of a session expired in an earlier launch is erased only for another account", arguments: ["a", "b"])
    func expired(next: String) async throws {
        let first = launch()
        first.signIn("a")
        try await write("a", first)
        first.expire()
        await first.waitUntilErased()
        let second = launch()
        second.restore(nil)
        second.signIn(next)
        await second.waitUntilErased()
        #expect(hasData("a") == (next == "a"))
    }

    @Test("Switching accounts keeps an account's data until that account signs out") func turns() async throws {
        var scope = launch()
        scope.signIn("a")
        try await write("a", scope)
        scope.signOut(erasing: false)
        scope.signIn("b")
        try await write("b", scope)
        scope.signOut()
        await scope.waitUntilErased()
        #expect(hasData("a"))
        #expect(!hasData("b"))
        scope = launch()
        scope.restore(nil)
        scope.signIn("a")
        scope.signOut()
        await scope.waitUntilErased()
        #expect(!hasData("a"))
    }

    @Test("Removes a symbolic link in the data without following it") func link() async throws {
        let (scope, other) = (launch(), ScratchFolder.url("other"))
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
        try Data("kept".utf8).write(to: other.appendingPathComponent("kept"))
        scope.signIn("a")
        try await write("a", scope)
        try FileManager.default.createSymbolicLink(at: data(of: "a").appendingPathComponent("link"), withDestinationURL: other)
        scope.signOut()
        await scope.waitUntilErased()
        #expect(!hasData("a"))
        #expect(FileManager.default.fileExists(atPath: other.appendingPathComponent("kept").path))
    }

    @Test("A damaged scope file is treated as missing") func damaged() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: folder.appendingPathComponent("account.owner"))
        let scope = launch()
        scope.signIn("a")
        try await write("a", scope)
        scope.signOut()
        await scope.waitUntilErased()
        #expect(!hasData("a"))
    }

    @Test("Stores a path in the home directory relative to it") func home() async throws {
        let scope = launch()
        let path = URL(fileURLWithPath: NSHomeDirectory()).appendingPathComponent("noticeboard-no-such-folder")
        scope.signIn("a")
        scope.register(for: "a", erasing: [path])
        await scope.waitUntilErased()
        let text = try String(contentsOf: folder.appendingPathComponent("account.owner"), encoding: .utf8)
        #expect(text.contains("\"~/noticeboard-no-such-folder\""))
    }

    @Test("On a full disk a sign-out erases its own account, not one that an earlier launch left") func leftBefore()
        async throws
    {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(#"{"account":"ann","erasing":["bob"],"format":1,"paths":[]}"#.utf8)
            .write(to: folder.appendingPathComponent("account.owner"))
        files.plan(FileFault(.write, 0, ENOSPC, failsAllLater: true))
        let scope = launch()
        let erased = Locked(false)
        scope.restore("ann")
        scope.register(for: "ann", erase: { erased.withLock { $0 = true } })
        scope.signOut()
        await scope.waitUntilErased()
        #expect(erased.withLock { $0 })
    }

    @Test("On a full disk a sign-out erases the recorded account if none is known yet") func leftBeforeUnknown() async throws {
        for account in ["ann", "bob"] {
            try FileManager.default.createDirectory(at: data(of: account), withIntermediateDirectories: true)
        }
        let paths = ["ann", "bob"].map { #"{"account":"\#($0)","path":"\#(data(of: $0).path)"}"# }
        try Data(#"{"account":"ann","erasing":["bob"],"format":1,"paths":[\#(paths.joined(separator: ","))]}"#.utf8)
            .write(to: folder.appendingPathComponent("account.owner"))
        files.plan(FileFault(.write, 0, ENOSPC, failsAllLater: true))
        let scope = launch()
        scope.signOut()
        await scope.waitUntilErased()
        #expect(!hasData("ann"))
        #expect(!hasData("bob"))
    }

    // MARK: Kills

    /// Runs `change` with every file system call failing from the n-th on, for every n, then launches again.
    private func kill(_ change: (AccountScope) -> Void, _ check: (AccountScope, _ step: Int) async throws -> Void) async throws {
        for step in 0..<500 {
            try? FileManager.default.removeItem(at: folder)
            let scope = launch()
            scope.signIn("b")
            try await write("b", scope)
            scope.signOut(erasing: false)
            scope.signIn("a")
            try await write("a", scope)
            files.plan(FileFault(nil, step, EIO, failsAllLater: true))
            change(scope)
            await scope.waitUntilErased()
            let wasKilled = files.hits > 0
            files.plan()
            try await check(launch(), step)
            if !wasKilled {
                #expect(step > 5)
                return
            }
        }
        Issue.record("There was no end of the steps.")
    }

    @Test("A sign-out killed at any step leaves no data after another account signs in") func killedSignOut() async throws {
        try await kill {
            $0.signOut()
        } _: { scope, step in
            let wasCutOff = await scope.wasCutOff("a")
            if wasCutOff { #expect(!hasData("a"), "step \(step)") }
            scope.restore(nil)
            scope.signIn("c")
            await scope.waitUntilErased()
            #expect(!hasData("a"), "step \(step)")
            #expect(hasData("b"), "step \(step)")
        }
    }

    @Test("Killing another account's sign-in at any step leaves no data of the expired one") func killedSignIn()
        async throws
    {
        try await kill { scope in
            scope.expire()
            scope.signIn("b")
        } _: { scope, step in
            scope.restore("b")
            await scope.waitUntilErased()
            #expect(!hasData("a"), "step \(step)")
            #expect(hasData("b"), "step \(step)")
        }
    }

    // MARK: A random test against a model

    /// The expected state: accounts with data, the signed-in account and the account of an expired session.
    private struct Model {
        var data: Set<String> = []
        var signedIn: String?
        var left: String?

        mutating func signIn(_ account: String) {
            if let former = signedIn ?? left, former != account { data.remove(former) }
            (signedIn, left) = (account, nil)
        }
        mutating func expire() { if let account = signedIn { (signedIn, left) = (nil, account) } }
        mutating func signOut(erasing: Bool) {
            if erasing, let account = signedIn ?? left { data.remove(account) }
            (signedIn, left) = (nil, nil)
        }
    }

    @Test("Random operations keep and erase the same data as a model", arguments: 0..<8 as Range<UInt64>) func random(
        seed: UInt64
    )
        async throws
    {
        var random = SeededRandom(seed: seed)
        var (scope, model) = (launch(), Model())
        var steps: [String] = []
        for _ in 0..<30 {
            let account = ["a", "b", "c"].randomElement(using: &random) ?? "a"
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4:
                steps.append("in \(account)")
                scope.signIn(account)
                model.signIn(account)
            case 4..<7:
                guard let account = model.signedIn else { continue }
                steps.append("write")
                try await write(account, scope)
                model.data.insert(account)
            case 7:
                steps.append("expire")
                scope.expire()
                model.expire()
            case 8, 9:
                let isErasing = Bool.random(using: &random)
                steps.append("out \(isErasing)")
                scope.signOut(erasing: isErasing)
                model.signOut(erasing: isErasing)
            default:
                steps.append("launch")
                await scope.waitUntilErased()
                scope = launch()
                scope.restore(model.signedIn)
            }
            await scope.waitUntilErased()
            #expect(Set(["a", "b", "c"].filter(hasData)) == model.data, "seed \(seed): \(steps)")
        }
    }
}
