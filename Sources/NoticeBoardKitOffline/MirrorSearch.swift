import NoticeBoardKit
import NoticeBoardOffline

/// The posts of a mirror that match a search, found as they are requested.
///
/// Leaving the loop, or cancelling its task, ends the search after the current part. A second loop continues where the first one
/// stopped.
public struct MirrorSearch: AsyncSequence, AsyncIteratorProtocol, Sendable {
    let items: ItemSearch<Post>

    /// Continues the search.
    public func makeAsyncIterator() -> Self { self }

    /// Returns the next match, or `nil` after the last one.
    public func next() async throws -> MirrorMatch? {
        guard let match = try await items.next() else { return nil }
        return MirrorMatch(board: Board.ID(match.list) ?? match.item.boardID ?? 0, post: match.item)
    }
}
