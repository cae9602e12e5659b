import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardScreens

/// A list that records its requests, and whose state the test sets.
@MainActor final class AskedList: FeedScreen {
    private let bus = ChangeBus<PostList.State>()
    private(set) var requests: [FeedRequest<Post.ID>] = []
    var state: PostList.State { didSet { bus.send(state) } }

    init(_ state: PostList.State) { self.state = state }

    var states: AsyncStream<PostList.State> { AsyncStream { $0.finish() } }
    func observe(_ body: @escaping @MainActor (PostList.State) -> Void) -> StateObservation {
        body(state)
        return bus.observe(body)
    }
    var feed: FeedState<Post> { state.feed }
    func send(_ request: FeedRequest<Post.ID>) { requests.append(request) }
}

@MainActor extension PostPage {
    /// Creates a page of posts of `board`, which is open.
    convenience init(on board: Board, marks: PostMarks? = nil, changes: ChangeBus<PostChange>? = nil) {
        let selection = BoardSelection()
        selection.select(board)
        self.init(selection: selection, marks: marks, changes: changes)
    }
}
