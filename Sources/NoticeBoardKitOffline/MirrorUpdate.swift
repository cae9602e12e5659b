public import Foundation
public import NoticeBoardKit
public import NoticeBoardOffline

/// The result of updating a mirrored board: the new, changed and deleted posts.
public typealias MirrorUpdate = ListUpdate<Post.ID>

extension MirrorUpdate {
    /// The board.
    public var board: Board.ID {
        get { Board.ID(listName: list) }
        set { list = newValue.listName }
    }

    /// Creates a result by hand, for a preview or a test.
    public init(
        board: Board.ID, added: [Post.ID] = [], changed: [Post.ID] = [], deleted: [Post.ID] = [], depth: Int = 0,
        requests: Int = 0, count: Int = 0, isComplete: Bool = false, date: Date
    ) {
        self.init(
            list: board.listName, added: added, changed: changed, deleted: deleted, depth: depth, requests: requests,
            count: count, isComplete: isComplete, date: date)
    }
}
