import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

@Suite("Page", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PageTests {
    @Test(
        "A stored position decodes to an equal one",
        arguments: [PagePosition.offset(30), .offset(.max), .cursor("6557…"), .cursor("")])
    func storedPosition(position: PagePosition) throws {
        #expect(try JSONDecoder().decode(PagePosition.self, from: JSONEncoder().encode(position)) == position)
    }

    @Test("Compares pages by items, position, total and skipped elements") func equality() {
        let page = Page(
            items: [1, 2], next: .offset(2), total: 5, skipped: [SkippedElement(index: 1, path: "", reason: "broken")])
        var other = page
        #expect(other == page)
        other.next = .offset(3)
        #expect(other != page)
        other = page
        other.skipped = []
        #expect(other != page)
    }

    @Test("Pages, bookmarks, progress and states have empty defaults") func nothingSaid() {
        let page = Page(items: [1])
        #expect(page.items == [1])
        #expect(page.next == nil)
        #expect(page.total == nil)
        #expect(page.skipped.isEmpty)
        let place = PageBookmark<Int>()
        #expect(place.position == nil)
        #expect(place.recent.isEmpty)
        #expect(place.loaded == 0)
        #expect(place.total == nil)
        #expect(!place.isAtEnd)
        #expect(PageProgress(loaded: 3) == PageProgress(loaded: 3, total: nil))
        #expect(FeedSnapshot(items: [Numbered(1)], bookmark: place).anchor == nil)
        let state = FeedState<Numbered>()
        #expect(state.items.isEmpty)
        #expect(state.refresh == .idle)
        #expect(state.older == .idle)
        #expect(state.total == nil)
        #expect(state.end == nil)
        #expect(!state.wasRequested)
        #expect(!state.isLoaded)
        #expect(!state.isStale)
        #expect(!state.isLoadingAll)
        #expect(state.newItemCount == 0)
        #expect(state.skipped == 0)
        #expect(state.gaps.isEmpty)
    }

    @Test(
        "The loaded fraction is between 0 and 1, and nil without a total",
        arguments: [
            (0, nil, nil), (7, nil, nil), (0, 0, 1), (3, 0, 1), (0, 4, 0), (1, 4, 0.25), (3, 4, 0.75), (4, 4, 1), (5, 4, 1),
            (0, -2, 1),
            (1, 1, 1), (0, 1, 0),
        ] as [(Int, Int?, Double?)])
    func fraction(loaded: Int, total: Int?, share: Double?) {
        #expect(PageProgress(loaded: loaded, total: total).fraction == share)
    }

    @Test("The default rules have no overlap and no limits, and fail without a proper end") func usualRules() {
        let rules = PagingRules()
        #expect(rules.overlap == 0)
        #expect(rules.overlapWithoutTotal == 0)
        #expect(rules.remembered == 30)
        #expect(rules.maximumPages == nil)
        #expect(rules.maximumItems == nil)
        #expect(rules.fullPage == nil)
        #expect(rules.endMark == nil)
        #expect(!rules.endsAtRepeatedPosition)
        #expect(!rules.acceptsEarlyEnd)
        let feed = FeedRules<Numbered>()
        #expect(feed.order == nil)
        #expect(feed.prefetchDistance == 10)
        #expect(feed.spinnerDelay == 0.3)
        #expect(feed.refreshPages == 4)
        var paging = PagingRules()
        (paging.endsAtRepeatedPosition, paging.acceptsEarlyEnd, paging.overlapWithoutTotal) = (true, true, 3)
        #expect(feed.paging == paging)
    }

    @Test("Uses the larger overlap of the rules with and without a total, never below zero")
    func overlaps() {
        for (overlap, without, known, unknown) in [
            (0, 0, 0, 0), (2, 0, 2, 2), (0, 3, 0, 3), (4, 3, 4, 4), (2, 3, 2, 3), (-1, -2, 0, 0),
        ] {
            var rules = PagingRules()
            (rules.overlap, rules.overlapWithoutTotal) = (overlap, without)
            #expect(rules.overlap(knowing: 9) == known, "\(overlap), \(without)")
            #expect(rules.overlap(knowing: 0) == known, "\(overlap), \(without)")
            #expect(rules.overlap(knowing: nil) == unknown, "\(overlap), \(without)")
        }
    }

    @Test("Errors of lists have a code, texts in both languages and a remedy") func codes() {
        let codes: [(NoticeBoardError.Code, String, korean: String, english: String, Remedy)] = [
            (
                .endlessList, "endlessList", "서버가 같은 목록을 되풀이합니다.", "The server repeats its list without an end.",
                .contactAdministrator
            ),
            (.placeLost, "placeLost", "이어서 읽을 위치를 찾을 수 없습니다.", "The place to read on from cannot be found.", .noAction),
            (.endedEarly, "endedEarly", "목록을 끝까지 읽지 못했습니다.", "The list ended too early.", .retry(after: nil)),
        ]
        for (code, name, korean, english, remedy) in codes {
            #expect(code.rawValue == name)
            #expect(NoticeBoardError(code).remedy == remedy)
            #expect(code.text(in: .korean) == korean)
            #expect(code.text(in: .english) == english)
        }
    }

    @Test("A phase reports loading, slow loading and its failure") func phases() {
        let error = NoticeBoardError(.timedOut)
        let phases: [(LoadPhase, loads: Bool, isSlow: Bool, NoticeBoardError?)] = [
            (.idle, false, false, nil), (.loading(isSlow: false), true, false, nil), (.loading(isSlow: true), true, true, nil),
            (.failed(error), false, false, error),
        ]
        for (phase, loads, isSlow, failure) in phases {
            #expect(phase.isLoading == loads, "\(phase)")
            #expect(phase.showsSpinner == isSlow, "\(phase)")
            #expect(phase.failure == failure, "\(phase)")
        }
    }
}
