import NoticeBoardKit
import TerminalSupport

extension Browser {
    func openPost() {
        switch view.pane {
        case .list:
            guard case .item(let id)? = view.post.id else { return loadGap() }
            page.open(id, from: list)
        case .search:
            guard let id = view.hit.id else { return }
            page.open(id, from: search)
        case .menu, .post: return
        }
        (view.previousPane, view.pane, view.postTop) = (view.pane, .post, 0)
    }

    /// Loads a page into the selected gap.
    private func loadGap() {
        guard let id = view.post.id, case .gap(let gap)? = state.list.feed.entries.first(where: { $0.id == id }) else { return }
        list.loadGap(gap)
    }

    func pressInPost(_ key: Key) {
        switch key {
        case .up, .text("k"): scroll(by: -1)
        case .down, .text("j"), .enter: scroll(by: 1)
        case .pageUp: scroll(by: -visibleRows)
        case .pageDown, .text(" "): scroll(by: visibleRows)
        case .home, .text("g"): view.postTop = 0
        case .end, .text("G"): scroll(by: layout?.lines.count ?? 0)
        case .text("n"):
            page.nextHit()
            scrollsToHit = true
        case .text("N"):
            page.previousHit()
            scrollsToHit = true
        case .right, .text("l"), .text("]"): page.next()
        case .left, .text("h"), .text("["): page.previous()
        case .escape, .backspace, .text("b"), .tab: closePost()
        default: break
        }
    }

    func closePost() {
        page.clear()
        view.pane = view.previousPane
    }

    private func scroll(by rows: Int) {
        view.postTop = min(max(view.postTop + rows, 0), max((layout?.lines.count ?? 0) - visibleRows, 0))
    }

    /// Lays the post out if it or the width has changed, and scrolls to the current hit after `n` or `N`.
    func layOut(_ frame: Frame) {
        guard view.pane == .post, let post = page.state.post else {
            (layout, laidOut) = (nil, nil)
            return
        }
        let state = page.state
        let input = LayoutInput(content: state.content, row: state.row, hit: state.hitIndex, width: frame.postColumns)
        if input != laidOut {
            if laidOut?.row?.id != post.id { (view.postTop, scrollsToHit) = (0, false) }
            (layout, laidOut) = (PostLayout(state, width: frame.postColumns), input)
            moveCursorToPost(state)
        }
        if scrollsToHit, let line = layout?.lineOfHit {
            scrollsToHit = false
            if !(view.postTop..<view.postTop + frame.bodyRows).contains(line) { view.postTop = max(line - frame.bodyRows / 3, 0) }
        }
        view.postTop = min(view.postTop, max((layout?.lines.count ?? 0) - frame.bodyRows, 0))
    }

    /// Moves the list's cursor to the post that the page shows, so that it is selected when the page closes.
    private func moveCursorToPost(_ state: PostPage.State) {
        guard let index = state.indexInList else { return }
        if view.previousPane == .search {
            view.hit.move(to: index)
        } else if let entry = list.state.feed.entries.firstIndex(where: { $0.postID == state.post?.id }) {
            view.post.move(to: entry)
        }
    }

    /// Everything that a layout depends on.
    struct LayoutInput: Equatable {
        let content: PostContent?
        let row: PostRow?
        let hit: Int?
        let width: Int
    }
}
