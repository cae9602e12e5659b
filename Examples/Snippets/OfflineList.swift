// The rows of the last launch, shown without a network.
import Foundation
import NoticeBoardBase
import NoticeBoardPaging

struct Song: Identifiable, Equatable, Codable { let id: Int }

let online = Feed<Song> { _ in Page(items: [Song(id: 1), Song(id: 2)]) }
await online.refreshAndWait()
let file = try JSONEncoder().encode(online.snapshot)

let stored = try JSONDecoder().decode(FeedSnapshot<Song>.self, from: file)
let offline = Feed(from: stored) { _ in throw NoticeBoardError(.noNetwork) }
await offline.refreshAndWait()
print(offline.state.items.map(\.id), offline.state.isStale, offline.state.failure?.code == .noNetwork)

// Prints: [1, 2] true true
