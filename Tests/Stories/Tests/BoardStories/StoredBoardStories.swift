import NoticeBoardKitOffline
import StorySupport
import Testing

/// User stories of a board app with boards on the device, over sockets to a server of another make.
@Suite("Stored boards", .serialized, .timeLimit(.minutes(5))) @MainActor enum StoredBoardStories {}

/// Runs a story on a new device and checks every state that its screens emitted.
///
/// In a story that deletes posts below the first page, a deleted row may move before it disappears.
@MainActor func withStoredBoards(
    deletes: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    _ story: @MainActor (StoredBoardStory) async throws -> Void
) async throws {
    try await StoredBoardStory.run { device in
        try await story(device)
        await device.rest()
        let problems = device.problems.filter { !deletes || !$0.hasSuffix("a misplaced row") }
        #expect(problems == [], sourceLocation: sourceLocation)
    }
}

/// The offsets in the targets of requests, for messages.
func offsets(_ targets: [String]) -> [String] {
    targets.map { target in
        guard let range = target.range(of: "offset=") else { return target }
        let kind = target.contains("search=") ? "search " : ""
        return kind + target[range.upperBound...].prefix { $0 != "&" }
    }
}

/// The offsets of the act that took the most requests, for messages.
func longest(_ acts: [[String]]) -> String {
    let longest = acts.max { $0.count < $1.count } ?? []
    return "\(longest.count) requests: \(offsets(longest).prefix(40).joined(separator: " "))"
}
