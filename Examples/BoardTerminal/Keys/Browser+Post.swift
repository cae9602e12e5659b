import NoticeBoardKit
import TerminalSupport

/// The keys of a post's page.
extension Browser {
    func openPost() {
        switch view.place {
        case .list:
            guard let id = view.post.id else { return }
            page.open(id, from: list)
        case .search:
            guard let id = view.hit.id else { return }
            page.open(id, from: search)
        case .menu, .post: return
        }
        (view.cameFrom, view.place, view.postTop) = (view.place, .post, 0)
    }

    func pressInPost(_ key: Key) {
        switch key {
        case .up, .text("k"): scroll(by: -1)
        case .down, .text("j"), .enter: scroll(by: 1)
        case .pageUp: scroll(by: -rowsInSight)
        case .pageDown, .text(" "): scroll(by: rowsInSight)
        case .home, .text("g"): view.postTop = 0
        case .end, .text("G"): scroll(by: layout?.lines.count ?? 0)
        case .text("n"):
            page.nextHit()
            showsHit = true
        case .text("N"):
            page.previousHit()
            showsHit = true
        case .right, .text("l"), .text("]"): page.next()
        case .left, .text("h"), .text("["): page.previous()
        case .escape, .backspace, .text("b"), .tab: closePost()
        default: break
        }
    }

    func closePost() {
        page.close()
        view.place = view.cameFrom
    }

    private func scroll(by rows: Int) {
        view.postTop = min(max(view.postTop + rows, 0), max((layout?.lines.count ?? 0) - rowsInSight, 0))
    }

    /// Lays the post out for a window, unless that was done, and shows the hit that the reader has gone to.
    func layOut(_ frame: Frame) {
        guard view.place == .post, let post = page.state.post else {
            (layout, laidOut) = (nil, nil)
            return
        }
        let state = page.state
        let wanted = LaidOut(content: state.content, row: state.row, hit: state.hit, width: frame.postColumns)
        if wanted != laidOut {
            if laidOut?.row?.id != post.id { (view.postTop, showsHit) = (0, false) }
            (layout, laidOut) = (PostLayout(state, width: frame.postColumns), wanted)
            followPost(state)
        }
        if showsHit, let line = layout?.lineOfHit {
            showsHit = false
            if !(view.postTop..<view.postTop + frame.bodyRows).contains(line) { view.postTop = max(line - frame.bodyRows / 3, 0) }
        }
        view.postTop = min(view.postTop, max((layout?.lines.count ?? 0) - frame.bodyRows, 0))
    }

    /// The list stands where the reader has gone on to.
    private func followPost(_ state: PostPage.State) {
        guard let place = state.place else { return }
        if view.cameFrom == .search { view.hit.move(to: place) } else { view.post.move(to: place) }
    }

    /// What a layout is made of.
    struct LaidOut: Equatable {
        let content: PostContent?
        let row: PostRow?
        let hit: Int?
        let width: Int
    }
}
