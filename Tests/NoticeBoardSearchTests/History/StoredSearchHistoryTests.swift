import Foundation
import NoticeBoardBase
import NoticeBoardSearch
import NoticeBoardTesting
import Testing

/// Tests the stores of the guide, and stores that fail.
@Suite("A history that two closures store", .inTurn, .timeLimit(.minutes(1)))
struct StoredSearchHistoryTests {
    private final class Box: Sendable {
        let data = Locked<[String: Data]>([:])
        let failure = Locked<(any Error)?>(nil)
        let storeFailure = Locked<(any Error)?>(nil)

        func history(
            _ name: String, _ policy: SearchHistoryPolicy = SearchHistoryPolicy(),
            _ now: @escaping @Sendable () -> Date = TestClock().read
        ) -> StoredSearchHistory {
            StoredSearchHistory(
                policy: policy, now: now,
                load: {
                    if let failure = self.failure.withLock({ $0 }) { throw failure }
                    return self.data.withLock { $0[name] }
                },
                store: { data in
                    if let failure = self.failure.withLock({ $0 }) ?? self.storeFailure.withLock({ $0 }) { throw failure }
                    self.data.withLock { $0[name] = data }
                })
        }
    }

    private struct Refused: Error {}

    @Test("Works with one item that is updated or added, like a keychain")
    func keychain() async {
        let box = Box()
        let contract = SearchHistoryContract(isPersistent: true) { box.history($0, $1, $2) }
        #expect(await contract.failures().isEmpty)
    }

    @Test("An infinite time merges typed prefixes of any age, also after opening again") func alwaysMerged() async throws {
        let (box, policy) = (Box(), SearchHistoryPolicy(merging: .infinity))
        for keyword in ["메", "메일"] { try await box.history("a", policy).save(keyword) }
        let history = box.history("a", SearchHistoryPolicy(), TestClock(1e12).read)
        try await history.save("메일플")
        #expect(try await history.entries().map(\.keyword) == ["메일플"])
        let log = try JSONDecoder().decode(SearchHistoryValue.self, from: try #require(box.data.withLock { $0["a"] }))
        #expect(log.policy.merging == policy.merging)
    }

    @Test("Works with UserDefaults")
    func userDefaults() async throws {
        let suite = "history-\(UInt64.random(in: 0...UInt64.max))"
        defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
        let contract = SearchHistoryContract(isPersistent: true) { name, policy, now in
            StoredSearchHistory(
                policy: policy, now: now,
                load: { UserDefaults(suiteName: suite)?.data(forKey: name) },
                store: { UserDefaults(suiteName: suite)?.set($0, forKey: name) })
        }
        #expect(await contract.failures().isEmpty)
    }

    @Test("Works with an encrypted file, which shows no keyword")
    func encrypted() async throws {
        let folder = try TemporaryDirectory()
        // Replaces a cipher: it changes every byte.
        let turned: @Sendable (Data) -> Data = { Data($0.map { $0 ^ 0xA5 }) }
        let contract = SearchHistoryContract(isPersistent: true) { name, policy, now in
            let file = folder.url.appendingPathComponent(name)
            return StoredSearchHistory(
                policy: policy, now: now,
                load: { FileManager.default.fileExists(atPath: file.path) ? turned(try Data(contentsOf: file)) : nil },
                store: { try turned($0).write(to: file, options: .atomic) })
        }
        #expect(await contract.failures().isEmpty)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let bytes = [UInt8](try Data(contentsOf: folder.url.appendingPathComponent(name)))
            expectNoTrace(of: "동시", in: [name: bytes])
        }
    }

    @Test("A caller that is cancelled during loading gets CancellationError") func cancelled() async throws {
        let box = Box()
        box.failure.withLock { $0 = CancellationError() }
        await #expect(throws: CancellationError.self) { try await box.history("a").save("가") }
    }

    @Test("A failure to load or store changes nothing")
    func failures() async throws {
        let box = Box()
        let history = box.history("a")
        try await history.save("가")
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.count == 1)
        box.failure.withLock { $0 = Refused() }
        await #expect { try await history.erase() } throws: { ($0 as? NoticeBoardError)?.code == .external }
        #expect(try await history.entries().count == 1)
        #expect(try await history.recording() == .on)
        box.failure.withLock { $0 = nil }
        try await history.save("나")
        #expect(await lists.next()?.map(\.keyword) == ["나", "가"])
        for (text, code) in [("{", NoticeBoardError.Code.storeDamaged), (#"{"version": 2}"#, .storeTooNew)] {
            box.data.withLock { $0["b"] = Data(text.utf8) }
            let other = box.history("b")
            await #expect { _ = try await other.entries() } throws: { ($0 as? NoticeBoardError)?.code == code }
            await #expect { try await other.deleteAll(keepingPinned: false) } throws: { ($0 as? NoticeBoardError)?.code == code }
            #expect(box.data.withLock { $0["b"] } == Data(text.utf8))
            try await other.erase()
            #expect(try await other.entries() == [])
        }
    }

