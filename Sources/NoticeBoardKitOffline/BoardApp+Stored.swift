import Foundation
import NoticeBoardBase
public import NoticeBoardKit
import NoticeBoardOffline
import NoticeBoardPaging
import NoticeBoardScreens
import NoticeBoardSearch

extension BoardApp {
    /// Shows the mirrored boards, a board's mirrored posts when it is opened, and mirrored matches of a search, until fresh ones
    /// arrive.
    ///
    /// ```swift
    /// let app = BoardApp(service: mirror.offlineFallback)
    /// let stored = app.showStored(from: mirror)       // until it is released
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
    ///   - limit: The maximum number of mirrored posts to show.
    /// - Returns: An observation that ends this when it is released or cancelled.
    public func showStored(from mirror: BoardMirror, limit: Int = 200) -> StateObservation {
        restorePlace()
        let lists = showLists(of: mirror, limit)
        let searches = showSearches(in: mirror, limit)
        let menu = Task { [weak menu] in if let boards = try? await mirror.boards() { menu?.restore(boards) } }
        return StateObservation {
            menu.cancel()
            lists.cancel()
            searches.cancel()
        }
    }

    private func showLists(of mirror: BoardMirror, _ limit: Int) -> StateObservation {
        var opened: Board.ID?
        return selection.observe { [weak self] selection in
            let board = selection.board?.id
            guard board != opened else { return }
            opened = board
            guard let board else { return }
            Task { @MainActor in
                guard let stored = try? await mirror.mirror.snapshot(of: board.listName, limit: limit) else { return }
                // Does nothing if fresh posts or another board came first.
                self?.list.restore(stored, of: board)
            }
        }
    }

    private func showSearches(in mirror: BoardMirror, _ limit: Int) -> StateObservation {
        var searched: SearchQuery?
        var task: Task<Void, Never>?
        return search.observe { [weak self] state in
            guard state.query != searched else { return }
            searched = state.query
            task?.cancel()
            guard let query = state.query else { return }
            task = Task { @MainActor in
                guard let stored = try? await mirror.matches(of: query, limit: limit) else { return }
                // Does nothing if the response or another search came first.
                self?.search.restore(stored, of: query)
            }
        }
    }
}

extension BoardMirror {
    /// Returns the first stored matches of a search as a snapshot that its list continues from.
    ///
    /// It has no total: only the service knows how many posts match.
    fileprivate func matches(of query: SearchQuery, limit: Int) async throws -> FeedSnapshot<Post> {
        let storedAt = try await posts(in: query.board, limit: 0).storedAt
        var found: [Post] = []
        for try await match in search(Highlighter(query.keyword), target: query.target, in: [query.board]) {
            found.append(match.post)
            if found.count == limit { break }
        }
        let bookmark = PageBookmark(
            position: .offset(found.count), recent: found.suffix(30).map(\.id), loaded: found.count)
        return FeedSnapshot(items: found, bookmark: bookmark, storedAt: storedAt)
    }
}
