// A list that loads its next page when a row near its end appears.
import NoticeBoardPaging

struct Song: Identifiable, Equatable { let id: Int }

let list = Feed<Song> { position in
    let page = position?.page ?? 0
    return Page(items: (20 * page..<20 * page + 20).map(Song.init), next: .page(page + 1))
}
list.open()
await list.firstState { $0.isLoaded }
list.rowAppeared(19)
await list.firstState { $0.items.count == 40 }
print(list.state.items.count, "songs")

// Prints: 40 songs
