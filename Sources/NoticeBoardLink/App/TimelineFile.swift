import Foundation
import NoticeBoardBase
import NoticeBoardPaging

/// Keeps the timeline of an account for the next launch, in a small file.
final class TimelineFile: Sendable {
    private let file: SmallFile
    private let queue = SerialQueue("NoticeBoard.LinkTimeline")
    let url: URL

    init(_ folder: URL, account: LinkUser.ID) {
        let name = "timeline-" + PictureName.of(account) + ".json"
        url = folder.appendingPathComponent(name)
        file = SmallFile(directory: folder, name: name, what: "the timeline's file", longest: 16 << 20)
    }

    /// Returns the timeline; `nil` if there is none or it can't be read.
    func load() async -> FeedSnapshot<LinkPost>? {
        let data = try? await file.run { [file] in try file.read() }
        return data.flatMap(\.self).flatMap { try? JSONDecoder().decode(FeedSnapshot<LinkPost>.self, from: $0) }
    }

    func keep(_ timeline: FeedSnapshot<LinkPost>) async throws {
        let data = try JSONEncoder().encode(timeline)
        try await queue.add { [file] in try await file.run { try file.replace(data) } }.value
    }

    /// Drops pending writes.
    func end() { queue.end() }

    func erase() async throws {
        try await queue.add(outlastsEnd: true) { [file] in try await file.run { try file.remove() } }.value
    }
}
