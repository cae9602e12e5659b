import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@Suite("PostOrder", .serialized, .onOwnThread, .timeLimit(.minutes(3))) struct PostOrderTests {
    private func post(_ id: Int, _ seconds: Double?, notice: Bool = false) -> Post {
        Post(
            id: id, title: "\(id)", createdAt: seconds.map { Date(timeIntervalSince1970: $0) }, type: notice ? .notice : .normal)
    }

    /// The definition, spelled out with the standard sort.
    private func expected(_ posts: [Post]) -> [Int] {
        posts.enumerated().sorted { left, right in
            let (isFirst, isSecond) = (left.element.type == .notice, right.element.type == .notice)
            if isFirst != isSecond { return isFirst }
            let (first, second) = (left.element.createdAt ?? .distantPast, right.element.createdAt ?? .distantPast)
            return first == second ? left.offset < right.offset : first > second
        }.map(\.element.id)
    }

    @Test("Notices stand first, then the newest, then those without a date; equals stay as they came") func noticesFirst() {
        let posts = [
            post(1, 10), post(2, nil), post(3, 20), post(4, 5, notice: true), post(5, 20), post(6, nil, notice: true),
            post(7, 30), post(8, 5, notice: true), post(9, nil),
        ]
        #expect(PostOrder.noticesFirst.sorted(posts).map(\.id) == [4, 8, 6, 7, 3, 5, 1, 2, 9])
        #expect(PostOrder.server.sorted(posts) == posts)
        #expect(PostOrder.noticesFirst.sorted([]).isEmpty)
    }

    @Test("A survey, and whatever else is no notice, stands with the others") func otherTypes() {
        let posts = [Post(id: 1, title: "", type: PostType(rawValue: "NOTICE")), Post(id: 2, title: "", type: .notice)]
        #expect(PostOrder.noticesFirst.sorted(posts).map(\.id) == [2, 1])
    }

    @Test("Parts of a second count, before 1970 and far away too") func dates() {
        let seconds = [1.7e9, 1.7e9 + 0.001, -1e9, -1e9 + 0.5, 0, -62_135_596_800, 253_402_300_799, 4_102_444_800, 1e300, -1e300]
        let posts = seconds.enumerated().map { post($0, $1) }
        #expect(PostOrder.noticesFirst.sorted(posts).map(\.id) == [8, 6, 7, 1, 0, 4, 3, 2, 5, 9])
        #expect(PostOrder.noticesFirst.sorted([post(1, .nan), post(2, -1e300)]).map(\.id) == [2, 1])
    }

    @Test("It is the standard sort's order, whatever the posts") func random() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(100) {
            let posts = (0..<random.below(60)).map { id in
                post(id, random.below(8) == 0 ? nil : Double(random.below(20)), notice: random.below(4) == 0)
            }
            #expect(PostOrder.noticesFirst.sorted(posts).map(\.id) == expected(posts), "\(trials)")
        }
    }

    @Test("Merging page by page gives what sorting everything gives, and says where each post stands") func merging() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(50) {
            var (list, all): ([Post], [Post]) = ([], [])
            for page in 0..<6 {
                let posts = (0..<random.below(12)).map { index in
                    post(page * 100 + index, Double(random.below(20)), notice: random.below(4) == 0)
                }
                all += posts
                let places = PostOrder.noticesFirst.merge(posts, into: &list)
                #expect(places.map { list[$0].id } == expected(posts), "\(trials)")
            }
            #expect(list.map(\.id) == expected(all), "\(trials)")
        }
    }

    @Test("In the server's order a page goes to the end") func mergingInServerOrder() {
        var list = [post(1, 1)]
        #expect(PostOrder.server.merge([post(2, 9), post(3, 5)], into: &list) == [1, 2])
        #expect(list.map(\.id) == [1, 2, 3])
        #expect(PostOrder.noticesFirst.merge([], into: &list) == [])
    }

    @Test("A client orders the posts of a page as it was told, and by itself not at all", arguments: PostOrder.allCases)
    func client(order: PostOrder) async throws {
        let stub = StubTransport { _ in
            .json(
                #"{"value":[{"postId":1,"title":"","createdDateTime":"2023-01-01T00:00:00Z"},{"postId":2,"title":"","postType":"notice"},"#
                    + #"{"postId":3,"title":"","createdDateTime":"2023-01-01T09:00:00+08:00"}],"total":9}"#)
        }
        let url = try #require(URL(string: "https://host"))
        let client = NoticeBoardClient(baseURL: url, order: order, transport: stub)
        let expected = order == .server ? [1, 2, 3] : [2, 3, 1]
        let page = try await client.postPage(in: 1, offset: 0, limit: 3)
        #expect(page.items.map(\.id) == expected)
        #expect(page.next == .offset(3))
        let hits = try await client.searchPage("a", in: 1, target: .all, offset: 0, limit: 3)
        #expect(hits.items.map(\.id) == expected)
        #expect(NoticeBoardClient(transport: stub).order == .server)
    }
}
