import NoticeBoard

struct Song: Identifiable, Equatable, Sendable { let id: Int }

/// One import gives calls, lists, searches and drafts.
@main struct Umbrella {
    @MainActor static func main() async {
        let feed = Feed<Song> { _ in Page(items: [Song(id: 1)]) }
        await feed.refreshAndWait()
        let call = EndpointRequest.get("songs")
        let marks = Highlighter("a").ranges(in: "banana")
        print("Umbrella:", feed.state.items.count, call.method.rawValue, marks.count, StoredText.isSame("a\r\n", "a"))
    }
}
