/// Decides whether a page connects to the previous one, although the list may have changed in between.
///
/// With overlap, an item seen before proves that nothing is missing between the pages, regardless of insertions and deletions.
/// Without overlap there is only the total: if it shrank, at most that many items have moved up across the seam.
struct PageSeam: Sendable {
    enum Verdict: Equatable {
        /// Nothing is missing between the pages.
        case fits
        /// Items may be missing: drop the page and request this offset instead.
        case back(to: Int)
        /// Items may be missing, and another request won't help: continue, and report a gap.
        case gap
    }

    /// How often to request again without new items before the list counts as changing too fast.
    private static let maximumTries = 32

    /// The number of items to load again with the next page.
    var overlap = 0
    /// The number of items that the next page actually loads again.
    private(set) var lead = 0
    /// The number of pages in a row that had no new item and were each shorter than the one before: the list ends there.
    var shorterPages = 0
    /// How far the last step went back while looking for missing items.
    private var step = 0
    private var tries = 0

    /// Whether missing items are being looked for.
    var isHunting: Bool { step > 0 }

    /// Returns the next offset to request after a page of `count` elements that ends at `end`.
    ///
    /// Only decoded items prove a connection, so the lead reaches back over `overlap` decoded items; but a page must always make
    /// progress.
    mutating func join(at end: Int, after count: Int, broken: [Int]) -> Int {
        let broken = broken.isEmpty ? [] : Set(broken)
        lead = 0
        var (reach, readable) = (0, 0)
        while readable < overlap, reach < count - 1 {
            reach += 1
            guard !broken.contains(count - reach) else { continue }
            readable += 1
            lead = reach
        }
        return max(0, end - lead)
    }

    /// Stops looking for missing items.
    mutating func rest() { step = 0 }

    /// Resets the number of tries, because a new item was found.
    mutating func progressed() { tries = 0 }

    /// Judges a page that begins at `start`.
    ///
    /// `isProved` says whether an item proves the connection, `isEmpty` whether the page has no elements, `isLast` whether the
    /// service says that it is the last one, and `shrunk` how much the total has decreased since the previous page.
    mutating func judge(at start: Int, isProved: Bool, isEmpty: Bool, isLast: Bool, shrunkBy shrunk: Int) -> Verdict {
        let shrunkBy = max(shrunk, 0)
        let isEnd = isEmpty && isLast && lead == 0 && shorterPages > 1
        let fits = start == 0 || isProved || (overlap > 0 ? isEnd : shrunkBy == 0)
        let canProve = overlap == 0 || lead > 0 || shrunkBy > 0
        guard !fits, canProve, !isEmpty || isLast, tries < Self.maximumTries else {
            step = 0
            return fits ? .fits : .gap
        }
        tries += 1
        step = overlap > 0 ? max(lead, shrunkBy, step.clampedAdding(step)) : shrunkBy
        return .back(to: max(0, start - step))
    }
}
