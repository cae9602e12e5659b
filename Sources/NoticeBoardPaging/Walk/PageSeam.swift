/// Tells whether a page joins on to what was read before, although the list may have changed since.
///
/// With overlap a page is proved to fit by an item on it that was seen before: nothing that lies between the two pages can be
/// missing then, whatever came and went. Without overlap there is only the total to go by: when it shrank, items have moved
/// up across the seam, by as many places at most.
struct PageSeam: Sendable {
    enum Verdict: Equatable {
        /// Nothing lies between the pages.
        case fits
        /// Something may: ask at this offset instead, and forget the page.
        case back(to: Int)
        /// Something may, and there is no asking again: go on, and report it.
        case gap
    }

    /// What is known of a page when it came.
    struct Joint {
        var start: Int
        /// Whether an item on it was seen before.
        var isProved: Bool
        /// Whether it is empty and yet not the last.
        var isHollow: Bool
        /// By how much the total is smaller than before.
        var shrunkBy: Int
    }

    /// How often a page is asked for again without anything new, before the list counts as changing too fast.
    private static let maximumTries = 32

    /// How many items a page is to read again.
    var overlap = 0
    /// How many items the last answer lets the next page read again.
    private(set) var lead = 0
    /// How far back the last step went, while a hole is looked for.
    private var step = 0
    private var tries = 0

    /// Whether a hole is being looked for.
    var isHunting: Bool { step > 0 }

    /// Where to ask when `end` is the next index, after a page of so many elements of which some could not be read.
    ///
    /// Only what can be read proves anything, so the lead reaches back to as many readable items as are to overlap; but a
    /// page must always get further.
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

    /// No hole is looked for any more.
    mutating func rest() { step = 0 }

    /// The hunt has patience again, since something new was found.
    mutating func progressed() { tries = 0 }

    mutating func judge(_ joint: Joint) -> Verdict {
        let shrunkBy = max(joint.shrunkBy, 0)
        let fits = joint.start == 0 || (overlap > 0 ? joint.isProved : shrunkBy == 0)
        let canProve = overlap == 0 || lead > 0 || shrunkBy > 0
        guard !fits, canProve, !joint.isHollow, tries < Self.maximumTries else {
            step = 0
            return fits ? .fits : .gap
        }
        tries += 1
        step = overlap > 0 ? max(lead, shrunkBy, step.clampedAdding(step)) : shrunkBy
        return .back(to: max(0, joint.start - step))
    }
}
