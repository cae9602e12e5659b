import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Follows on every screen", .inTurn, .timeLimit(.minutes(1))) struct LinkFollowTests {
    private func stranger(_ fixture: SignedInFixture) throws -> LinkUser {
        let mine = fixture.simulator.accounts[0].following
        let account = try #require(fixture.simulator.accounts.first { $0.id != fixture.me && !mine.contains($0.id) })
        return LinkUser(id: account.id, nick: account.nick)
    }

    @Test("A follow appears on every screen at once")
    func everywhere() async throws {
        let fixture = try await SignedInFixture()
        let user = try stranger(fixture)
        let page = await fixture.profile(user)
        let (followers, following) = (
            LinkFollowers(fixture.context, of: user.id), LinkFollowers(fixture.context, of: fixture.me, showsFollowing: true)
        )
        for list in [followers, following] {
            list.open()
            await list.firstState { $0.profile.value != nil && $0.mine != nil }
        }
        let before = try #require(page.state.followerCount)
        let gate = Gate()
        fixture.simulator.hold("POST /follow/\(user.id)", at: gate)
        page.follow(true)
        #expect(page.state.isFollowed == true)
        #expect(page.state.followerCount == before + 1)
        #expect(page.state.followers == "팔로워 \(before + 1)명")
        #expect(!followers.state.rows.contains { $0.isMe })
        #expect(!following.state.rows.contains { $0.id == user.id })
        gate.open()
        await fixture.settled()
        #expect(page.state.profile.value?.isFollowed(by: fixture.me) == true)
        #expect(page.state.followerCount == before + 1)
        #expect(followers.state.rows.contains { $0.isMe && $0.user.nick == fixture.simulator.accounts[0].nick })
        #expect(following.state.rows.first { $0.id == user.id } == LinkUserRow(user: user, isFollowed: true))
    }

    @Test("A new follower has a nickname even if no response contained it before") func nameless() async throws {
        let simulator = LinkSimulator(posts: 0)
        let fixture = try await SignedInFixture(simulator)
        let user = try stranger(fixture)
        let page = await fixture.profile(user)
        page.follow(true)
        await fixture.settled()
        #expect(page.state.profile.value?.followers.map(\.nick).contains(simulator.accounts[0].nick) == true)
    }

    @Test("Following an already followed person succeeds") func already() async throws {
        let fixture = try await SignedInFixture()
        let user = try stranger(fixture)
        let page = await fixture.profile(user)
        fixture.simulator.accounts[0].following.append(user.id)
        var failures = 0
        let observation = fixture.context.failures.observe { _ in failures += 1 }
        page.follow(true)
        await fixture.settled()
        #expect(page.state.isFollowed == true)
        #expect(page.state.unconfirmedFollow == nil)
        #expect(failures == 0)
        #expect(fixture.simulator.count("POST /follow/\(user.id)", 409) == 1)
        page.follow(false)
        await fixture.settled()
        #expect(page.state.isFollowed == false)
        #expect(!fixture.simulator.accounts[0].following.contains(user.id))
        observation.cancel()
    }

    @Test("Twenty quick taps send at most two requests") func taps() async throws {
        let fixture = try await SignedInFixture()
        let user = try stranger(fixture)
        let page = await fixture.profile(user)
        let (line, gate) = ("POST /follow/\(user.id)", Gate())
        fixture.simulator.hold(line, at: gate)
        for tap in 1...20 { page.follow(tap % 2 == 1) }
        gate.open()
        await fixture.settled()
        #expect(fixture.simulator.count(line, 200) == 1)
        #expect(fixture.simulator.count("DELETE /follow/\(user.id)", 200) == 1)
        #expect(page.state.isFollowed == false)
        fixture.simulator.answer(line, with: .status(502))
        let profiles = fixture.simulator.count("GET /profile/\(user.id)", 200)
        fixture.simulator.hold("GET /profile/\(user.id)", at: nil)
        page.follow(true)
        await fixture.simulator.answered("GET /profile/\(user.id)", 200, times: profiles + 1)
        fixture.simulator.answer(line, with: nil)
        await fixture.settled()
        #expect(fixture.simulator.count("GET /profile/\(user.id)", 200) >= profiles + 1)
    }

    @Test("A refused follow is reverted and reported") func refused() async throws {
        let fixture = try await SignedInFixture()
        let user = try stranger(fixture)
        let page = await fixture.profile(user)
        var failures: [LinkFailure] = []
        let observation = fixture.context.failures.observe { failures.append($0) }
        fixture.simulator.accounts.removeAll { $0.id == user.id }
        page.follow(true)
        await fixture.settled()
        #expect(failures.map(\.subject) == [.follow(user.id)])
        #expect(failures.first?.error.code == .accountUnknown)
        #expect(page.state.isFollowed == false)
        observation.cancel()
    }

    @Test("Users in a list of followers can be followed, except the signed-in account") func fromTheList() async throws {
        let fixture = try await SignedInFixture()
        let user = try stranger(fixture)
        let other = try #require(fixture.simulator.accounts.first { $0.id != fixture.me && $0.id != user.id })
        fixture.simulator.accounts[0].following = []
        for index in fixture.simulator.accounts.indices where index != 0 {
            fixture.simulator.accounts[index].following = [other.id]
        }
        let list = LinkFollowers(fixture.context, of: other.id)
        list.follow(user.id, true)
        list.open()
        await list.firstState { $0.profile.value != nil && $0.mine != nil }
        #expect(list.state.rows.first { $0.id == user.id }?.isFollowed == false)
        #expect(fixture.context.follows.state.isEmpty)
        list.follow(user.id, true)
        #expect(
            list.state.rows.first { $0.id == user.id } == LinkUserRow(user: user, isFollowed: true, isFollowUnconfirmed: true))
        await fixture.settled()
        #expect(fixture.simulator.accounts[0].following == [user.id])
        fixture.context.follow(LinkUser(id: fixture.me, nick: ""), true, confirmed: false)
        #expect(fixture.context.follows.state.isEmpty)
    }
}
