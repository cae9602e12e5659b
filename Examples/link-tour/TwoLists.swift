import ExampleSupport
import NoticeBoardLink

extension Tour {
    /// Checks that a like, a reply and a deletion show in two open lists.
    @MainActor func compareTwoLists(_ session: LinkSession) async throws {
        guard let account = session.account else { throw Failure(.badData, "No account is signed in.") }
        account.setLanguage(.english)
        let post = try await account.service.publish(LinkPostForm(content: "Two lists, one post #tour"))
        let (timeline, liked) = (LinkPostList(account), LinkPostList(account, .liked))
        for list in [timeline, liked] {
            await list.refreshAndWait()
            if let failure = list.state.feed.failure { throw failure }
        }
        guard let shown = timeline[post.id] else { throw Failure(.badData, "The timeline does not have the newest post.") }
        var failures: [LinkFailure] = []
        let observation = account.failures.observe { failures.append($0) }
        for tap in 1...21 { timeline.like(shown.id, tap % 2 == 1) }
        try check(timeline[shown.id]?.isLiked == true, "a like is shown before the service has answered")
        await account.likes.firstState { $0.isEmpty }
        if let failure = failures.first { throw failure.error }
        observation.cancel()
        try check(liked.state.rows.first?.id == shown.id, "a post that is liked in the timeline stands among the liked ones")

        let reply = try await account.service.reply("A reply that both lists count", to: shown.id)
        account.changes.send(.replied(shown.id, reply))
        let counts = [timeline, liked].map { $0[shown.id]?.counts }
        try check(counts == ["1 reply, 1 like", "1 reply, 1 like"], "both lists count the reply and the like")
        timeline.delete(shown.id)
        await liked.firstState { $0.feed.items[id: shown.id] == nil }
        try check(timeline[shown.id] == nil, "what is deleted leaves both lists")
        done("Opened two lists", "21 quick taps in one, a reply, a deletion: both showed the same, \(counts[0] ?? "")")
    }
}
