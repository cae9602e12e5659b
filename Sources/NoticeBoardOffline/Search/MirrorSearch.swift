import NoticeBoardBase
public import NoticeBoardKit

/// A post on the device that contains what was searched for.
public struct MirrorMatch: Sendable, Hashable {
    /// The board.
    public var board: Board.ID
    /// The post.
    public var post: Post

    /// Creates a match, for a preview or a test.
    public init(board: Board.ID, post: Post) { (self.board, self.post) = (board, post) }
}

/// The posts of a mirror that contain a keyword, found while they are asked for.
///
/// ```swift
/// for try await match in mirror.search(Highlighter("검색", options: .hangulTyping)) { show(match.post) }
/// ```
///
/// Boards are searched one after the other, each in its own order: newest first for most services. Matches are those that a
/// `Highlighter` finds in the title, the writer's name and the contents without markup. Leaving the loop, or
/// cancelling its task, ends the search after the part that is being read.
public struct MirrorSearch: AsyncSequence, Sendable {
    let mirror: BoardMirror
    let highlighter: Highlighter
    let target: SearchTarget
    let boards: [Board.ID]?

    /// Walks through the matches.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate let search: MirrorSearch
        private let state = Locked(State())

        private struct State {
            var boards: [Board.ID]?
            var board: Board.ID?
            var rest: ArraySlice<Post.ID> = []
            var matches: ArraySlice<MirrorMatch> = []
            /// Small at first, so that the first matches come soon.
            var windowSize = 1 << 16
        }

        fileprivate init(_ search: MirrorSearch) { self.search = search }

        /// Returns the next match, or `nil` after the last one.
        public func next() async throws -> MirrorMatch? {
            while true {
                try Task.checkCancellation()
                if let match = state.withLock({ $0.matches.popFirst() }) { return match }
                if state.withLock({ $0.rest.isEmpty }) {
                    guard try await beginBoard() else { return nil }
                } else {
                    try await readWindow()
                }
            }
        }

        private func beginBoard() async throws -> Bool {
            if state.withLock({ $0.boards == nil }) {
                let boards = try await search.allBoards()
                state.withLock { $0.boards = boards }
            }
            guard let board = state.withLock({ $0.boards?.isEmpty == false ? $0.boards?.removeFirst() : nil }) else {
                return false
            }
            let ids = try await search.mirror.file(of: board).content().all
            state.withLock { ($0.board, $0.rest) = (board, ids[...]) }
            return true
        }

        private func readWindow() async throws {
            let (board, ids, size) = state.withLock { ($0.board ?? 0, Array($0.rest.prefix(4_096)), $0.windowSize) }
            let finder = search.finder
            let (count, posts) = try await search.mirror.file(of: board).read(ids, upTo: size) {
                ($0.count, finder.posts(in: $0))
            }
            state.withLock { state in
                state.rest = state.rest.dropFirst(count)
                state.matches += posts.map { MirrorMatch(board: board, post: $0) }
                state.windowSize = Swift.min(state.windowSize * 2, 1 << 20)
            }
        }
    }

    /// Begins a search.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

    fileprivate func allBoards() async throws -> [Board.ID] {
        if let boards { return boards }
        return try await mirror.mirroredBoards()
    }

    fileprivate var finder: PostFinder { PostFinder(highlighter, target) }
}

extension BoardMirror {
    /// Searches what is on the device, in every board that is kept unless `boards` names some.
    ///
    /// A post matches if one of several keywords occurs.
    public func search(_ highlighter: Highlighter, target: SearchTarget = .all, in boards: [Board.ID]? = nil) -> MirrorSearch {
        MirrorSearch(mirror: self, highlighter: highlighter, target: target, boards: boards)
    }
}

/// Finds posts whose texts match.
struct PostFinder: Sendable {
    private let highlighter: Highlighter
    private let target: SearchTarget
    private let filter: ByteFilter?

    init(_ highlighter: Highlighter, _ target: SearchTarget) {
        (self.highlighter, self.target) = (highlighter, target)
        // JSON writes quotation marks, backslashes and control characters in another way.
        filter = ByteFilter(highlighter) { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }

    /// Returns the posts of a window that match, in the order of the window.
    func posts(in window: MirrorWindow) -> [Post] {
        let ranges = window.places.map(\.range)
        let candidates = filter.map { $0.candidates(among: ranges, of: window.bytes) } ?? Array(ranges.indices)
        return candidates.compactMap { index in
            let line = window.bytes[ranges[index]]
            guard let texts = MirrorLine.texts(in: line), matches(texts) else { return nil }
            return try? MirrorLine.post(in: line)
        }
    }

    /// Returns whether a post matches.
    func matches(_ post: Post) -> Bool { matches(MirrorTexts(post)) }

    private func matches(_ texts: MirrorTexts) -> Bool {
        func isMatch(_ text: String, _ field: SearchTarget) -> Bool {
            (target == .all || target == field) && highlighter.isMatch(in: text)
        }
        return isMatch(texts.title, .title) || isMatch(texts.writer, .writer) || isMatch(texts.contents, .contents)
    }
}
