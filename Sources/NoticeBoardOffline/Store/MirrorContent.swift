import Foundation
import NoticeBoardBase
import NoticeBoardKit

/// The index of a mirror's file: its posts, the range of each line, and the service's order.
///
/// An update appends the posts of each page as it arrives, from the newest down. They are `pending` until the update reaches
/// posts of earlier updates; the update's line then joins the two. An interrupted update leaves `pending` posts, and the next one
/// continues below them.
struct MirrorContent: LineFileContent {
    struct Header: Codable, Sendable {}

    static var version: Int { 1 }

    /// The posts of finished updates, in the service's order; includes duplicates and removed posts until `finishReading()`.
    private(set) var order: [Post.ID] = []
    /// The posts of an unfinished update, likewise.
    private(set) var pending: [Post.ID] = []
    /// The range of each post's newest line.
    private(set) var ranges: [Post.ID: Range<Int>] = [:]
    /// The notices, which a service may show at any position.
    private(set) var notices: Set<Post.ID> = []
    private(set) var liveSize = 0
    /// The last finished update.
    private(set) var finish: MirrorLine.Finish?
    /// Removed posts that `order` or `pending` still contains.
    private var removed: Set<Post.ID> = []

    /// Every post, in the service's order as far as known.
    var all: [Post.ID] { pending + order }

    var header: Header { Header() }

    mutating func read(_ header: Header) {}

    mutating func read(_ line: Data, at offset: Int) throws {
        switch try MirrorLine.kind(of: line) {
        case .post(let id, let isNotice):
            if isNotice { notices.insert(id) } else { notices.remove(id) }
            let range = offset..<offset + line.count
            liveSize += line.count + 1
            if let former = ranges.updateValue(range, forKey: id) {
                liveSize -= former.count + 1
            } else {
                if removed.contains(id) { finishReading() }
                pending.append(id)
            }
        case .gone(let ids):
            for id in ids {
                guard let former = ranges.removeValue(forKey: id) else { continue }
                liveSize -= former.count + 1
                removed.insert(id)
            }
        case .finish(let finish):
            order = pending + order
            pending = []
            if let head = finish.head {
                let moved = Set(head)
                order = head.filter { ranges[$0] != nil } + order.filter { !moved.contains($0) }
            }
            self.finish = finish
            self.finish?.head = nil
        }
    }

    mutating func finishReading() {
        guard !removed.isEmpty else { return }
        pending.removeAll { removed.contains($0) }
        order.removeAll { removed.contains($0) }
        removed = []
    }

    mutating func write(_ add: ([UInt8]) throws -> Int, old: (Range<Int>) throws -> [UInt8]) throws {
        var next = MirrorContent()
        func copy(_ id: Post.ID) throws {
            guard let range = ranges[id] else { return }
            let line = try old(range)
            try next.read(Data(line), at: try add(line))
        }
        for id in order { try copy(id) }
        if !order.isEmpty || finish != nil {
            // Without a finished update the posts would be pending again.
            let line = try MirrorLine.line(finish ?? MirrorLine.Finish(at: 0, total: nil, isComplete: false))
            try next.read(Data(line), at: try add(line))
        }
        for id in pending { try copy(id) }
        next.finishReading()
        self = next
    }
}
