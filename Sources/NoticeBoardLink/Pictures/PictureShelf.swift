import Foundation
import NoticeBoardBase

/// What is kept of one account's pictures, in memory and on the disk, and the requests that are on their way.
final class PictureShelf: Sendable {
    private struct Content {
        var memory: PictureMemory
        var isEnded = false
    }

    private let content: Locked<Content>
    private let limits: LinkPictureLimits
    private let now: @Sendable () -> Double
    let disk: PictureDisk?
    let flights = SingleFlight<String, Data>(endsWhenAbandoned: true)

    init(_ limits: LinkPictureLimits, disk: PictureDisk?, now: @escaping @Sendable () -> Double) {
        (self.limits, self.disk, self.now) = (limits, disk, now)
        content = Locked(Content(memory: PictureMemory(limit: limits.memoryBytes, age: limits.age)))
    }

    var isEnded: Bool { content.withLock { $0.isEnded } }

    /// A picture in memory.
    func remembered(_ path: String) -> Data? {
        let now = now()
        return content.withLock { $0.memory.picture(path, now: now) }
    }

    /// Keeps a picture in memory, unless it has ended.
    func remember(_ picture: Data, _ path: String) {
        let now = now()
        content.withLock { if !$0.isEnded { $0.memory.keep(picture, path, now: now) } }
    }

    /// Forgets what is in memory alone.
    func forget() { content.withLock { $0.memory = PictureMemory(limit: limits.memoryBytes, age: limits.age) } }

    static let over = NoticeBoardError(.sessionOver, "The pictures belong to an account that is not signed in any more.")

    func end() {
        content.withLock { $0.isEnded = true }
        disk?.end()
        forget()
        flights.end(Self.over) { _ in true }
    }
}
