import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardScreens
import NoticeBoardTesting
import TestSupport
import Testing

/// The first account signed in to a simulated service, with its context.
@MainActor final class SignedInFixture {
    let simulator: LinkSimulator
    let network: UnsteadyNetwork
    let session: LinkSession
    let context: LinkAccount
    let clock = ManualClock()
    /// The clock for one-minute waits, separate from all other waits.
    let minutes = ManualClock()
    private let minuteWaits = WatchedValue(0)

    /// Signs in to the first account of a service, without a socket.
    ///
    /// `start` is the date at which the clock begins; the system's date if it is `nil`.
    init(
        _ simulator: LinkSimulator = LinkSimulator(), hidden: some LinkHiddenStore = LinkHiddenMemory(), start: Date? = nil
    ) async throws {
        (self.simulator, network) = (simulator, UnsteadyNetwork(simulator))
        let time = Self.time(clock, minutes, minuteWaits)
        let now = { @Sendable [clock] in start?.addingTimeInterval(clock.now) ?? Date() }
        session = try directSession(simulator, hidden: hidden, over: network, now: now, time: time)
        try await session.signIn(email: "user1@example.com", password: "password1")
        context = try #require(session.account)
        context.setLanguage(.korean)
    }

    /// The clock of the screens; one-minute waits use ``minutes``.
    private static func time(_ clock: ManualClock, _ minutes: ManualClock, _ minuteWaits: WatchedValue<Int>) -> TimeSource {
        TimeSource(now: clock.time.now) { seconds in
            guard seconds == 60 else { return try await clock.sleep(seconds) }
            minuteWaits.update { $0 += 1 }
            defer { minuteWaits.update { $0 -= 1 } }
            try await minutes.sleep(seconds)
        }
    }
    /// Waits until no screen waits for the next minute.
    func waitForNoMinute() async { await minuteWaits.firstValue { $0 == 0 } }

    var me: LinkUser.ID { context.user }

    func list(_ source: LinkPostSource = .timeline) async -> LinkPostList {
        let list = LinkPostList(context, source)
        list.open()
        await list.firstState { $0.feed.isLoaded }
        return list
    }
    func page(_ post: LinkPost) async -> LinkPostPage {
        let page = LinkPostPage(context, id: post.id, from: post)
        page.open()
        await page.firstState { !$0.post.phase.isLoading }
        return page
    }
    func profile(_ user: LinkUser) async -> LinkProfilePage {
        let page = LinkProfilePage(context, of: user)
        page.open()
        await page.firstState { $0.profile.value != nil && $0.feed.isLoaded }
        return page
    }

    /// Returns an account other than the signed-in one.
    func other(_ number: Int = 1) throws -> LinkUser {
        let account = simulator.accounts[number]
        return LinkUser(id: account.id, nick: account.nick)
    }
    /// Returns the first post of another author that the signed-in account does not like.
    func strange() throws -> SimulatedLinkPost {
        try #require(simulator.posts.first { $0.author != me && !$0.likes.contains(me) })
    }
    func simulated(_ id: LinkPost.ID) throws -> SimulatedLinkPost { try #require(simulator.posts.first { $0.id == id }) }
    func settled() async {
        await context.likes.firstState { $0.isEmpty }
        await context.follows.firstState { $0.isEmpty }
    }
}

extension SimulatedLinkReply {
    /// Returns a reply with the given ID.
    static func made(_ id: String, by author: String) -> SimulatedLinkReply {
        SimulatedLinkReply(id: id, author: author, content: "답글", time: 1_772_323_200_490)
    }
}
