import Foundation
import NoticeBoard

struct Song: Identifiable, Equatable, Sendable { let id: Int }

/// One import gives calls, lists, searches, drafts, pictures and parts of screens.
@main struct Umbrella {
    @MainActor static func main() async {
        let feed = Feed<Song> { _ in Page(items: [Song(id: 1)]) }
        await feed.refreshAndWait()
        let call = EndpointRequest.get("songs")
        let marks = Highlighter("a").ranges(in: "banana")
        let search = SearchScreen<Song>(history: InMemorySearchHistory()) { _, _ in Page(items: [Song(id: 1)]) }
        search.begin()
        let read = ReadMarks<String, Int>()
        read.markRead(1, in: "songs", replies: 2)
        let replies = read.state.newReplies(to: 1, in: "songs", count: 5)
        let picture = try? CleanPicture(Data())
        print("Umbrella:", search.state.mode, replies, picture == nil)
        print("Umbrella:", feed.state.items.count, call.method.rawValue, marks.count, StoredText.isSame("a\r\n", "a"))
    }
}
