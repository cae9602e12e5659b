import Foundation
import NoticeBoardOffline
import NoticeBoardPaging

nonisolated struct Song: Codable, Identifiable, Equatable {
    let id: Int
    var title = ""
}

/// An app on the main actor that stores a list of its service.
@main struct StoredSongs {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("songs-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let mirror = Mirror<Song>(in: folder, rules: MirrorRules(texts: ["title": { $0.title }])) { _, _, _ in
            Page(items: [Song(id: 1, title: "One")])
        }
        try await mirror.update("songs")
        let stored = try await mirror.items(in: "songs")
        print("StoredSongs:", stored.items.count)
    }
}