    @Test("An opener's rules come into force when a failing store works again")
    func wishAfterFailure() async throws {
        let box = Box()
        let history = box.history("a", SearchHistoryPolicy(capacity: 2))
        box.storeFailure.withLock { $0 = Refused() }
        await #expect(throws: NoticeBoardError.self) { try await history.save("가") }
        box.storeFailure.withLock { $0 = nil }
        for keyword in ["나", "다", "라"] { try await history.save(keyword) }
        #expect(try await history.entries().map(\.keyword) == ["라", "다"])
    }

    @Test("An unknown recording state of a later version counts as off")
    func unknownSwitch() async throws {
        let box = Box()
        try await box.history("a").save("가")
        box.data.withLock { data in
            let text = String(decoding: data["a"] ?? Data(), as: UTF8.self)
            data["a"] = Data(text.replacingOccurrences(of: #""recording":"on""#, with: #""recording":"mostly""#).utf8)
        }
        let later = box.history("a")
        try await later.save("나")
        #expect(try await later.recording() == .off)
        #expect(try await later.entries().isEmpty)
    }

    @Test("Loads the store before each change")
    func calls() async throws {
        let (calls, data) = (Locked<[String]>([]), Locked<Data?>(Data()))
        let history = StoredSearchHistory(
            now: TestClock().read,
            load: {
                calls.withLock { $0.append("load") }
                return data.withLock { $0 }
            },
            store: { new in
                calls.withLock { $0.append("store") }
                data.withLock { $0 = new }
            })
        func made() -> [String] {
            calls.withLock { calls in
                defer { calls = [] }
                return calls
            }
        }
        #expect(try await history.entries() == [])
        #expect(try await history.recording() == .on)
        #expect(made() == ["load"])
        try await history.save("가")
        #expect(made() == ["load", "store"])
        let nothing: [SearchHistoryChange] = [.deleteExpired, .setPolicy(.init()), .pin(.init("없음"), true), .delete([])]
        for change in nothing { try await history.apply(change) }
        #expect(made() == ["load", "load", "load", "load"])
        try await history.pause()
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.map(\.keyword) == ["가"])
        #expect(try await history.recording() == .paused)
        #expect(made() == ["load", "store"])
    }

    @Test("Wraps only the errors of the app's own store")
    func errors() async throws {
        let box = Box()
        let history = box.history("a")
        let busy = NoticeBoardError(.storeBusy, "Later.")
        for isLoading in [true, false] {
            for thrown in [Refused() as any Error, busy, CancellationError()] {
                box.failure.withLock { $0 = isLoading ? thrown : nil }
                box.storeFailure.withLock { $0 = isLoading ? nil : thrown }
                do {
                    try await history.save("가")
                    Issue.record("it was stored")
                } catch let error as NoticeBoardError {
                    let foreign = NoticeBoardError(.external, "The search history could not be loaded or stored.")
                    #expect(error == (thrown is Refused ? foreign : busy))
                    #expect((error.underlying is Refused) == (thrown is Refused))
                } catch {
                    #expect(error is CancellationError)
                    #expect(thrown is CancellationError)
                }
                #expect((try? await history.entries()) == (isLoading ? nil : []))
            }
        }
        // If the store is a server, its address must not reach a log.
        let address = try #require(URL(string: "https://host/?planted"))
        let refused = URLError(.cannotConnectToHost, userInfo: [NSURLErrorFailingURLErrorKey: address])
        box.storeFailure.withLock { $0 = refused }
        let foreign = await #expect(throws: NoticeBoardError.self) { try await history.save("가") }
        let underlying = try #require(foreign?.underlying) as NSError
        #expect(underlying.code == refused.errorCode)
        #expect(underlying.userInfo.isEmpty)
        box.storeFailure.withLock { $0 = nil }
        await #expect(throws: NoticeBoardError.self) { try await history.save(" ") }
        box.data.withLock { $0["a"] = Data("[]".utf8) }
        let damaged = NoticeBoardError(.storeDamaged, "The stored search history cannot be read.")
        await #expect(throws: damaged) { try await history.save("가") }
        box.data.withLock { $0["a"] = Data() }
        try await history.save("가")
        #expect(try await history.entries().count == 1)
    }

    @Test("Entries that expire while they are stored are in no published list") func told() async throws {
        let (clock, data) = (TestClock(1_000), Locked<Data?>(nil))
        let history = StoredSearchHistory(
            policy: SearchHistoryPolicy(maximumAge: 100), now: clock.read, load: { data.withLock { $0 } },
            store: { new in
                data.withLock { $0 = new }
                clock.set(1_150)
            })
        try await history.save("가")
        clock.set(1_050)
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.map(\.keyword) == ["가"])
        clock.set(1_090)
        try await history.save("나")
        #expect(await lists.next()?.map(\.keyword) == ["나"])
    }

    @Test("New updates load a store again that could not be loaded") func updatesAfterFailure() async throws {
        let box = Box()
        let history = box.history("a")
        box.failure.withLock { $0 = Refused() }
        for await _ in history.updates() { Issue.record("a list came") }
        box.failure.withLock { $0 = nil }
        try await box.history("a").save("가")
        var lists = history.updates().makeAsyncIterator()
        #expect(await lists.next()?.map(\.keyword) == ["가"])
        try await history.save("나")
        #expect(await lists.next()?.map(\.keyword) == ["나", "가"])
    }
}
