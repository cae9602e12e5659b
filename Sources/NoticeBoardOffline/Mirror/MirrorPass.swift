import NoticeBoardBase
import NoticeBoardKit

/// Reads a board from a position down until it meets what the mirror already has, and finds what was deleted on the way.
///
/// A value without input and output: ``request`` says what to ask for next, ``take(_:)`` takes the answer.
///
/// Pages overlap by one post, so that two pages are known to be neighbors. A post is deleted only if an answer shows two posts
/// next to each other that stood around it. Notices prove nothing, since a service may show them anywhere; an answer in which
/// known posts changed places proves nothing either.
struct MirrorPass {
    /// What a page brought.
    struct Step {
        /// The posts of the page that were not in an earlier page of this pass.
        var posts: ArraySlice<Post> = []
        /// Whether the pass is over.
        var isFinished = false
        /// Whether the posts of the unfinished update were not found any more.
        var isLost = false
    }

    private let pageSize: Int
    private let content: MirrorContent
    /// The index of each post in the order of finished updates.
    private let places: [Post.ID: Int]
    /// How many posts are read at least, also where the mirror has them all.
    private let depth: Int
    /// How many posts are read at most.
    private let limit: Int
    private let isResumed: Bool

    private(set) var offset: Int
    private(set) var requests = 0
    /// How many posts from the head down were read without a hole.
    private(set) var depthRead = 0
    private(set) var total: Int?
    /// Whether the board's last post was read.
    private(set) var reachesEnd = false
    /// The posts that any page showed.
    private var seen: Set<Post.ID> = []
    /// The posts from where the pass began down to where it is, in the service's order.
    private(set) var rows: [Post.ID] = []
    private var lastPage: [Post.ID] = []
    private var stepsBack = 0
    private var allStepsBack = 0
    private var isSearchingDown = false
    private var lastWasBroken = false
    private var repeats = 0
    /// Posts that were between two posts that an answer shows next to each other.
    private var missing: Set<Post.ID> = []
    /// The lowest place of a known post so far; one above it has moved.
    private var lowest = -1
    private var provesNothing = false
    /// Whether everything from the head down was read and decoded.
    private var isWhole = true

    /// Creates a pass from the head, or from the end of what an unfinished update left.
    init(_ content: MirrorContent, pageSize: Int, depth: Int, limit: Int, resumes: Bool) {
        (self.content, self.pageSize, self.depth, self.limit, isResumed) = (content, pageSize, depth, limit, resumes)
        places = Dictionary(content.order.enumerated().map { ($1, $0) }) { first, _ in first }
        offset = resumes ? max(0, content.pending.count - 1) : 0
        if resumes { (rows, seen) = (content.pending, Set(content.pending)) }
    }

    /// How many posts to ask for.
    var count: Int { pageSize + 1 }

    /// The posts that are deleted, once the pass is finished.
    var deleted: [Post.ID] {
        if isResumed { return [] }
        if isWhole, reachesEnd { return content.order.filter { !seen.contains($0) } }
        return provesNothing ? [] : content.order.filter { missing.contains($0) && !seen.contains($0) }
    }

    mutating func take(_ page: Page<Post>) -> Step {
        requests += 1
        total = page.total
        let ids = page.items.map(\.id)
        // Posts that could not be decoded count for the place of the next page.
        let received: Int
        if case .offset(let next)? = page.next { received = next - offset } else { received = ids.count + page.skipped.count }
        // The post that two pages share may be one that cannot be decoded. The number of steps back is limited.
        let isBroken = !page.skipped.isEmpty || lastWasBroken
        lastWasBroken = !page.skipped.isEmpty
        if !continues(ids) {
            if !isBroken, allStepsBack < 100 { return findAgain(received, isEnd: page.next == nil) }
            (isWhole, provesNothing) = (false, true)
        }
        (stepsBack, isSearchingDown) = (0, false)
        findDeleted(page)
        let fresh = newRows(page.items)
        rows += fresh.map(\.id)
        seen.formUnion(ids)
        // Three times the same page: the service shows it for every offset, and has no more to give.
        repeats = !ids.isEmpty && ids == lastPage ? repeats + 1 : 0
        reachesEnd = page.next == nil
        lastPage = ids
        if !isResumed { depthRead = offset + (page.next == nil ? received : max(received - 1, 0)) }
        offset += max(received - 1, 1)
        let isFull = rows.count >= limit
        let isDone = rows.count >= depth && meetsKnown(page.items)
        return Step(posts: fresh, isFinished: page.next == nil || repeats == 3 || isFull || isDone)
    }

    /// The posts of a page that come behind everything that was read; what came above meanwhile is left to the next update.
    private func newRows(_ posts: [Post]) -> ArraySlice<Post> {
        let last = posts.lastIndex { seen.contains($0.id) }
        return last.map { posts[($0 + 1)...] } ?? posts[...]
    }

    /// Looks for the posts that were read, since a page shows none of them.
    private mutating func findAgain(_ received: Int, isEnd: Bool) -> Step {
        if offset > 0, !isSearchingDown {
            // Posts above were deleted, and others moved up into the pages before.
            offset = max(0, offset - pageSize << min(stepsBack, 6))
            (stepsBack, allStepsBack) = (stepsBack + 1, allStepsBack + 1)
            return Step()
        }
        // More posts came above than a page holds.
        if isResumed, lastPage.isEmpty { return Step(isLost: true) }
        (isSearchingDown, isWhole) = (true, isWhole && !isEnd)
        offset += max(received - 1, 1)
        return Step(isFinished: isEnd)
    }

    /// Whether a page shows a post that was read before it.
    private func continues(_ ids: [Post.ID]) -> Bool {
        seen.isEmpty || ids.contains { seen.contains($0) }
    }

    /// Whether a page ends with two posts that an earlier update finished.
    ///
    /// One is not enough: a post that is pinned stands at the head of every answer.
    private func meetsKnown(_ posts: [Post]) -> Bool {
        let end = posts.filter { $0.type != .notice }.suffix(2)
        return end.count == 2 && end.allSatisfy { places[$0.id] != nil }
    }

    private mutating func findDeleted(_ page: Page<Post>) {
        let posts = page.items.filter { $0.type != .notice }
        var above = offset == 0 && page.skipped.isEmpty ? -1 : nil
        for post in posts {
            guard let place = places[post.id] else {
                // A new post does not change what was above the known ones.
                continue
            }
            if place < lowest { provesNothing = true }
            lowest = max(lowest, place)
            if let above, place > above + 1, page.skipped.isEmpty { addMissing(above + 1..<place) }
            above = place
        }
        if !page.skipped.isEmpty { isWhole = false }
        if page.next == nil, page.skipped.isEmpty, let above, above >= 0 { addMissing(above + 1..<content.order.count) }
    }

    private mutating func addMissing(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        for id in content.order[range] where !content.notices.contains(id) { missing.insert(id) }
    }
}
