import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardTesting
import Testing

/// Somebody who is signed in to a simulated service, and what is alive of them.
@MainActor final class LiveBench {
    let simulator: LinkSimulator
    let network: UnsteadyNetwork
    let session: LinkSession
    let context: LinkContext
    let clock = ManualClock()

    /// The first account of a service, without a socket.
    init(_ simulator: LinkSimulator = LinkSimulator(), hidden: some LinkHiddenStore = LinkHiddenMemory()) async throws {
        (self.simulator, network) = (simulator, UnsteadyNetwork(simulator))
        session = try directSession(simulator, hidden: hidden, over: network)
        try await session.signIn(email: "user1@example.com", password: "password1")
        context = try #require(session.context)
    }

    var me: LinkUser.ID { context.user }

    func list(_ source: LinkPostSource = .timeline, unliked: LinkUnlikedRule = .staysUntilRefreshed) async -> LinkPostList {
        let list = LinkPostList(context, source, unliked: unliked, language: .korean, time: clock.time)
        list.open()
        await list.firstState { $0.feed.isLoaded }
        return list
    }
    func page(_ post: LinkPost) async -> LinkPostPage {
        let page = LinkPostPage(context, id: post.id, from: post, language: .korean, time: clock.time)
        page.open()
        await page.firstState { !$0.post.phase.isLoading }
        return page
    }
    func profile(_ user: LinkUser) async -> LinkProfilePage {
        let page = LinkProfilePage(context, of: user, language: .korean, time: clock.time)
        page.open()
        await page.firstState { $0.profile.value != nil && $0.feed.isLoaded }
        return page
    }

    /// Somebody else than whoever is signed in.
    func other(_ number: Int = 1) throws -> LinkUser {
        let account = simulator.accounts[number]
        return LinkUser(id: account.id, nick: account.nick)
    }
    /// The first post of somebody else that whoever is signed in does not like.
    func strange() throws -> SimulatedLinkPost {
        try #require(simulator.posts.first { $0.author != me && !$0.likes.contains(me) })
    }
    func simulated(_ id: LinkPost.ID) throws -> SimulatedLinkPost { try #require(simulator.posts.first { $0.id == id }) }
    func settled() async {
        await context.likes.firstState { $0.isEmpty }
        await context.follows.firstState { $0.isEmpty }
    }
}

extension SimulatedLinkComment {
    /// A comment with an ID of the test's own.
    static func made(_ id: String, by author: String) -> SimulatedLinkComment {
        SimulatedLinkComment(id: id, author: author, content: "답글", time: 1_772_323_200_490)
    }
}
