import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardOffline
import NoticeBoardSearch

extension MirrorRules<Post> {
    /// The rules of boards: the texts that a search target names, and notices at any position.
    ///
    /// Contents that equal their plain text are stored once.
    init() {
        self.init(texts: [
            SearchTarget.title.textName: { $0.title },
            SearchTarget.writer.textName: { $0.writer?.name ?? "" },
            SearchTarget.contents.textName: { $0.plainContents },
        ])
        isPinned = { $0.type == .notice }
        packed = { post, texts in texts[2].hasSameBytes(as: post.contents) ? post.replacing(contents: "") : nil }
        unpacked = { post, texts in texts.count > 2 ? post.replacing(contents: texts[2]) : post }
    }
}

extension SearchTarget {
    /// The name of the stored text that the target searches.
    var textName: String { rawValue }
}

extension Board.ID {
    /// The name of the board's list in a mirror.
    var listName: String { String(self) }

    /// The board whose list has a name; 0 for a list that is none of a board.
    init(listName: String) { self = Int(listName) ?? 0 }
}
