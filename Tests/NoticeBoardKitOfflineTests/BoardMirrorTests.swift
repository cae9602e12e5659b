import Foundation
import NoticeBoardBase
import NoticeBoardKitOffline
import NoticeBoardTesting
import TestSupport
import Testing

/// A service of one board that makes each page from the number of the request, its offset and its limit.
private struct NumberedPages: NoticeBoardService {
    private let requests = Locked(0)
    let page: @Sendable (_ number: Int, _ offset: Int, _ limit: Int) -> Page<Post>

    init(page: @escaping @Sendable (_ number: Int, _ offset: Int, _ limit: Int) -> Page<Post>) { self.page = page }

    func boards() -> [Board] { [Board(id: 1, name: "메일")] }
    func postPage(in board: Board.ID, offset: Int, limit: Int) -> Page<Post> {
        let number = requests.withLock { count in
            count += 1
            return count
        }
        return page(number, offset, limit)
    }
    func searchPage(_ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int) -> Page<Post> {
        Page(items: [])
    }
}

@Suite("Board mirror", .inTurn, .timeLimit(.minutes(1))) struct BoardMirrorTests {
    let folder = ScratchFolder.url("mirror")

    func mirror(
        _ boards: ChangingBoards, account: String? = nil, newest: Int? = 1_000, bytes: Int = 50_000_000
    ) -> BoardMirror {
        BoardMirror(service: boards, folder: folder, account: account, newest: newest, bytes: bytes) {
            Date(timeIntervalSince1970: 1_000)
        }
    }

    @Test("Keeps a whole board in order after the first update") func firstUpdate() async throws {
        let boards = ChangingBoards(count: 95)
        let mirror = mirror(boards)
        let update = try await mirror.update(1)
        #expect(update.added == boards.posts().map(\.id))
        #expect(update.isComplete)
        #expect(update.requests == 4)
        let kept = try await mirror.posts(in: 1)
        #expect(kept.posts == boards.posts())
        #expect(kept.storedAt == Date(timeIntervalSince1970: 1_000))
        #expect(kept.total == 95)
    }

    @Test("Requests only the pages with new posts and at most two more", arguments: [0, 1, 29, 30, 31, 60, 290, 3_000])
    func requests(count: Int) async throws {
        let boards = ChangingBoards(count: 500)
        let mirror = mirror(boards, newest: nil)
        try await mirror.update(1)
        boards.add(count)
        let update = try await mirror.update(1)
        #expect(update.added.count == count)
        #expect(update.requests <= (count + 29) / 30 + 2)
        #expect(try await mirror.posts(in: 1).posts == boards.posts())
    }

    @Test(
        "Reads no further than a page can be long, whatever next offset the service gives",
        arguments: [Int.min, -1, .max, .max - 7])
    func hostileOffsets(next: Int) async throws {
        let pages = NumberedPages { number, _, _ in
            let posts = (0..<31).map { ChangingBoards.post(1_000 - 30 * (number - 1) - $0) }
            return Page(items: posts, next: number < 4 ? .offset(next) : nil, total: 121)
        }
        let update = try await BoardMirror(service: pages, folder: folder).update(1)
        #expect(update.requests <= 4)
        #expect(update.added.first == 1_000)
    }

    @Test("An update ends although no page overlaps another one") func endless() async throws {
        let pages = NumberedPages { number, offset, limit in
            let posts = (0..<limit).map { ChangingBoards.post(1_000_000 - 100 * number - $0) }
            return Page(items: posts, next: .offset(offset + limit))
        }
        let update = try await BoardMirror(service: pages, folder: folder, newest: 100).update(1)
        #expect(update.count == 100)
        #expect(update.requests < 120)
    }

    @Test("An update replaces changed posts at the head") func changes() async throws {
        let boards = ChangingBoards(count: 40)
        let mirror = mirror(boards)
        try await mirror.update(1)
        boards.change { $0[3] = ChangingBoards.post($0[3].id, title: "anders") }
        let update = try await mirror.update(1)
        #expect(update.changed == [37])
        #expect(try await mirror.post(37, in: 1)?.title == "anders")
    }

    @Test("Removes deleted posts as deep as an update reads") func deletions() async throws {
        let boards = ChangingBoards(count: 200)
        let mirror = mirror(boards)
        try await mirror.update(1)
        boards.change { posts in posts.removeAll { [200, 190, 100].contains($0.id) } }
        let first = try await mirror.update(1)
        #expect(first.deleted == [200, 190])
        #expect(first.depth < 100)
        let second = try await mirror.update(1, depth: 150)
        #expect(second.deleted == [100])
        #expect(second.depth >= 150)
        #expect(try await mirror.posts(in: 1).posts == boards.posts())
    }

    @Test("Removes no post when one is pinned without being a notice") func pinned() async throws {
        let boards = ChangingBoards(count: 200)
        let mirror = mirror(boards)
        try await mirror.update(1)
        boards.change { posts in posts.insert(posts.remove(at: 100), at: 0) }
        boards.add(40)
        boards.change { posts in posts.insert(posts.remove(at: 40), at: 0) }
        let update = try await mirror.update(1)
        #expect(update.deleted.isEmpty)
        #expect(update.count == 240)
    }

    @Test("Removes no post when a notice moves to the head") func notices() async throws {
        let boards = ChangingBoards(count: 100)
        boards.change { $0[50] = ChangingBoards.post($0[50].id, type: .notice) }
        let mirror = mirror(boards)
        try await mirror.update(1)
        boards.change { posts in posts.insert(posts.remove(at: 50), at: 0) }
        let update = try await mirror.update(1)
        #expect(update.deleted.isEmpty)
        #expect(update.count == 100)
    }

    @Test("An update continues where a failed one stopped", arguments: [2, 5, 9]) func resumes(failing: Int) async throws {
        let boards = ChangingBoards(count: 300)
        boards.onRequest { [unowned boards] number in
            boards.fail(number == failing ? NoticeBoardError(.connectionLost, "lost") : nil)
        }
        let first = mirror(boards)
        await #expect(throws: NoticeBoardError.self) { try await first.update(1) }
        boards.add(3)
        let second = mirror(boards)
        let update = try await second.update(1)
        #expect(update.requests <= 14 - failing + 3)
        #expect(try await second.posts(in: 1).posts == boards.posts())
    }

    @Test("Posts of an interrupted first update are stale") func interruptedFirstUpdate() async throws {
        let boards = ChangingBoards(count: 300)
        boards.onRequest { [unowned boards] number in
            boards.fail(number >= 3 ? NoticeBoardError(.connectionLost, "lost") : nil)
        }
        let mirror = mirror(boards)
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(1) }
        #expect(try await mirror.posts(in: 1).storedAt == nil)
        let page = try await mirror.offlineFallback.postPage(in: 1, offset: 0, limit: 30)
        #expect(page.items == Array(boards.posts().prefix(30)))
        #expect(page.storedAt != nil)
    }

    @Test("Leaves no gap after an interrupted catch-up") func resumedCatchUp() async throws {
        let boards = ChangingBoards(count: 100)
        let mirror = mirror(boards, newest: nil)
        try await mirror.update(1)
        boards.add(300)
        let asked = boards.requests
        boards.onRequest { [unowned boards] number in
            boards.fail(number == asked + 4 ? NoticeBoardError(.connectionLost, "lost") : nil)
        }
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(1) }
        boards.add(2)
        try await mirror.update(1)
        #expect(try await mirror.posts(in: 1).posts == boards.posts())
    }

    @Test("Resumes an unfinished update after many new posts") func lostPlace() async throws {
        let boards = ChangingBoards(count: 300)
        boards.onRequest { [unowned boards] number in
            boards.fail(number == 2 ? NoticeBoardError(.connectionLost, "lost") : nil)
        }
        let mirror = mirror(boards, newest: nil)
        await #expect(throws: NoticeBoardError.self) { try await mirror.update(1) }
        boards.add(500)
        try await mirror.update(1)
        #expect(try await mirror.posts(in: 1).posts == boards.posts())
    }

    @Test("Keeps only the newest posts up to the limit") func limit() async throws {
        let boards = ChangingBoards(count: 100)
        let mirror = mirror(boards, newest: 50)
        let first = try await mirror.update(1)
        #expect(first.count == 50)
        #expect(!first.isComplete)
        boards.add(10)
        try await mirror.update(1)
        #expect(try await mirror.posts(in: 1).posts == Array(boards.posts().prefix(50)))
    }

    @Test("Limits a board by bytes to its newest posts") func bytes() async throws {
        let boards = ChangingBoards(count: 400)
        let mirror = mirror(boards, newest: nil, bytes: 20_000)
        try await mirror.update(1)
        let kept = try await mirror.posts(in: 1)
        #expect(kept.posts == Array(boards.posts().prefix(kept.count)))
        #expect(kept.count > 40)
        #expect(try await mirror.size(of: 1) < 200_000)
    }

    @Test("Leaves out a post larger than the limit") func hugePost() async throws {
        let boards = ChangingBoards(count: 3)
        boards.change { $0[1] = ChangingBoards.post(2, contents: String(repeating: "가", count: 100_000)) }
        let mirror = mirror(boards, newest: nil, bytes: 50_000)
        try await mirror.update(1)
        #expect(try await mirror.posts(in: 1).posts.map(\.id) == [3, 1])
    }

    @Test("Reads every page of a service with smaller pages than requested") func smallPages() async throws {
        let boards = ChangingBoards(count: 95)
        boards.state.withLock { $0.largestPage = 7 }
        let mirror = mirror(boards)
        try await mirror.update(1)
        #expect(try await mirror.posts(in: 1).posts == boards.posts())
    }

    @Test("An update ends if the service returns the same page for every offset") func sameForever() async throws {
        struct Same: NoticeBoardService {
            let posts = (1...5).map { ChangingBoards.post($0) }
            func boards() async throws -> [Board] { [] }
            func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
                Page(items: posts, next: .offset(offset + 5), total: nil)
            }
            func searchPage(
                _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
            ) async throws -> Page<Post> { Page(items: []) }
        }
        let mirror = BoardMirror(service: Same(), folder: folder)
        let update = try await mirror.update(1)
        #expect(update.requests <= 4)
        #expect(!update.isComplete)
    }

    @Test(
        "Posts that cannot be decoded are skipped, also at the border of two pages",
        arguments: [[69], [70], [69, 70], Array(30...70)])
    func broken(ids: [Post.ID]) async throws {
        let boards = ChangingBoards(count: 100)
        boards.state.withLock { $0.broken = Set(ids) }
        let mirror = mirror(boards)
        let update = try await mirror.update(1)
        #expect(update.requests <= 10)
        #expect(try await mirror.posts(in: 1).posts == boards.posts().filter { !ids.contains($0.id) })
        #expect(try await mirror.update(1).deleted.isEmpty)
    }

    @Test("The update of a deleted board removes its posts") func vanished() async throws {
        let boards = ChangingBoards(count: 10)
        let mirror = mirror(boards)
        try await mirror.update(1)
        boards.state.withLock { $0.posts = [:] }
        let error = await #expect(throws: NoticeBoardError.self) { try await mirror.update(1) }
        #expect(error?.code == .notFound)
        #expect(try await mirror.posts(in: 1).posts.isEmpty)
        #expect(try await mirror.mirroredBoards().isEmpty)
    }

    @Test("A second update of a board at the same time throws storeBusy") func busy() async throws {
        let boards = ChangingBoards(count: 10)
        let (gate, mirrors) = (Gate(), [mirror(boards), mirror(boards)])
        struct Waiting: NoticeBoardService {
            let boardsService: ChangingBoards
            let gate: Gate
            func boards() async throws -> [Board] { [] }
            func postPage(in board: Board.ID, offset: Int, limit: Int) async throws -> Page<Post> {
                try await gate.pass()
                return try await boardsService.postPage(in: board, offset: offset, limit: limit)
            }
            func searchPage(
                _ keyword: String, in board: Board.ID, target: SearchTarget, offset: Int, limit: Int
            ) async throws -> Page<Post> { Page(items: []) }
        }
        let slow = BoardMirror(service: Waiting(boardsService: boards, gate: gate), folder: folder)
        async let first = slow.update(1)
        await gate.waitForArrivals(1)
        let error = await #expect(throws: NoticeBoardError.self) { try await mirrors[0].update(1) }
        #expect(error?.code == .storeBusy)
        gate.open()
        #expect(try await first.added.count == 10)
        #expect(try await mirrors[1].update(1).added.isEmpty)
    }

    @Test("Erases every file of the account at sign-out") func signOut() async throws {
        let scope = AccountScope()
        scope.signIn("ann")
        let boards = ChangingBoards(count: 10)
        let (ann, bob) = (mirror(boards, account: "ann"), mirror(boards, account: "bob"))
        scope.register(ann)
        try await ann.update(1)
        try await ann.updateBoards()
        try await bob.update(1)
        scope.signOut()
        await scope.waitUntilErased()
        #expect(!FileManager.default.fileExists(atPath: ann.folder.path))
        let error = await #expect(throws: NoticeBoardError.self) { try await ann.update(1) }
        #expect(error?.code == .sessionOver)
        #expect(!FileManager.default.fileExists(atPath: ann.folder.path))
        #expect(try await bob.posts(in: 1).posts.count == 10)
    }

    @Test("Deletes all boards") func delete() async throws {
        let boards = ChangingBoards(count: 10)
        let mirror = mirror(boards)
        try await mirror.update(1)
        #expect(try await mirror.mirroredBoards() == [1])
        try await mirror.deleteAll()
        #expect(try await mirror.mirroredBoards().isEmpty)
        #expect(try await mirror.posts(in: 1).posts.isEmpty)
    }

    @Test("Describes itself without folder and account") func description() {
        #expect("\(mirror(ChangingBoards(), account: "ann"))" == "BoardMirror(…)")
    }
}
