import NoticeBoardKit
import NoticeBoardTesting
import StorySupport
import Testing

/// User stories of a board app, from launch to sign-out.
@Suite("Board", .serialized, .timeLimit(.minutes(2))) @MainActor enum BoardStories {}

/// Runs a story on a new device and checks every state that its screens emitted.
@MainActor func send(
    _ service: BoardSimulator, sourceLocation: SourceLocation = #_sourceLocation,
    _ story: @MainActor (BoardStory) async throws -> Void
) async throws {
    try await withScratchFolder { folder in
        let device = BoardStory(service, folder: folder)
        try await story(device)
        await device.rest()
        #expect(device.problems == [], sourceLocation: sourceLocation)
    }
}

/// Creates a board with one post per hour, newest first, numbered from 1000 times the board's number.
func makeBoard(
    _ id: Int, name: String = "공지사항", posts count: Int, title: (Int) -> String = { "글 \($0)" }
) -> SimulatedBoard {
    let posts = (0..<count).map { index in
        let number = count - index
        return SimulatedPost(
            id: id * 1000 + number, title: title(number), contents: "<p>내용 \(number)</p>", writerName: "김민수",
            writerAddress: "minsu.kim@example.com", createdAt: 1_772_323_200 + Int64(number) * 3600)
    }
    return SimulatedBoard(id: id, name: name, order: id, posts: posts)
}
