import Foundation
import NoticeBoardBase
import NoticeBoardKitOffline
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("New post check", .inTurn, .trialLimit(minutes: 1)) struct NewPostCheckTests {
    let folder = ScratchFolder.url("check")

    private func check(_ boards: ChangingBoards, words: [String] = [], authors: [String] = [], on ids: [Board.ID] = [1])
        -> NewPostCheck
    {
        NewPostCheck(service: boards, folder: folder, boards: ids, words: words, authors: authors)
    }

    @Test("Finds the posts since the first check, which finds none and need not be delivered") func first() async throws {
        let boards = ChangingBoards(count: 50)
        let check = check(boards)
        #expect(try await check.run().posts.isEmpty)
        boards.add(2)
        #expect(try await check.run().posts.map(\.post.id) == [52, 51])
    }

    @Test("Posts that were not marked as delivered are found again") func again() async throws {
        let boards = ChangingBoards(count: 5)
        let first = check(boards)
        try await first.markDelivered(first.run())
        boards.add(1)
        #expect(try await first.run().posts.count == 1)
        let second = check(boards)
        let found = try await second.run()
        #expect(found.posts.count == 1)
        try await second.markDelivered(found)
        #expect(try await check(boards).run().posts.isEmpty)
    }

    @Test("Marks posts that contain a word or are by an author") func wanted() async throws {
        let boards = ChangingBoards(count: 5)
        let check = check(boards, words: ["장학"], authors: ["KIM@example.com", "이서연"])
        try await check.markDelivered(check.run())
        boards.add(1) { ChangingBoards.post($0, title: "장학금 안내") }
        boards.add(1) { ChangingBoards.post($0, contents: "<p>장<b>학</b>금</p>") }
        boards.add(1) { Post(id: $0, title: "x", writer: Writer(name: "김", emailAddress: "kim@example.com")) }
        boards.add(1) { Post(id: $0, title: "x", writer: Writer(name: "이서연")) }
        boards.add(1) { Post(id: $0, title: "x", writer: Writer(name: "이서연"), isAnonymous: true) }
        boards.add(1) { ChangingBoards.post($0, contents: "<p title=\"장학\">없음</p>") }
        let found = try await check.run()
        #expect(found.posts.count == 6)
        #expect(found.wanted.map(\.post.id) == [9, 8, 7, 6])
    }

    @Test("Posts beyond the budget are found by the next checks") func budget() async throws {
        let boards = ChangingBoards(count: 10)
        let check = check(boards)
        try await check.markDelivered(check.run())
        boards.add(200)
        var (told, rounds, isDone) = ([Post.ID](), 0, false)
        while !isDone, rounds < 12 {
            let found = try await check.run(requests: 2)
            told += found.posts.map(\.post.id)
            (rounds, isDone) = (rounds + 1, found.unreached.isEmpty)
            try await check.markDelivered(found)
            boards.change { posts in posts.removeAll { $0.id == 205 } }
        }
        #expect(isDone)
        #expect(rounds > 2)
        #expect(Set(told) == Set(11...210))
        #expect(told.count == 200)
    }

    /// Returns everything that checks with three requests each find and deliver until nothing is left.
    private func deliverAll(_ check: NewPostCheck) async throws -> [Post.ID] {
        var told: [Post.ID] = []
        for _ in 0..<60 {
            let found = try await check.run(requests: 3)
            told += found.posts.map(\.post.id)
            try await check.markDelivered(found)
            if found.unreached.isEmpty { break }
        }
        return told
    }

    @Test("Finds the posts of a gap that moved past the end of a shorter board", arguments: [1, 7, 30])
    func shorterBoard(_ pageSize: Int) async throws {
        let boards = ChangingBoards(count: 10)
        let check = NewPostCheck(service: boards, folder: folder, boards: [1], pageSize: pageSize)
        try await check.markDelivered(check.run())
        boards.add(300)
        let first = try await check.run(requests: 9)
        try await check.markDelivered(first)
        let told = Set(first.posts.map(\.post.id))
        #expect(first.unreached == [1])
        // Of the delivered posts, one is left.
        boards.change { posts in posts.removeAll { told.contains($0.id) && $0.id != 310 || (11...290).contains($0.id) } }
        let missing = Set(boards.posts().map(\.id)).subtracting(told).subtracting(1...10)
        #expect(try await deliverAll(check).sorted() == missing.sorted())
    }

    @Test("Finds every post of more gaps than the record holds") func manyGaps() async throws {
        let boards = ChangingBoards(count: 10)
        let check = NewPostCheck(service: boards, folder: folder, boards: [1], pageSize: 2)
        try await check.markDelivered(check.run())
        var told: [Post.ID] = []
        for _ in 0..<70 {
            boards.add(5)
            let found = try await check.run(requests: 1)
            told += found.posts.map(\.post.id)
            try await check.markDelivered(found)
        }
        told += try await check.run(requests: 1_000).posts.map(\.post.id)
        #expect(Set(told) == Set(11...360))
    }

    @Test("A check whose time is up leaves the rest to the next one") func seconds() async throws {
        let boards = ChangingBoards(count: 10)
        let clock = ManualClock()
        let check = NewPostCheck(service: boards, folder: folder, boards: [1, 2], time: clock.time)
        try await check.markDelivered(check.run())
        boards.onRequest { _ in clock.advance(by: 30) }
        boards.add(1)
        let found = try await check.run(requests: 10, seconds: 20)
        #expect(found.unreached.contains(2))
    }

    @Test("Checks the other boards when one fails") func failure() async throws {
        let boards = ChangingBoards(count: 5)
        let check = check(boards, on: [9, 1])
        try await check.markDelivered(check.run())
        boards.add(1)
        let found = try await check.run()
        #expect(found.failures[9]?.code == .notFound)
        #expect(found.posts.count == 1)
    }

    @Test("Random checks deliver every post exactly once") func model() async throws {
        let trials = RandomTrials()
        var random = trials.random
        for trial in 0..<trials.count(40) {
            let boards = ChangingBoards(count: Int.random(in: 0...40, using: &random))
            let check = NewPostCheck(
                service: boards, folder: folder, name: "check-\(trial)", boards: [1],
                pageSize: Int.random(in: 2...9, using: &random))
            boards.change { _ in }
            try await check.markDelivered(check.run())
            let first = boards.state.withLock { $0.lastID }
            var told: [Post.ID] = []
            for _ in 0..<12 {
                boards.add(Int.random(in: 0...25, using: &random))
                let found = try await check.run(requests: Int.random(in: 1...6, using: &random))
                guard Int.random(in: 0...4, using: &random) > 0 else { continue }
                try await check.markDelivered(found)
                told += found.posts.map(\.post.id)
            }
            let last = try await check.run(requests: 1_000)
            #expect(last.unreached.isEmpty, "\(trials) \(trial)")
            told += last.posts.map(\.post.id)
            #expect(told.count == Set(told).count, "told twice: \(trials) \(trial)")
            let all = boards.posts().map(\.id).filter { $0 > first }
            #expect(Set(told) == Set(all), "\(trials) \(trial)")
        }
    }

    @Test("Impossible numbers in a record do not trap") func hostileRecord() async throws {
        let boards = ChangingBoards(count: 50)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let gap = #"{"above":\#(Int.max),"lower":\#(Int.min),"upper":\#(Int.max)}"#
        try Data(#"{"format":1,"boards":{"1":{"top":40,"gaps":[\#(gap)]}}}"#.utf8)
            .write(to: folder.appendingPathComponent("new-posts.json"))
        let found = try await check(boards).run()
        #expect(Set(found.posts.map(\.post.id)).isSuperset(of: 41...50))
    }

    @Test("A record of a newer version is not changed") func newer() async throws {
        let boards = ChangingBoards(count: 5)
        let file = folder.appendingPathComponent("new-posts.json")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let newer = Data(#"{"format":9,"boards":{}}"#.utf8)
        try newer.write(to: file)
        let error = await #expect(throws: NoticeBoardError.self) { try await check(boards).run() }
        #expect(error?.code == .storeTooNew)
        #expect(try Data(contentsOf: file) == newer)
    }
}
