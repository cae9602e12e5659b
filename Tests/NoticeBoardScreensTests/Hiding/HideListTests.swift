import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardScreens

@MainActor @Suite("Hide list", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HideListTests {
    private typealias Hides = HideList<Person, Int>
    private let folder = ScratchFolder.url("hides")
    private let scope = AccountScope()
    private let blocked = Person(id: "b", name: "Bea")

    private func launch(_ account: String = "me", files: any FileSystem = POSIXFileSystem()) -> Hides {
        if scope.state != .signedIn(account: account) { scope.restore(account) }
        return Hides(in: folder, scope: scope, me: "me", files: files)
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    @Test("A block survives the launch") func survives() async throws {
        let first = launch()
        first.block(blocked)
        first.hide(item: 3)
        await first.settled()
        let second = launch()
        #expect(try await second.whenRead() == HiddenContent(blocked: [blocked], items: [3]))
    }

    @Test("Unhiding a person unblocks and unmutes them in one change") func unhide() async throws {
        let hides = launch()
        _ = try await hides.whenRead()
        hides.block(blocked)
        hides.mute(Person(id: "m"))
        var seen: [HiddenContent<Person, Int>] = []
        let observation = hides.observe { seen.append($0) }
        hides.unhide("b")
        #expect(hides.state == HiddenContent(muted: [Person(id: "m")]))
        #expect(seen.count == 2)
        observation.cancel()
    }

    @Test("Hidden items are shown again one by one or all at once") func unhideItems() async throws {
        let hides = launch()
        _ = try await hides.whenRead()
        for item in 1...3 { hides.hide(item: item) }
        hides.unhide(item: 2)
        #expect(hides.state.items == [1, 3])
        hides.unhideItems()
        #expect(hides.state.isEmpty)
    }

    @Test("Nobody hides themselves or their own items") func own() async throws {
        let hides = launch()
        _ = try await hides.whenRead()
        hides.block(Person(id: "me"))
        hides.mute(Person(id: "me"))
        hides.hide(item: 1, by: "me")
        #expect(hides.state.isEmpty)
    }

    @Test("A list shows no rows before the hidden content was read") func heldBack() async throws {
        let first = launch()
        first.block(blocked)
        await first.settled()
        let files = FaultyFiles()
        files.plan(FileFault(.open, 0, EPERM, failsAllLater: true))
        let hides = launch(files: files)
        let feed = Feed<Topic> { _ in Page(items: [Topic(id: 1, author: Person(id: "b")), Topic(id: 2)]) }
        let hiding = hides.hide(in: feed, author: { $0.author.id }, id: { $0.id })
        feed.open()
        await feed.firstState { $0.isLoaded }
        #expect(hides.shown(feed.state).items.isEmpty)
        _ = try? await hides.whenRead()
        #expect(hides.shown(feed.state).items.isEmpty)
        #expect(hides.shown(feed.state).failure?.code == .fileUnavailable)
        files.plan()
        hides.retry()
        await hides.reading.firstState { $0 == .idle }
        #expect(hides.shown(feed.state).items.map(\.id) == [2])
        hiding.cancel()
    }

    @Test("A change before the content was read is added to it") func early() async throws {
        let first = launch()
        first.block(blocked)
        await first.settled()
        let second = launch()
        second.hide(item: 9)
        #expect(second.state.items == [9])
        #expect(try await second.whenRead() == HiddenContent(blocked: [blocked], items: [9]))
    }

    @Test("A change that could not be saved applies, is reported, and is saved with the next one") func full() async throws {
        let files = FaultyFiles()
        scope.restore("me")
        var failures: [NoticeBoardError.Code] = []
        let hides = Hides(in: folder, scope: scope, me: "me", files: files) { failures.append($0.code) }
        _ = try await hides.whenRead()
        files.fail(0, ENOSPC, failsAllLater: true)
        hides.block(blocked)
        #expect(await eventually { hides.failure != nil })
        #expect(failures == [.storageFull])
        #expect(hides.state.isBlocked("b"))
        files.plan()
        hides.hide(item: 1)
        #expect(await eventually { hides.failure == nil })
        let later = launch()
        #expect(try await later.whenRead() == HiddenContent(blocked: [blocked], items: [1]))
    }

    @Test("A block before the content was read shows the lists, also on a full disk") func fullEarly() async throws {
        let first = launch()
        first.hide(item: 3)
        await first.settled()
        let files = FaultyFiles()
        files.plan(FileFault(.write, 0, ENOSPC, failsAllLater: true))
        var failures: [NoticeBoardError.Code] = []
        let hides = Hides(in: folder, scope: scope, me: "me", files: files) { failures.append($0.code) }
        hides.block(blocked)
        _ = try? await hides.whenRead()
        #expect(hides.reading.state == .idle)
        #expect(hides.state == HiddenContent(blocked: [blocked], items: [3]))
        #expect(hides.failure?.code == .storageFull)
        #expect(failures == [.storageFull])
        files.plan()
        hides.hide(item: 4)
        #expect(await eventually { hides.failure == nil })
        #expect(try await launch().whenRead() == HiddenContent(blocked: [blocked], items: [3, 4]))
    }

    @Test("A damaged file is replaced after a retry") func damaged() async throws {
        let first = launch()
        first.block(blocked)
        await first.settled()
        let name = try #require(files.first { $0.hasSuffix(".json") })
        try Data("{".utf8).write(to: folder.appendingPathComponent(name))
        let second = launch()
        let error = await #expect(throws: NoticeBoardError.self) { try await second.whenRead() }
        #expect(error?.code == .storeDamaged)
        second.retry()
        #expect(try await second.whenRead() == HiddenContent())
    }

    @Test("The file's name does not contain the account's ID") func fileName() async throws {
        let hides = launch("account7")
        hides.hide(item: 1)
        await hides.settled()
        #expect(!files.isEmpty)
        #expect(files.allSatisfy { !$0.contains("account7") })
    }

    @Test("A sign-out empties the list at once and erases its file") func signedOut() async throws {
        let hides = launch()
        hides.block(blocked)
        await hides.settled()
        #expect(files.contains { $0.hasSuffix(".json") })
        scope.signOut()
        #expect(hides.state.isEmpty)
        await scope.waitUntilErased()
        #expect(!files.contains { $0.hasSuffix(".json") })
        hides.block(Person(id: "c"))
        await hides.settled()
        #expect(hides.state.isEmpty)
        #expect(!files.contains { $0.hasSuffix(".json") })
    }

    @Test("A sign-out erases the file of a list that was released while it was saved") func released() async throws {
        scope.restore("me")
        let files = HeldWrites()
        var hides: Hides? = Hides(in: folder, scope: scope, me: "me", files: files)
        hides?.block(blocked)
        await files.writes.firstValue { $0 > 0 }
        hides = nil
        scope.signOut()
        let erasure = Task { [scope] in await scope.waitUntilErased() }
        await letOtherTasksRun()
        files.letGo()
        _ = await erasure.value
        await files.renames.firstValue { $0 > 0 }
        #expect(!self.files.contains { $0.hasSuffix(".json") })
    }

    @Test("An expired session keeps the file for the same account") func expired() async throws {
        let hides = launch()
        hides.block(blocked)
        await hides.settled()
        scope.expire()
        await scope.waitUntilErased()
        #expect(hides.state.isEmpty)
        scope.signIn("me")
        #expect(try await launch().whenRead().isBlocked("b"))
    }

    @Test("Without a folder the content lives as long as the list") func memory() async throws {
        let hides = Hides(in: nil)
        hides.hide(item: 4)
        #expect(try await hides.whenRead().items == [4])
    }
}
