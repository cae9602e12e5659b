import NoticeBoardLink
import NoticeBoardTesting
import StorySupport
import Testing

/// Runs a story in a new folder and checks every state of its screens.
@MainActor func linkStory(
    _ service: LinkSimulator = LinkSimulator(), _ body: @MainActor (LinkStory) async throws -> Void
) async throws {
    try await withScratchFolder { folder in
        let story = LinkStory(folder: folder, service: service)
        try await body(story)
        #expect(story.check.problems == [])
    }
}

extension LinkOutbox {
    /// Returns the draft with this text.
    func draft(_ text: String) -> LinkDraft? { state.drafts.first { $0.form.content == text } }
}

extension LinkSimulator {
    /// Expires both tokens, as after weeks.
    func expireSession() {
        expireTokens()
        expireRefreshTokens()
    }

    /// Returns the ID of account `number`, counted from 1.
    func user(_ number: Int) -> String { accounts[number - 1].id }

    /// Adds a post as another device would.
    @discardableResult func write(_ text: String, by number: Int = 2, later: Int64 = 1) -> SimulatedLinkPost {
        let time = (posts.map(\.time).max() ?? 0) + 60_000 * later
        let post = SimulatedLinkPost(
            id: "new\(posts.count)x\(time)", author: user(number), fields: ["content": text, "product_id": product], time: time)
        posts.insert(post, at: 0)
        return post
    }
}
