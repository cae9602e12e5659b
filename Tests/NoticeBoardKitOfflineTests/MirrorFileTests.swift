import Foundation
import NoticeBoardBase
import NoticeBoardKitOffline
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Mirror file", .inTurn, .trialLimit(minutes: 1)) struct MirrorFileTests {
    let folder = ScratchFolder.url("file")

    private func mirrorFile(_ count: Int = 6) async throws -> (URL, Data, [Post]) {
        let boards = ChangingBoards(count: count)
        let mirror = BoardMirror(service: boards, folder: folder)
        try await mirror.update(1)
        let url = mirror.folder.appendingPathComponent("board-1.jsonl")
        return (url, try Data(contentsOf: url), boards.posts())
    }

    private func posts() async throws -> [Post] {
        try await BoardMirror(service: ChangingBoards(), folder: folder).posts(in: 1).posts
    }

    @Test("Posts that an earlier version of the library stored are read") func earlierFormat() async throws {
        let plain = Post(id: 7, title: "제목", writer: Writer(name: "가"), contents: "nur Text", type: .notice)
        let marked = Post(id: -6, title: "\"x\"", contents: "<p>a</p>")
        func line(_ post: Post, _ head: String, _ texts: String, _ stored: Post, _ mark: String) throws -> String {
            let json = String(decoding: try StoredJSON.data(of: stored), as: UTF8.self)
            let body = #","id":\#(post.id)\#(head),"plain":\#(texts),\#(mark)"post":\#(json)}"#
            let sum = String(CRC32.of(Array(body.utf8)), radix: 16)
            return #"{"crc":""# + String(repeating: "0", count: 8 - sum.utf8.count) + sum + "\"" + body
        }
        let lines = [
            #"{"id":"0123456789abcdef","version":1,"header":{}}"#,
            try line(
                plain, #","notice":true"#, #"["제목","가","nur Text"]"#, plain.replacing(contents: ""), #""isPlain":true,"#),
            try line(marked, "", #"["\"x\"","","a"]"#, marked, ""),
            #"{"update":{"at":1000,"isComplete":true,"total":2}}"#,
        ]
        let mirror = BoardMirror(service: ChangingBoards(), folder: folder)
        try FileManager.default.createDirectory(at: mirror.folder, withIntermediateDirectories: true)
        let file = mirror.folder.appendingPathComponent("board-1.jsonl")
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
        let stored = try await mirror.posts(in: 1)
        #expect(stored.posts == [plain, marked])
        #expect(stored.isComplete)
        #expect(try await mirror.search(Highlighter("nur"), in: [1]).first { _ in true }?.post == plain)
    }

    @Test("The next update repairs a file that was cut at any byte") func cuts() async throws {
        let (url, data, posts) = try await mirrorFile()
        let boards = ChangingBoards()
        boards.change { $0 = posts }
        for count in stride(from: 0, to: data.count, by: 31) {
            try data.prefix(count).write(to: url)
            let kept = try await self.posts()
            let lines = data.prefix(count).filter { $0 == 0x0A }.count
            #expect(kept == Array(posts.prefix(max(0, lines - 1))), "cut at \(count)")
            let mirror = BoardMirror(service: boards, folder: folder)
            try await mirror.update(1)
            #expect(try await mirror.posts(in: 1).posts == posts, "cut at \(count)")
        }
    }

    @Test("Loses at most two posts to a flipped bit") func flips() async throws {
        let (url, data, posts) = try await mirrorFile()
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(300) {
            var bytes = data
            bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            try bytes.write(to: url)
            let kept: [Post]
            do { kept = try await self.posts() } catch let error as NoticeBoardError {
                // A flipped digit of the version may turn it into a newer file.
                #expect(error.code == .storeTooNew, "\(trials)")
                continue
            }
            #expect(kept.allSatisfy(posts.contains), "\(trials)")
            #expect(kept.count >= posts.count - 2, "\(trials)")
        }
    }

    @Test("A file of a newer version is not changed") func newer() async throws {
        let (url, data, _) = try await mirrorFile()
        let text = String(decoding: data, as: UTF8.self).replacingOccurrences(of: "\"version\":1", with: "\"version\":9")
        try Data(text.utf8).write(to: url)
        let error = await #expect(throws: NoticeBoardError.self) { try await posts() }
        #expect(error?.code == .storeTooNew)
        #expect(try Data(contentsOf: url) == Data(text.utf8))
    }

    @Test("An update loses nothing if any call to the disk fails") func faults() async throws {
        let boards = ChangingBoards(count: 40)
        for number in 0..<120 {
            let folder = ScratchFolder.url("faults")
            let files = FaultyFiles()
            let mirror = BoardMirror(service: boards, folder: folder, pageSize: 10, files: files)
            files.fail(number, ENOSPC)
            do { try await mirror.update(1) } catch { #expect(error is NoticeBoardError, "call \(number)") }
            files.plan()
            let again = BoardMirror(service: boards, folder: folder, pageSize: 10)
            try await again.update(1)
            #expect(try await again.posts(in: 1).posts == boards.posts(), "call \(number)")
        }
    }

    @Test("A file that a locked device can't read stays unchanged") func lockedDevice() async throws {
        let (url, data, posts) = try await mirrorFile()
        let boards = ChangingBoards()
        boards.change { $0 = posts }
        let files = FaultyFiles()
        let mirror = BoardMirror(service: boards, folder: folder, files: files)
        files.plan(FileFault(.open, 0, EPERM, failsAllLater: true))
        let reading = await #expect(throws: NoticeBoardError.self) { try await mirror.posts(in: 1) }
        #expect(reading?.code == .fileUnavailable)
        #expect(reading?.remedy == .retry(after: nil))
        let updating = await #expect(throws: NoticeBoardError.self) { try await mirror.update(1) }
        #expect(updating?.code == .fileUnavailable)
        #expect(try Data(contentsOf: url) == data)
        files.plan()
        #expect(try await mirror.posts(in: 1).posts == posts)
    }

    @Test("A post keeps every field on the disk") func fields() async throws {
        let full = Post(
            id: -7, title: "\u{1100}\u{1161}\u{0} \"\\/\n", boardID: 1, boardName: "자유",
            writer: Writer(name: "가", emailAddress: "a@b"),
            contents: "<p>\u{2028}&amp;</p>", createdAt: Date(timeIntervalSince1970: 1_686_000_000.5), type: .reply, viewCount: 3,
            commentCount: 2, attachmentCount: 1, isNew: true, hasInlineImage: true, isOwner: true, hasReply: true, parentID: 4,
            isNotify: false)
        let boards = ChangingBoards()
        boards.change { $0 = [full, Post(id: .min, title: "", contents: "nur Text")] }
        let mirror = BoardMirror(service: boards, folder: folder)
        try await mirror.update(1)
        #expect(try await mirror.posts(in: 1).posts == boards.posts())
        #expect(try await mirror.post(-7, in: 1)?.title.utf8.elementsEqual(full.title.utf8) == true)
    }

    @Test("Keeps a post of 3 MB") func large() async throws {
        let boards = ChangingBoards(count: 3)
        let text = String(repeating: "가나다라마바사 ", count: 3_000_000 / 22)
        boards.change { $0[1] = ChangingBoards.post($0[1].id, contents: text + "바늘") }
        let mirror = BoardMirror(service: boards, folder: folder)
        try await mirror.update(1)
        #expect(try await mirror.posts(in: 1).posts == boards.posts())
        var found: [Post.ID] = []
        for try await match in mirror.search(Highlighter("바늘")) { found.append(match.post.id) }
        #expect(found == [2])
    }

    @Test("Removes deleted posts from the file with a rewrite") func rewritten() async throws {
        let boards = ChangingBoards(count: 20)
        boards.change { $0[0] = ChangingBoards.post(20, title: "geheim") }
        let mirror = BoardMirror(service: boards, folder: folder, newest: 20)
        try await mirror.update(1)
        boards.change { _ = $0.removeFirst() }
        for _ in 0..<60 {
            boards.add(20) { ChangingBoards.post($0, contents: String(repeating: "langer Text ", count: 40)) }
            try await mirror.update(1)
        }
        let data = try Data(contentsOf: mirror.folder.appendingPathComponent("board-1.jsonl"))
        #expect(data.range(of: Data("geheim".utf8)) == nil)
        #expect(data.count < 200_000)
    }
}
