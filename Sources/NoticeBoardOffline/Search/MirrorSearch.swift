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
    fileprivate let mirror: BoardMirror
    fileprivate let finder: PostFinder
    fileprivate let boards: [Board.ID]?

    /// Walks through the matches.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        fileprivate let walk: MirrorWalk

        /// Returns the next match, or `nil` after the last one.
        public func next() async throws -> MirrorMatch? { try await walk.next() }
    }

    /// Begins a search.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(walk: MirrorWalk(self)) }
}

/// A search that is under way.
private actor MirrorWalk {
    private let mirror: BoardMirror
    private let finder: PostFinder
    private var boards: [Board.ID]?
    private var board: Board.ID = 0
    private var rest: ArraySlice<Post.ID> = []
    private var matches: ArraySlice<MirrorMatch> = []
    /// Small at first, so that the first matches come soon.
    private var windowSize = 1 << 16

    init(_ search: MirrorSearch) { (mirror, finder, boards) = (search.mirror, search.finder, search.boards) }

    func next() async throws -> MirrorMatch? {
        while true {
            try Task.checkCancellation()
            if let match = matches.popFirst() { return match }
            if !rest.isEmpty {
                try await readWindow()
            } else if try await !beginBoard() {
                return nil
            }
        }
    }

    private func beginBoard() async throws -> Bool {
        if boards == nil { boards = try await mirror.mirroredBoards() }
        guard let next = boards?.first else { return false }
        boards?.removeFirst()
        (board, rest) = (next, try await mirror.file(of: next).content().all[...])
        return true
    }

    private func readWindow() async throws {
        let (count, posts) = try await mirror.file(of: board).read(Array(rest.prefix(4_096)), upTo: windowSize) { [finder] in
            ($0.count, finder.posts(in: $0))
        }
        rest = rest.dropFirst(count)
        matches += posts.map { MirrorMatch(board: board, post: $0) }
        windowSize = min(windowSize * 2, 1 << 20)
    }
}

extension BoardMirror {
    /// Searches what is on the device, in every board that is kept unless `boards` names some.
    ///
    /// A post matches if one of several keywords occurs.
    public func search(_ highlighter: Highlighter, target: SearchTarget = .all, in boards: [Board.ID]? = nil) -> MirrorSearch {
        MirrorSearch(mirror: self, finder: PostFinder(highlighter, target), boards: boards)
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

    private func matches(_ texts: MirrorTexts) -> Bool {
        func isMatch(_ text: String, _ field: SearchTarget) -> Bool {
            (target == .all || target == field) && highlighter.isMatch(in: text)
        }
        return isMatch(texts.title, .title) || isMatch(texts.writer, .writer) || isMatch(texts.contents, .contents)
    }
}
