import NoticeBoardBase
import NoticeBoardKit

/// Reads a board from a position down to known posts, and finds posts that were deleted in between.
///
/// A pure state machine without I/O: ``offset`` and ``count`` name the page to request, ``take(_:)`` handles the response.
///
/// Pages overlap by one post, to prove that they are adjacent. A post counts as deleted only if a response shows its former
/// neighbors next to each other. Notices prove nothing, since a service may show them at any position; neither does a response in
/// which known posts have changed places.
struct MirrorPass {
    /// The result of a page.
    struct Step {
        /// The page's posts that no earlier page of this pass contained.
        var posts: ArraySlice<Post> = []
        /// Whether the pass has ended.
        var isFinished = false
        /// Whether the posts of the interrupted update were not found: drop them and read from the head.
        var isLost = false
    }

    private let pageSize: Int
    private let content: MirrorContent
    /// The index of each post in the order of finished updates.
    private let places: [Post.ID: Int]
    /// The minimum number of posts to read, even if all are known.
    private let depth: Int
    /// The maximum number of posts to read.
    private let limit: Int
    private let isResumed: Bool

    private(set) var offset: Int
    /// The number of posts read from the head down without a gap.
    private(set) var depthRead = 0
    private(set) var total: Int?
    /// Whether the board's last post was read.
    private(set) var reachesEnd = false
    /// The IDs in ``rows`` and of all pages.
    private var seen: Set<Post.ID> = []
    /// The posts read so far, in the service's order; a resumed pass begins with those of the interrupted update.
    private(set) var rows: [Post.ID] = []
    private var lastPage: [Post.ID] = []
    /// The steps back since the last adjacent page, and the steps of all searches (at most 100).
    private var stepsBack = 0
    private var allSteps = 0
    private var isSearchingDown = false
    private var lastWasBroken = false
    private var repeats = 0
    /// Posts formerly between two posts that a response shows next to each other.
    private var missing: Set<Post.ID> = []
    /// The largest index of a known post so far.
    ///
    /// A known post with a smaller index that follows it has moved.
    private var deepestPlace = -1
    private var isOrderUnreliable = false
    /// Whether every post from the head down was read and decoded.
    private var isWhole = true

    /// Creates a pass from the head, or from the end of an unfinished update.
    init(_ content: MirrorContent, pageSize: Int, depth: Int, limit: Int, resumes: Bool) {
        self.content = content
        self.pageSize = pageSize
        self.depth = depth
        self.limit = limit
        isResumed = resumes
        places = Dictionary(content.order.enumerated().map { ($1, $0) }) { first, _ in first }
        offset = resumes ? max(0, content.pending.count - 1) : 0
        if resumes { (rows, seen) = (content.pending, Set(content.pending)) }
    }

    /// The number of posts to request.
    var count: Int { pageSize + 1 }

    /// The deleted posts, once the pass has ended.
    var deleted: [Post.ID] {
        if isResumed { return [] }
        if isWhole, reachesEnd { return content.order.filter { !seen.contains($0) } }
        return isOrderUnreliable ? [] : content.order.filter { missing.contains($0) && !seen.contains($0) }
    }

    /// Processes the response to a request for ``count`` posts at ``offset``, and sets the next ``offset``.
    mutating func take(_ page: Page<Post>) -> Step {
        total = page.total
        let ids = page.items.map(\.id)
        // Posts that could not be decoded count toward the next page's offset.
        let elements = ids.count + page.skipped.count
        let next: Int? = if case .offset(let next)? = page.next { next } else { nil }
        // A page advances by no more than it has, or was asked to have, whatever the service says.
        let received = next.map { min(max($0, offset) - offset, max(elements, count)) } ?? elements
        // The post that both pages share may be the undecodable one, so a missing overlap proves nothing.
        let isBroken = !page.skipped.isEmpty || lastWasBroken
        lastWasBroken = !page.skipped.isEmpty
        if !continues(ids) {
            // Stop searching after 100 steps.
            if !isBroken, allSteps < 100 { return searchForKnownPosts(received, isEnd: page.next == nil) }
            (isWhole, isOrderUnreliable) = (false, true)
        }
        (stepsBack, isSearchingDown) = (0, false)
        findDeleted(page)
        let fresh = newRows(page.items)
        rows += fresh.map(\.id)
        seen.formUnion(ids)
        // Four times the same page: the service ignores the offset, and has no more posts.
        repeats = !ids.isEmpty && ids == lastPage ? repeats + 1 : 0
        reachesEnd = page.next == nil
        lastPage = ids
        if !isResumed { depthRead = offset + (page.next == nil ? received : max(received - 1, 0)) }
        offset += max(received - 1, 1)
        let isFull = rows.count >= limit
        let isDone = rows.count >= depth && meetsKnown(page.items)
        return Step(posts: fresh, isFinished: page.next == nil || repeats == 3 || isFull || isDone)
    }

    /// Returns the page's posts after all that were read; newer posts above are left to the next update.
    private func newRows(_ posts: [Post]) -> ArraySlice<Post> {
        let last = posts.lastIndex { seen.contains($0.id) }
        return last.map { posts[($0 + 1)...] } ?? posts[...]
    }

    /// Searches for the posts already read, since the page shows none of them.
    private mutating func searchForKnownPosts(_ received: Int, isEnd: Bool) -> Step {
        allSteps += 1
        if offset > 0, !isSearchingDown {
            // Posts above were deleted, so others moved up into earlier pages.
            offset = max(0, offset - pageSize << min(stepsBack, 6))
            stepsBack += 1
            return Step()
        }
        // More new posts came above than a page holds.
        if isResumed, lastPage.isEmpty { return Step(isLost: true) }
        (isSearchingDown, isWhole) = (true, isWhole && !isEnd)
        offset += max(received - 1, 1)
        return Step(isFinished: isEnd)
    }

    /// Whether a page shows a post of an earlier page.
    private func continues(_ ids: [Post.ID]) -> Bool {
        seen.isEmpty || ids.contains { seen.contains($0) }
    }

    /// Whether a page ends with two posts of a finished update.
    ///
    /// One is not enough, since a pinned post is at the top of every page.
    private func meetsKnown(_ posts: [Post]) -> Bool {
        let end = posts.filter { $0.type != .notice }.suffix(2)
        return end.count == 2 && end.allSatisfy { places[$0.id] != nil }
    }

    private mutating func findDeleted(_ page: Page<Post>) {
        let posts = page.items.filter { $0.type != .notice }
        var above = offset == 0 && page.skipped.isEmpty ? -1 : nil
        for post in posts {
            guard let place = places[post.id] else {
                // A new post does not separate the known posts around it.
                continue
            }
            if place < deepestPlace { isOrderUnreliable = true }
            deepestPlace = max(deepestPlace, place)
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
