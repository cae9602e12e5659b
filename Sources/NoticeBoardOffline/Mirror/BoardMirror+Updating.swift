import Foundation
import NoticeBoardBase
import NoticeBoardKit

/// Updating one board.
extension BoardMirror {
    /// Finishes an interrupted update, then reads from the head down to known posts.
    func run(
        _ board: Board.ID, _ file: MirrorFile, depth: Int, progress: @Sendable (PageProgress) -> Void
    ) async throws -> MirrorUpdate {
        var report = MirrorUpdate(board: board, date: now())
        let content = try await file.content()
        if !content.pending.isEmpty {
            let pass = MirrorPass(content, pageSize: pageSize, depth: 0, limit: newest, resumes: true)
            try await run(pass, file, &report, progress: progress)
        }
        let next = try await file.content()
        let pass = MirrorPass(next, pageSize: pageSize, depth: depth, limit: newest, resumes: false)
        try await run(pass, file, &report, progress: progress)
        let last = try await file.content()
        report.count = last.ranges.count
        report.isComplete = last.finish?.isComplete ?? false
        report.date = now()
        return report
    }

    private func run(
        _ first: MirrorPass, _ file: MirrorFile, _ report: inout MirrorUpdate, progress: (PageProgress) -> Void
    ) async throws {
        var pass = first
        var step = MirrorPass.Step()
        while !step.isFinished {
            try Task.checkCancellation()
            let page = try await online.postPage(in: report.board, offset: pass.offset, limit: pass.count)
            setOutage(nil)
            step = pass.take(page)
            report.requests += 1
            if step.isLost {
                // So many posts are new that it is faster to find the unfinished part from the head.
                try await file.append { try $0.pending.isEmpty ? [] : [MirrorLine.line(gone: $0.pending)] }
                return
            }
            let isTooLarge = try await take(step.posts, file, &report)
            progress(PageProgress(loaded: report.added.count, total: page.total))
            if isTooLarge { break }
        }
        try await finish(pass, file, &report)
    }

    /// Appends new and changed posts; returns whether the mirror has reached its size limit.
    private func take(_ posts: ArraySlice<Post>, _ file: MirrorFile, _ report: inout MirrorUpdate) async throws -> Bool {
        let lines = try posts.map { (id: $0.id, bytes: try MirrorLine.line(of: $0)) }.filter { $0.bytes.count < bytes }
        let known = try await file.bytes(of: lines.map(\.id))
        let different = lines.filter { known[$0.id] != $0.bytes }
        report.added += different.map(\.id).filter { known[$0] == nil }
        report.changed += different.map(\.id).filter { known[$0] != nil }
        let content = try await file.append { _ in different.map(\.bytes) }
        return content.liveSize > bytes
    }

    private func finish(_ pass: MirrorPass, _ file: MirrorFile, _ report: inout MirrorUpdate) async throws {
        report.deleted += pass.deleted
        report.depth = max(report.depth, pass.depthRead)
        let date = now().timeIntervalSinceReferenceDate
        try await file.append { [newest, bytes] content in
            // The posts of this pass are above all others, in the order of reading.
            let (read, deleted) = (Set(pass.rows), Set(pass.deleted))
            let order = pass.rows + content.all.filter { !read.contains($0) && !deleted.contains($0) }
            var (size, count) = (0, 0)
            for id in order {
                size += (content.ranges[id]?.count ?? 0) + 1
                if count >= newest || size > bytes { break }
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
