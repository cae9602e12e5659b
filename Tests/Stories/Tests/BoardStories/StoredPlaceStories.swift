import NoticeBoardKitOffline
import StorySupport
import Testing

extension StoredBoardStories {
    @Suite("A place and stored posts", .serialized) @MainActor struct Places {
        enum Signal: CaseIterable { case online, tunnel }

        @Test(
            "Keeps the last board and place at launch beside stored posts",
            arguments: [(20_000, Signal.online), (20_000, .tunnel), (200, .online)])
        func keepsPlace(_ bytes: Int, _ signal: Signal) async throws {
            try await withStoredBoards { story in
                try story.server.addBoard("공지사항", posts: 200, bytes: bytes)
                let board = try story.server.addBoard("자유게시판", posts: 200, bytes: bytes)
                try await story.storeBoards()
                var launch = story.launch()
                await launch.open()
                await launch.select(board)
                await launch.scroll(to: 60)

                var lost: [String] = []
                for number in 1...20 {
                    launch.show(from: 35 + number)
                    let anchor = try #require(launch.list.anchor)
                    #expect(await launch.app.saveNow() == nil)
                    story.network.isInTunnel = signal == .tunnel
                    launch = story.launch()
                    await launch.open()
                    story.network.isInTunnel = false
                    if launch.app.selection.board?.id == board, launch.list.anchor == anchor, launch.list[anchor] != nil {
                        continue
                    }
                    let shown = "board \(launch.app.selection.board?.id ?? 0), post \(launch.list.anchor ?? 0)"
                    lost.append("launch \(number): \(shown) instead of board \(board), post \(anchor)")
                    await launch.select(board)
                    await launch.scroll(to: 60)
                }
                #expect(lost.count == 0, "\(lost.count) of 20 launches: \(lost.prefix(3))")
            }
        }
    }
}
