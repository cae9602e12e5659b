import Foundation
import NoticeBoardKit
import NoticeBoardTesting
import Testing

@Suite("PostOrder", .serialized, .onOwnThread, .trialLimit(minutes: 3)) struct PostOrderTests {
    private func post(_ id: Int, _ seconds: Double?, notice: Bool = false) -> Post {
        Post(
            id: id, title: "\(id)", createdAt: seconds.map { Date(timeIntervalSince1970: $0) }, type: notice ? .notice : .normal)
    }

    /// The expected order, written with the standard sort.
    private func expected(_ posts: [Post]) -> [Int] {
        posts.enumerated().sorted { left, right in
            let (isFirst, isSecond) = (left.element.type == .notice, right.element.type == .notice)
            if isFirst != isSecond { return isFirst }
            let (first, second) = (left.element.createdAt ?? .distantPast, right.element.createdAt ?? .distantPast)
            return first == second ? left.offset < right.offset : first > second
        }.map(\.element.id)
    }

    @Test("Sorts notices first, then by date, newest first") func noticesFirst() {
        let posts = [
            post(1, 10), post(2, nil), post(3, 20), post(4, 5, notice: true), post(5, 20), post(6, nil, notice: true),
            post(7, 30), post(8, 5, notice: true), post(9, nil),
        ]
        #expect(PostOrder.noticesFirst.sorted(posts).map(\.id) == [4, 8, 6, 7, 3, 5, 1, 2, 9])
        #expect(PostOrder.server.sorted(posts) == posts)
        #expect(PostOrder.noticesFirst.sorted([]).isEmpty)
    }

    @Test("Treats only the exact type notice as a notice") func otherTypes() {
        let posts = [Post(id: 1, title: "", type: PostType(rawValue: "NOTICE")), Post(id: 2, title: "", type: .notice)]
        #expect(PostOrder.noticesFirst.sorted(posts).map(\.id) == [2, 1])
    }

    @Test("Compares dates with fractions of a second, before 1970 and in the far future") func dates() {
        let seconds = [1.7e9, 1.7e9 + 0.001, -1e9, -1e9 + 0.5, 0, -62_135_596_800, 253_402_300_799, 4_102_444_800, 1e300, -1e300]
        let posts = seconds.enumerated().map { post($0, $1) }
        #expect(PostOrder.noticesFirst.sorted(posts).map(\.id) == [8, 6, 7, 1, 0, 4, 3, 2, 5, 9])
        #expect(PostOrder.noticesFirst.sorted([post(1, .nan), post(2, -1e300)]).map(\.id) == [2, 1])
    }

    @Test("Sorts random posts like the standard sort") func random() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(100) {
            let posts = (0..<random.below(60)).map { id in
                post(id, random.below(8) == 0 ? nil : Double(random.below(20)), notice: random.below(4) == 0)
            }
            #expect(PostOrder.noticesFirst.sorted(posts).map(\.id) == expected(posts), "\(trials)")
            var inPlace = posts
            PostOrder.noticesFirst.sort(&inPlace)
            #expect(inPlace.map(\.id) == expected(posts), "\(trials)")
        }
    }

    @Test("Sorts by `precedes` as `sorted` does") func precedence() throws {
        let trials = RandomTrials()
        var random = trials.random
        let precedes = try #require(PostOrder.noticesFirst.precedes)
        for _ in 0..<trials.count(50) {
            let posts = (0..<40).map { post($0, Double(random.below(20)), notice: random.below(4) == 0) }
            #expect(posts.sorted(by: precedes).map(\.id) == expected(posts), "\(trials)")
        }
        #expect(PostOrder.server.precedes == nil)
    }
}
