import NoticeBoardKit

/// What can happen to a post page.
enum PageEvent {
    case open(Post.ID, PostPage.Listing)
    case show(Post, PostRowBuilder)
    case close, previous, next, previousHit, nextHit
    case listed(PostPage.Listing)
    case selected(BoardSelection.State)
    case changed(PostChange)
    case looked(PostRowBuilder)
    case prepared(PostContent, Int)
}

extension PostPage.Machine {
    /// Makes the call for an event, and returns the work for the driver.
    mutating func handle(_ event: PageEvent) -> [Effect] {
        switch event {
        case .open(let id, let listing): open(id, listing)
        case .show(let post, let builder): open(post, builder)
        case .close: close()
        case .previous: previous()
        case .next: next()
        case .previousHit: step(-1)
        case .nextHit: step(1)
        case .listed(let listing): follow(listing)
        case .selected(let selection): follow(selection)
        case .changed(let change): take(change)
        case .looked(let builder): restyle(builder)
        case .prepared(let content, let number): show(content, number)
        }
    }
}
