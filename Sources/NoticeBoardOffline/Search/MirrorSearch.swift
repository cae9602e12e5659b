import NoticeBoardBase
public import NoticeBoardKit

/// The posts of a mirror that match a search, found as they are requested.
///
/// Leaving the loop, or cancelling its task, ends the search after the current part. A second loop continues where the first one
/// stopped.
public struct MirrorSearch: AsyncSequence, AsyncIteratorProtocol, Sendable {
    fileprivate let walk: MirrorWalk

    /// Continues the search.
    public func makeAsyncIterator() -> Self { self }

    /// Returns the next match, or `nil` after the last one.
    public func next() async throws -> MirrorMatch? { try await walk.next() }
}

/// The state of a running search.
fileprivate actor MirrorWalk {
    private let mirror: BoardMirror
    private let finder: PostFinder
    private var boards: [Board.ID]?
    private var board: Board.ID = 0
    private var rest: ArraySlice<Post.ID> = []
    private var matches: ArraySlice<MirrorMatch> = []
    /// Small at first, so that the first matches arrive soon.
    private var windowSize = 1 << 16

    init(_ mirror: BoardMirror, _ finder: PostFinder, _ boards: [Board.ID]?) {
        self.mirror = mirror
        self.finder = finder
        self.boards = boards
    }

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
        board = next
        let isForbidden = try await mirror.isForbidden(next)
        rest = isForbidden ? [] : try await mirror.file(of: next).content().all[...]
        return true
    }

    private func readWindow() async throws {
        let window = try await mirror.file(of: board).read(Array(rest.prefix(4_096)), upTo: windowSize)
        rest = rest.dropFirst(window.count)
        matches += finder.posts(in: window).map { MirrorMatch(board: board, post: $0) }
        windowSize = min(windowSize * 2, 1 << 20)
    }
}

extension BoardMirror {
    /// Searches stored posts, of all boards unless `boards` names some; matches are found as they are requested.
    ///
    /// ```swift
    /// for try await match in mirror.search(Highlighter("검색", options: .hangulTyping)) { show(match.post) }
    /// ```
    ///
    /// Boards are searched one after another, each in the service's order, usually newest first. A `Highlighter` matches the
    /// title, the writer's name and the contents without markup; with several keywords, any of them.
    public func search(_ highlighter: Highlighter, target: SearchTarget = .all, in boards: [Board.ID]? = nil) -> MirrorSearch {
        MirrorSearch(walk: MirrorWalk(self, PostFinder(highlighter, target), boards))
    }
}

/// Finds posts with matching texts.
struct PostFinder: Sendable {
    private let highlighter: Highlighter
    private let target: SearchTarget
    private let filter: ByteFilter?

    init(_ highlighter: Highlighter, _ target: SearchTarget) {
        (self.highlighter, self.target) = (highlighter, target)
        // JSON escapes quotation marks, backslashes and control characters.
        filter = ByteFilter(highlighter) { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    }

    /// Returns the matching posts of a window, in its order.
    func posts(in window: MirrorWindow) -> [Post] {
        let ranges = window.places.map(\.range)
        let candidates = filter.map { $0.candidates(among: ranges, of: window.bytes) } ?? Array(ranges.indices)
        return candidates.compactMap { index in
            let line = window.bytes[ranges[index]]
            let fields: [SearchTarget] = [.title, .writer, .contents]
            guard let texts = MirrorLine.texts(in: line),
                zip(texts, fields).contains(where: { (target == .all || target == $1) && highlighter.isMatch(in: $0) })
            else { return nil }
            return try? MirrorLine.post(in: line)
        }
    }
}
