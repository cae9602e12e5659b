public import NoticeBoardPaging

/// Where somebody was last: the board that was open, and the place in its list.
public struct BoardPlace: Sendable, Equatable, Codable {
    /// The board that was open.
    public var board: Board
    /// The posts that stood in its list, as far as they are kept, and the one at the top of the screen.
    public var list: FeedSnapshot<Post>?

    /// A place on a board; the top of its list unless told otherwise.
    public init(board: Board, list: FeedSnapshot<Post>? = nil) { (self.board, self.list) = (board, list) }
}

/// Keeps the last place of an account: two functions, for a file or a database of one's own.
///
/// ```swift
/// struct PlaceInMyStore: BoardPlaceStore {
///     func load() async throws -> BoardPlace? { try await store.data("place").map { try JSONDecoder().decode(BoardPlace.self, from: $0) } }
///     func keep(_ place: BoardPlace?) async throws { try await store.set("place", place.map { try JSONEncoder().encode($0) }) }
/// }
/// ```
public protocol BoardPlaceStore: Sendable {
    /// What was kept last; nothing where nothing was, or it cannot be read any more.
    func load() async throws -> BoardPlace?
    /// Keeps a place instead of the one before; nothing erases it.
    func keep(_ place: BoardPlace?) async throws
}

extension FeedSnapshot<Post> {
    /// How many posts are kept of a list.
    private static var most: Int { 300 }

    /// As much of it as is worth keeping: the beginning, as far as a screen below the place; nothing where that is too far.
    var worthKeeping: Self? {
        let place = anchor.flatMap { anchor in items.firstIndex { $0.id == anchor } } ?? 0
        let count = place + 30
        if items.count <= count { return items.count <= Self.most ? self : nil }
        guard count <= Self.most else { return nil }
        let kept = Array(items.prefix(count))
        let bookmark = PageBookmark(
            position: .offset(count), recent: kept.suffix(30).map(\.id), loaded: count, total: bookmark.total)
        let ids = Set(kept.map(\.id))
        let inside = gaps.filter { gap in gap.edges.before.map(ids.contains) ?? false }
        return FeedSnapshot(items: kept, bookmark: bookmark, gaps: inside, anchor: anchor, newcomers: newcomers)
    }
}
