import Foundation
import NoticeBoardBase
public import NoticeBoardKit
import NoticeBoardScreens

extension BoardApp {
    /// Shows the mirrored boards, a board's mirrored posts when it is opened, and mirrored matches of a search, until fresh ones
    /// arrive.
    ///
    /// ```swift
    /// let app = BoardApp(service: mirror.service)
    /// let kept = app.showKept(from: mirror)           // until it is released
    /// ```
    ///
    /// The last board and place of the app come first: with a place, its board is opened and its posts are shown, whichever is read
    /// first.
    ///
    /// If `app.list.state.feed.isStale`, or `app.search.state.results.isStale`, is true, the posts are from the mirror;
    /// `storedAt` beside it is their date.
    ///
    /// - Parameters:
    ///   - mirror: The mirror of the signed-in account.
    ///   - count: The maximum number of mirrored posts to show.
    /// - Returns: An observation that ends this when it is released or cancelled.
    public func showKept(from mirror: BoardMirror, newest count: Int = 200) -> StateObservation {
        restorePlace()
        let lists = keptLists(of: mirror, count)
        let searches = keptSearches(in: mirror, count)
        let menu = Task { [weak menu] in if let boards = try? await mirror.boards() { menu?.restore(boards) } }
        return StateObservation {
            menu.cancel()
            lists.cancel()
            searches.cancel()
        }
    }

    private func keptLists(of mirror: BoardMirror, _ count: Int) -> StateObservation {
        var opened: Board.ID?
        return selection.observe { [weak self] selection in
            guard let board = selection.board?.id, board != opened else { return }
            opened = board
            Task { @MainActor in
                guard let kept = try? await mirror.posts(in: board, limit: count).snapshot else { return }
                // Does nothing if fresh posts or another board came first.
                self?.list.restore(kept, of: board)
            }
        }
    }

    private func keptSearches(in mirror: BoardMirror, _ count: Int) -> StateObservation {
        var searched: SearchQuery?
        var task: Task<Void, Never>?
        return search.observe { [weak self] state in
            guard state.query != searched else { return }
            searched = state.query
            task?.cancel()
            guard let query = state.query else { return }
            task = Task { @MainActor in
                var found: [Post] = []
                let storedAt: Date?
                do {
                    storedAt = try await mirror.posts(in: query.board, limit: 0).storedAt
                    for try await match in mirror.search(Highlighter(query.keyword), target: query.target, in: [query.board]) {
                        found.append(match.post)
                        if found.count == count { break }
                    }
                } catch { return }
                // Does nothing if the response or another search came first.
                self?.search.restore(FeedSnapshot(kept: found, total: nil, isAtEnd: false, storedAt), of: query)
            }
        }
    }
}

extension MirroredPosts {
    /// The posts as a snapshot that a list continues from; `nil` if there are none.
    fileprivate var snapshot: FeedSnapshot<Post>? {
        posts.isEmpty ? nil : FeedSnapshot(kept: posts, total: total, isAtEnd: isComplete && posts.count == count, storedAt)
    }
}

extension FeedSnapshot<Post> {
    fileprivate init(kept posts: [Post], total: Int?, isAtEnd: Bool, _ storedAt: Date?) {
        self.init(
            items: posts,
            bookmark: PageBookmark(
                position: .offset(posts.count), recent: posts.suffix(30).map(\.id), loaded: posts.count, total: total,
                isAtEnd: isAtEnd),
            storedAt: storedAt)
    }
}
