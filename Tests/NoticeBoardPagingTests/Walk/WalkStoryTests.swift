import NoticeBoardBase
import Testing

@testable import NoticeBoardPaging

/// Checks the result of each page of a walk, and the position after it.
@Suite("PageWalk: step by step", .serialized, .inTurn, .timeLimit(.minutes(1))) struct WalkStoryTests {
    private typealias Walk = PageWalk<Numbered>

    private func walk(_ change: (inout PagingRules) -> Void = { _ in }) -> Walk {
        var rules = PagingRules()
        change(&rules)
        return Walk(rules: rules)
    }

    /// Returns for each page its new items, those above among them, gaps, the next position and special events.
    private func story(_ walk: inout Walk, _ pages: [Page<Numbered>]) -> [String] {
        pages.map { page in
            let generation = walk.generation
            var words = [
                walk.accept(page).map { "\($0.ids)" + ($0.above > 0 ? " \($0.above) above" : "") + gaps($0.gaps) } ?? "nothing"
            ]
            switch walk.position {
            case nil: words.append("at the beginning")
            case .offset(let offset): words.append("at \(offset)")
            case .cursor(let cursor): words.append("at \(cursor)")
            case .page(let number): words.append("at page \(number)")
            }
            if walk.cameAbove > 0 { words.append("\(walk.cameAbove) came") }
            if walk.generation > generation { words.append("anew") }
            if let failure = walk.takeFailure() { words.append("\(failure.code): \(failure.detail)") }
            if let end = walk.end { words.append("\(end)") }
            return words.joined(separator: ", ")
        }
    }

    private func gaps(_ gaps: [PageGap<Int>]) -> String {
        let mark = { (id: Int?) in id.map { "\($0)" } ?? "" }
        return gaps.map { " gap \(mark($0.after))-\(mark($0.before))" }.joined()
    }

    private func page(
        _ ids: some Sequence<Int>, _ next: Int?, _ total: Int? = nil, broken: [Int] = [], pinned: Int = 0
    ) -> Page<Numbered> {
        var page = Page(ids, next: next.map { .offset($0) }, total: total)
        page.pinned = pinned
        page.skipped = broken.map { SkippedElement(index: $0, path: "", reason: "broken") }
        return page
    }

    @Test("A list ends where the service, its total or a short page says") func ends() {
        var total = walk()
        #expect(
            story(&total, [page(0..<3, 3, 7), page(3..<6, 6, 7), page([6], 7, 7)]) == [
                "[0, 1, 2], at 3", "[3, 4, 5], at 6", "[6], at 6, lastPage",
            ])
        var full = walk { $0.fullPage = 3 }
        #expect(
            story(&full, [page(0..<3, 3), page([3], 6, broken: [1, 2]), page([5], 8, broken: [1])]) == [
                "[0, 1, 2], at 3", "[3], at 6", "[5], at 6, lastPage",
            ])
        // A total takes precedence over a short page.
        var both = walk { $0.fullPage = 3 }
        #expect(story(&both, [page(0..<2, 2, 4), page(2..<4, nil, 4)]) == ["[0, 1], at 2", "[2, 3], at 2, lastPage"])
        var pages = walk { $0.maximumPages = 2 }
        #expect(
            story(&pages, [page([0], 1), page([1], 2), page([2], 3)]) == [
                "[0], at 1", "[1], at 2, limit", "nothing, at 2, limit",
            ])
        var negative = walk()
        #expect(story(&negative, [page([0], 1, -1), page([1], 2, 5)]) == ["[0], at 1", "[1], at 2"])
        #expect(negative.progress == PageProgress(loaded: 2, total: 5))
    }

    @Test(
        "An item limit is met exactly",
        arguments: [
            (5, ["[0, 1, 2], at 3", "[3, 4], at 6, limit"]), (6, ["[0, 1, 2], at 3", "[3, 4, 5], at 6, limit"]),
            (7, ["[0, 1, 2], at 3", "[3, 4, 5], at 6"]), (3, ["[0, 1, 2], at 3, limit", "nothing, at 3, limit"]),
            (2, ["[0, 1], at 3, limit", "nothing, at 3, limit"]),
        ])
    func itemLimits(limit: Int, received: [String]) {
        var walk = walk { $0.maximumItems = limit }
        #expect(story(&walk, [page(0..<3, 3, 9), page(3..<6, 6, 9)]) == received)
        #expect(walk.progress == PageProgress(loaded: min(limit, 6), total: 9))
        // The end of the list takes precedence over a limit that is met at the same time.
        var whole = self.walk { $0.maximumItems = limit }
        _ = whole.accept(page(0..<6, nil, 6))
        #expect(whole.end == (limit < 6 ? .limit : .lastPage))
    }

    @Test("A missing rest fails once and then ends the list, unless items arrive in between") func early() {
        let text = "endedEarly: Nothing came after 3 items, of 9 that there are said to be."
        var walk = walk()
        #expect(
            story(&walk, [page(0..<3, 3, 9), page([], nil, 9), page([3], 4), page([], nil), page([], nil), page([4], nil)]) == [
                "[0, 1, 2], at 3", "[], at 3, \(text)", "[3], at 4",
                "[], at 4, endedEarly: Nothing came after 4 items, of 9 that there are said to be.", "[], at 4, early",
                "nothing, at 4, early",
            ])
        var ends = self.walk { $0.acceptsEarlyEnd = true }
        #expect(story(&ends, [page(0..<3, 3, 9), page([], nil, 9)]) == ["[0, 1, 2], at 3", "[], at 3, early"])
        // The full total, or skipped elements in its place, is the end.
        for last in [page([], nil, 3), page([], nil, 4, broken: [0]), page([3], nil, 9)] {
            var walk = self.walk()
            _ = walk.accept(page(0..<3, 3, 9))
            #expect(walk.takeFailure() == nil)
            if last.total == 3 || last.total == 4 { walk.progress.total = last.total }
            _ = walk.accept(last)
            #expect(walk.end == .lastPage, "\(last)")
            #expect(walk.takeFailure() == nil, "\(last)")
        }
        var cursors = self.walk()
        #expect(
            story(&cursors, [Page(0..<3, next: .cursor("a"), total: 4), Page([], total: 4)]) == [
                "[0, 1, 2], at a", "[], at a, endedEarly: Nothing came after 3 items, of 4 that there are said to be.",
            ])
    }

    @Test("A repeated position fails with its reason, or ends the list if configured") func circles() {
        let text = "endlessList: A position or a page came again: the list would never end."
        var walk = walk()
        #expect(
            story(&walk, [page([0], 1), page([1], 1), page([2], 0), page([3], 2)]) == [
                "[0], at 1", "[1], at 1, \(text)", "[2], at 1, \(text)", "[3], at 2",
            ])
        var first = self.walk()
        #expect(story(&first, [page([0], 0), page([1], 1)]) == ["[0], at the beginning, \(text)", "[1], at 1"])
        var ends = self.walk { $0.endsAtRepeatedPosition = true }
        #expect(story(&ends, [page([0], 1), page([1], 1)]) == ["[0], at 1", "[1], at 1, repeatedPosition"])
        // Accepts a service that changes from cursors to offsets.
        var mixed = self.walk()
        #expect(
            story(&mixed, [Page([0], next: .cursor("a")), page([1], 0), page([2], 5)]) == ["[0], at a", "[1], at 0", "[2], at 5"])
        var below = self.walk()
        #expect(story(&below, [Page([0], next: .cursor("a")), page([1], -1)]) == ["[0], at a", "[1], at a, \(text)"])
    }

    @Test("Counts new items above by the last item of the previous page, ignoring pinned rows") func cameAbove() {
        var plain = walk()
        #expect(
            story(&plain, [page(0..<4, 4, 30), page([2, 3, 4, 5], 8, 32), page(6..<10, 12, 32), page([8, 9, 10, 11], 16, 34)])
                == [
                    "[0, 1, 2, 3], at 4", "[4, 5], at 8, 2 came, anew", "[6, 7, 8, 9], at 12, 2 came",
                    "[10, 11], at 16, 4 came, anew",
                ])
        var pinned = walk()
        #expect(
            story(
                &pinned,
                [
                    page([90, 91, 0, 1], 2, 30, pinned: 2), page([90, 91, 1, 2], 4, 31, pinned: 2),
                    page([90, 91, 3, 4], 6, 31, pinned: 2),
                ]) == ["[90, 91, 0, 1], at 2", "[2], at 4, 1 came, anew", "[3, 4], at 6, 1 came"])
        #expect(pinned.pinned == [90, 91])
        // Arrivals moved the list down by a full page, so the page repeats the one before.
        var pushed = walk()
        #expect(
            story(&pushed, [page(0..<4, 4, 30), page(0..<4, 8, 34), page(4..<8, 12, 34)]) == [
                "[0, 1, 2, 3], at 4", "[], at 8, 4 came, anew", "[4, 5, 6, 7], at 12, 4 came",
            ])
    }

    @Test("Reports items above the list if its first item follows them") func above() {
        var walk = walk()
        #expect(
            story(&walk, [page(0..<4, 4, 30), page([70, 71, 0, 1], 8, 36), page([2, 3, 4, 5], 12, 36)]) == [
                "[0, 1, 2, 3], at 4", "[70, 71] 2 above, at 8, 6 came, anew", "[4, 5], at 12, 6 came",
            ])
        #expect(walk.bookmark.recent == [0, 1, 2, 3, 4, 5])
        // When as many items arrived as were loaded, none of them counts as above.
        var exact = self.walk()
        #expect(story(&exact, [page(0..<4, 4, 30), page([0, 70, 1, 2], 8, 34)]) == ["[0, 1, 2, 3], at 4", "[70], at 8, anew"])
        // Without a total the list's first row shows how many are above.
        let received = [
            ([70, 71, 0, 1], "[70, 71] 2 above, at 8, 6 came"), ([70, 71, 72, 0], "[70, 71, 72] 3 above, at 8, 7 came"),
            ([70, 0, 71, 72], "[70, 71, 72] 1 above, at 8, 5 came"), ([70, 1, 2, 3], "[70] 1 above, at 8, 4 came"),
            ([0, 70, 71, 72], "[70, 71, 72], at 8"),
        ]
        for (ids, line) in received {
            var walk = self.walk()
            #expect(story(&walk, [page(0..<4, 4), page(ids, 8)]) == ["[0, 1, 2, 3], at 4", line], "\(ids)")
        }
    }

    @Test("An item limit also counts items above the list") func aboveLimit() {
        for (limit, received, recent) in [
            (9, "[70, 71] 2 above, at 8, 6 came, anew", [0, 1, 2, 3]),
            (6, "[70, 71] 2 above, at 8, 6 came, anew, limit", [0, 1, 2, 3]),
            (5, "[70] 1 above, at 8, 6 came, anew, limit", [0, 1, 2, 3]),
        ] {
            var walk = walk { $0.maximumItems = limit }
            #expect(story(&walk, [page(0..<4, 4, 30), page([70, 71, 0, 1], 8, 36)]) == ["[0, 1, 2, 3], at 4", received])
            #expect(walk.bookmark.recent == recent)
        }
    }

    @Test("Searches for the position instead of delivering a page without known items after a burst") func burst() {
        var walk = walk()
        let received = story(
            &walk,
            [
                page(0..<4, 4, 30), page(70..<74, 8, 36), page(70..<74, 4, 36), page([76, 0, 1, 2], 10, 36),
                page([3, 4, 5, 6], 14, 36),
            ])
        #expect(
            received == [
                "[0, 1, 2, 3], at 4", "nothing, at 0, anew", "nothing, at 6, anew", "[], at 10", "[4, 5, 6], at 14",
            ])
        // A page with a known item, or with no more items than arrived, is accepted.
        for next in [page([70, 3, 71, 72], 8, 36), page(70..<74, 8, 34)] {
            var other = self.walk()
            _ = other.accept(page(0..<4, 4, 30))
            #expect(other.accept(next) != nil, "\(next)")
        }
        var one = self.walk()
        _ = one.accept(page(0..<4, 4, 30))
        #expect(one.accept(page(70..<74, 8, 35)) == nil, "one more than a page")
        var broken = self.walk()
        _ = broken.accept(page(0..<4, 4, 30))
        #expect(broken.accept(page(70..<73, 8, 34, broken: [3])) != nil, "unreadable elements belong to the page")
    }

    @Test("Accepts a page after a limited number of searches, with a gap if pages overlap")
    func notFound() {
        for overlap in [0, 2] {
            var walk = walk { $0.overlap = overlap }
            _ = walk.accept(page(0..<10, 10, 1_000))
            var (looks, loaded): (Int, LoadedPage<Numbered>?) = (0, nil)
            while loaded == nil, looks < 50, case .offset(let offset)?? = walk.upcoming(1).first {
                looks += 1
                loaded = walk.accept(page((1_000 * looks)..<(1_000 * looks + 10), offset + 10, 2_000))
            }
            #expect(looks == 11, "\(overlap)")
            #expect(loaded?.ids == Array(11_000..<11_010), "\(overlap)")
            #expect(loaded?.gaps == (overlap > 0 ? [PageGap(after: 9, before: 11_000)] : []))
            #expect(walk.isOutOfOrder)
            #expect(walk.search == nil)
            #expect(!walk.isOverruled)
        }
    }

    @Test("An accepted page shifts up if the list shrank since") func shrunkSince() {
        var walk = walk()
        _ = walk.accept(page(0..<10, 10, 1_000))
        for look in 1...10 {
            guard case .offset(let offset)?? = walk.upcoming(1).first else { break }
            #expect(walk.accept(page((1_000 * look)..<(1_000 * look + 10), offset + 10, 2_000)) == nil)
        }
        #expect(
            story(&walk, [page([], nil, 1_994), page([66, 67], 6, 1_994)]) == ["nothing, at 4, anew", "[66, 67], at 6"])
    }

    @Test("Deletions during a search may all have been above the position")
    func leftMeanwhile() {
        var walk = walk()
        #expect(
            story(
                &walk,
                [
                    page(0..<10, 10, 20), page(80..<90, 20, 40), page(70..<80, 12, 37), page(60..<70, 29, 40),
                    page(90..<100, nil, 40), page(50..<60, nil, 38), page(40..<50, 10, 38), page(30..<40, nil, 38),
                ]) == [
                    "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], at 10", "nothing, at 2, anew", "nothing, at 19, anew",
                    "nothing, at 29, anew", "nothing, at 12, anew", "nothing, at 0, anew", "nothing, at 10, anew",
                    "nothing, at 5, anew",
                ])
    }

    @Test("Searches a lost position again") func lostPlace() {
        var walk = Walk(from: PageBookmark(position: .offset(4), recent: [2, 3], loaded: 4))
        let text = "placeLost: The list no longer contains any of the 2 items before the bookmark."
        #expect(
            story(&walk, [page([70, 71], nil), page([72, 73], nil), page([70, 2, 80, 3, 4], nil)]) == [
                "nothing, at 0, anew", "nothing, at 2, \(text)", "[80, 4], at 2, lastPage",
            ])
        var empty = Walk(from: PageBookmark(position: .offset(4), recent: [2, 3], loaded: 4))
        #expect(
            story(&empty, [page([], nil, 0), page([1], nil, 1)]) == ["nothing, at 0, anew, lastPage", "nothing, at 0, lastPage"])
    }

    @Test("Reports a hole once with the items around it, also at the end of the list") func holes() {
        var walk = walk { $0.overlap = 3 }
        #expect(
            story(&walk, [page([1], 1), page([2], 2), page([], 3), page([3], nil)]) == [
                "[1], at 1", "[2] gap 1-2, at 2", "[], at 3", "[3] gap 2-3, at 3, lastPage",
            ])
        var atTheEnd = self.walk { $0.overlap = 3 }
        #expect(
            story(&atTheEnd, [page([1], 1), page([2], 2), page([], nil)]) == [
                "[1], at 1", "[2] gap 1-2, at 2", "[] gap 2-, at 2, lastPage",
            ])
        var shrunk = self.walk()
        #expect(
            story(&shrunk, [page(0..<4, 4, 9), page([7], 5, 6), page(3..<5, nil, 6)]) == [
                "[0, 1, 2, 3], at 4", "nothing, at 1, anew", "[4], at 1, lastPage",
            ])
    }

    @Test("Neither an empty page nor a pinned row confirms a page boundary") func proofs() {
        var pinned = walk { $0.overlap = 1 }
        // The pinned row is on every page and hides the hole: the search moves two rows further up each time.
        #expect(
            story(
                &pinned,
                [page([90, 0, 1, 2], 4, pinned: 1), page([90, 4, 5, 6], 7, pinned: 1), page([90, 2, 3, 4], 6, pinned: 1)]) == [
                    "[90, 0, 1, 2], at 3", "nothing, at 2, anew", "[3, 4], at 5",
                ])
        var further = walk { $0.overlap = 1 }
        #expect(story(&further, [page([0, 1, 2], 3), page([2, 3, 4], 5)]) == ["[0, 1, 2], at 2", "[3, 4], at 4"])
        var hollow = walk { $0.overlap = 1 }
        #expect(
            story(&hollow, [page([0, 1, 2], 3), page([], 5), page([3], nil)]) == [
                "[0, 1, 2], at 2", "[], at 5", "[3] gap 2-3, at 5, lastPage",
            ])
    }
}
