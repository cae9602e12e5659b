import NoticeBoardBase
public import NoticeBoardKit

extension BoardApp {
    /// Shows what `mirror` keeps of each board that is opened, until fresh posts have come.
    ///
    /// ```swift
    /// let app = BoardApp(service: mirror.service)
    /// let kept = app.showKept(from: mirror)           // as long as it is held
    /// ```
    ///
    /// `app.list.state.feed.isStale` says that the posts are the kept ones.
    ///
    /// - Parameters:
    ///   - mirror: The mirror of the account that is signed in.
    ///   - count: How many posts are shown at most before fresh ones come.
    /// - Returns: What ends it when it is released or cancelled.
    public func showKept(from mirror: BoardMirror, newest count: Int = 200) -> StateObservation {
        var opened: Board.ID?
        return selection.observe { [weak self] selection in
            guard let board = selection.board?.id, board != opened else { return }
            opened = board
            Task { @MainActor in
                guard let kept = try? await mirror.posts(in: board, limit: count).snapshot else { return }
                // Does nothing if fresh posts, or another board, came meanwhile.
                self?.list.restore(kept, of: board)
            }
        }
    }
}

extension MirroredPosts {
    /// The posts as a list that can be read on; `nil` if there are none.
    fileprivate var snapshot: FeedSnapshot<Post>? {
        guard !posts.isEmpty else { return nil }
        let ids = posts.map(\.id)
        return FeedSnapshot(
            items: posts,
            bookmark: PageBookmark(
                position: .offset(posts.count), recent: ids.suffix(30), loaded: posts.count, total: total,
                isAtEnd: isComplete && posts.count == count))
    }
}
