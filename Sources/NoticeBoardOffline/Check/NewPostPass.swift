import NoticeBoardKit

/// Reads a board from the newest post down to the delivered ones, then the gaps of earlier checks.
///
/// A pure state machine without I/O: ``offset`` names the page to request, ``take(_:)`` handles the response.
struct NewPostPass {
    /// The maximum position.
    private static let lowest = 1 << 30
    /// The maximum number of gaps in a record.
    static let mostGaps = 50
    private let record: NewPostRecord?
    /// The ranges still to read, the newest first.
    private var parts: [NewPostRecord.Gap]
    private(set) var posts: [Post] = []
    private var seen: Set<Post.ID> = []
    /// The offset of the next page.
    private var position = 0
    /// Whether no page of the first range has been read yet.
    private var isAtStart = true
    /// The number of posts read so far that came after the last delivery.
    private var newPostCount = 0
    private var top: Post.ID?

    init(record: NewPostRecord?) {
        self.record = record
        // A damaged record must not overflow.
        let gaps = (record?.gaps ?? []).map {
            NewPostRecord.Gap(upper: $0.upper, lower: $0.lower, above: min(max($0.above, 0), Self.lowest))
        }
        parts = [NewPostRecord.Gap(upper: .max, lower: record?.top ?? .min, above: 0)] + gaps
    }

    /// The offset of the next page; `nil` if everything was read.
    var offset: Int? { parts.isEmpty ? nil : position }

    mutating func take(_ page: Page<Post>) {
        guard let part = parts.first else { return }
        top = max(top ?? record?.top ?? .min, page.items.map(\.id).max() ?? .min)
        guard let record else {
            // The first check only sets the starting point.
            parts = []
            return
        }
        // A notice may be anywhere, so it does not show the offset.
        let ordinary = page.items.filter { $0.type != .notice }.map(\.id)
        if isAtStart, position > 0, page.items.isEmpty || ordinary.first.map({ $0 < part.upper }) == true {
            // Posts above the gap were deleted, so the gap moved up; an empty page lies past the end of a shorter board.
            position = page.items.isEmpty ? position / 2 : position - max(1, page.items.count / 2)
            moveGap()
            return
        }
        isAtStart = false
        let fresh = page.items.filter { !record.covers($0.id) && seen.insert($0.id).inserted }
        posts += fresh
        newPostCount += fresh.filter { $0.id > record.top }.count
        guard case .offset(let next)? = page.next, next > position else {
            parts = []
            return
        }
        position = min(next, Self.lowest)
        guard let last = ordinary.last else { return }
        let count = parts.count
        while let part = parts.first, last <= part.lower { parts.removeFirst() }
        guard let next = parts.first else { return }
        // Starts a few posts higher, in case some were deleted in between.
        let start = next.above + newPostCount - min(5, max(1, page.items.count / 2))
        if last >= next.upper, parts.count < count, start > position {
            (position, isAtStart) = (start, true)
            return
        }
        parts[0].upper = min(next.upper, last)
        moveGap()
    }

    /// Records that the first gap begins at the next page, so that the next check goes on there.
    private mutating func moveGap() { parts[0].above = position - newPostCount }

    /// The record to store if these posts are delivered; `nil` if the newest ones were not read.
    var finished: NewPostRecord? {
        guard let top else { return nil }
        let left = parts.map { NewPostRecord.Gap(upper: $0.upper, lower: $0.lower, above: $0.above + newPostCount) }
        // The head was not read.
        if left.first?.upper == .max { return nil }
        guard left.count > Self.mostGaps, let lowest = left.last else { return NewPostRecord(top: top, gaps: left) }
        // Finds posts between the merged gaps again rather than losing those in them.
        var kept = Array(left.prefix(Self.mostGaps))
        kept[Self.mostGaps - 1].lower = lowest.lower
        return NewPostRecord(top: top, gaps: kept)
    }
}
