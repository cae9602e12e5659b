public import Foundation
import NoticeBoardBase
public import NoticeBoardKit

/// Updates the mirror of one board.
struct BoardUpdater: Sendable {
    let service: any NoticeBoardService
    let board: Board.ID
    let file: MirrorFile
    let limits: MirrorLimits
    let pageSize: Int
    let now: @Sendable () -> Date
    let progress: @Sendable (PageProgress) -> Void

    /// Goes on with an update that was cut off, then reads the head until it meets what the mirror has.
    func update(depth: Int) async throws -> MirrorUpdate {
        var report = MirrorUpdate(board: board, date: now())
        let content = try await file.content()
        if !content.pending.isEmpty {
            try await run(MirrorPass(content, pageSize: pageSize, depth: 0, limit: limit, resumes: true), &report)
        }
        let next = try await file.content()
        try await run(MirrorPass(next, pageSize: pageSize, depth: depth, limit: limit, resumes: false), &report)
        let last = try await file.content()
        (report.count, report.isComplete, report.date) = (last.ranges.count, last.finish?.isComplete ?? false, now())
        return report
    }

    private var limit: Int { max(limits.posts ?? .max, 1) }

    private func run(_ first: MirrorPass, _ report: inout MirrorUpdate) async throws {
        var pass = first
        var step = MirrorPass.Step()
        while !step.isFinished {
            try Task.checkCancellation()
            let page = try await service.postPage(in: board, offset: pass.offset, limit: pass.count)
            step = pass.take(page)
            report.requests += 1
            if step.isLost {
                // So many posts came that the unfinished part is found sooner from the head.
                try await file.append { try $0.pending.isEmpty ? [] : [MirrorLine.line(gone: $0.pending)] }
                return
            }
            let isTooLarge = try await take(step.posts, &report)
            progress(PageProgress(loaded: report.added.count, total: page.total))
            if isTooLarge { break }
        }
        try await finish(pass, &report)
    }

    /// Appends the posts that are new or different; returns whether the mirror is as large as it may be.
    private func take(_ posts: ArraySlice<Post>, _ report: inout MirrorUpdate) async throws -> Bool {
        let lines = try posts.map { (id: $0.id, bytes: try MirrorLine.line(of: $0)) }.filter { $0.bytes.count < limits.bytes }
        let known = try await file.bytes(of: lines.map(\.id))
        let different = lines.filter { known[$0.id] != $0.bytes }
        report.added += different.map(\.id).filter { known[$0] == nil }
        report.changed += different.map(\.id).filter { known[$0] != nil }
        let content = try await file.append { _ in different.map(\.bytes) }
        return content.liveSize > limits.bytes
    }

    private func finish(_ pass: MirrorPass, _ report: inout MirrorUpdate) async throws {
        report.deleted += pass.deleted
        report.depth = max(report.depth, pass.depthRead)
        let date = now().timeIntervalSinceReferenceDate
        try await file.append { [limits, limit] content in
            // The posts of this pass are above all others, in the order of reading.
            let (read, deleted) = (Set(pass.rows), Set(pass.deleted))
            let order = pass.rows + content.all.filter { !read.contains($0) && !deleted.contains($0) }
            var (size, count) = (0, 0)
            for id in order {
                size += (content.ranges[id]?.count ?? 0) + 1
                if count >= limit || size > limits.bytes { break }
                count += 1
            }
            let kept = Set(order[..<count])
            let head = content.all.filter(kept.contains) == Array(order[..<count]) ? nil : pass.rows.filter(kept.contains)
            let isComplete = count == order.count && (pass.reachesEnd || content.finish?.isComplete ?? false)
            let gone = content.all.filter { !kept.contains($0) }
            let finish = MirrorLine.Finish(at: date, total: pass.total, isComplete: isComplete, head: head)
            return try (gone.isEmpty ? [] : [MirrorLine.line(gone: gone)]) + [MirrorLine.line(finish)]
        }
    }
}

/// What an update of a mirrored board did.
public struct MirrorUpdate: Sendable, Hashable {
    /// The board.
    public var board: Board.ID
    /// The posts that are new on the device, newest first.
    public var added: [Post.ID] = []
    /// The posts that changed.
    public var changed: [Post.ID] = []
    /// The posts that the service deleted.
    public var deleted: [Post.ID] = []
    /// How many posts from the head down were compared with the service; what was deleted further below is not found yet.
    public var depth = 0
    /// How many requests were sent.
    public var requests = 0
    /// How many posts the mirror keeps.
    public var count = 0
    /// Whether the mirror reaches down to the board's last post.
    public var isComplete = false
    /// When the update ended.
    public var date: Date

    /// Creates the report of an update that found nothing.
    public init(board: Board.ID, date: Date) { (self.board, self.date) = (board, date) }
}

/// How many posts a mirror keeps for each board.
public struct MirrorLimits: Sendable, Hashable {
    /// How many posts are kept, the newest ones; `nil` keeps all.
    public var posts: Int?
    /// How many bytes the posts may take.
    public var bytes: Int

    /// Creates limits: the newest 1,000 posts in at most 50 MB.
    public init(posts: Int? = 1_000, bytes: Int = 50_000_000) { (self.posts, self.bytes) = (posts, bytes) }
}
