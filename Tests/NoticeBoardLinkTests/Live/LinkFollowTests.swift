import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Follows on every screen", .inTurn, .timeLimit(.minutes(1))) struct LinkFollowTests {
    private func stranger(_ bench: LiveBench) throws -> LinkUser {
        let mine = bench.simulator.accounts[0].following
        let account = try #require(bench.simulator.accounts.first { $0.id != bench.me && !mine.contains($0.id) })
        return LinkUser(id: account.id, nick: account.nick)
    }

    @Test("A follow appears on every screen at once")
    func everywhere() async throws {
        let bench = try await LiveBench()
        let user = try stranger(bench)
        let page = await bench.profile(user)
        let (followers, following) = (
            LinkFollowers(bench.context, of: user.id), LinkFollowers(bench.context, of: bench.me, showsFollowing: true)
        )
        for list in [followers, following] {
            list.open()
            await list.firstState { $0.profile.value != nil && $0.mine != nil }
        }
        let before = try #require(page.state.followerCount)
        let gate = Gate()
        bench.simulator.hold("POST /follow/\(user.id)", at: gate)
        page.follow(true)
        #expect(page.state.isFollowed == true)
        #expect(page.state.followerCount == before + 1)
        #expect(page.state.followers == "팔로워 \(before + 1)명")
        #expect(!followers.state.rows.contains { $0.isMe })
        #expect(!following.state.rows.contains { $0.id == user.id })
        gate.open()
        await bench.settled()
        #expect(page.state.profile.value?.isFollowed(by: bench.me) == true)
        #expect(page.state.followerCount == before + 1)
        #expect(followers.state.rows.contains { $0.isMe && $0.user.nick == bench.simulator.accounts[0].nick })
        #expect(following.state.rows.first { $0.id == user.id } == LinkUserRow(user: user, isFollowed: true))
    }

    @Test("A new follower has a nickname even if no response contained it before") func nameless() async throws {
        let simulator = LinkSimulator(posts: 0)
        let bench = try await LiveBench(simulator)
        let user = try stranger(bench)
        let page = await bench.profile(user)
        page.follow(true)
        await bench.settled()
        #expect(page.state.profile.value?.followers.map(\.nick).contains(simulator.accounts[0].nick) == true)
    }

    @Test("Following an already followed person succeeds") func already() async throws {
        let bench = try await LiveBench()
        let user = try stranger(bench)
        let page = await bench.profile(user)
        bench.simulator.accounts[0].following.append(user.id)
        var failures = 0
        let observation = bench.context.failures.observe { _ in failures += 1 }
        page.follow(true)
        await bench.settled()
        #expect(page.state.isFollowed == true)
        #expect(page.state.unconfirmedFollow == nil)
        #expect(failures == 0)
        #expect(bench.simulator.count("POST /follow/\(user.id)", 409) == 1)
        page.follow(false)
        await bench.settled()
        #expect(page.state.isFollowed == false)
        #expect(!bench.simulator.accounts[0].following.contains(user.id))
        observation.cancel()
    }

    @Test("Twenty quick taps send at most two requests") func taps() async throws {
        let bench = try await LiveBench()
        let user = try stranger(bench)
        let page = await bench.profile(user)
        let (line, gate) = ("POST /follow/\(user.id)", Gate())
        bench.simulator.hold(line, at: gate)
        for tap in 1...20 { page.follow(tap % 2 == 1) }
        gate.open()
        await bench.settled()
        #expect(bench.simulator.count(line, 200) == 1)
        #expect(bench.simulator.count("DELETE /follow/\(user.id)", 200) == 1)
        #expect(page.state.isFollowed == false)
        bench.simulator.answer(line, with: .status(502))
        let profiles = bench.simulator.count("GET /profile/\(user.id)", 200)
        bench.simulator.hold("GET /profile/\(user.id)", at: nil)
        page.follow(true)
        await bench.simulator.answered("GET /profile/\(user.id)", 200, times: profiles + 1)
        bench.simulator.answer(line, with: nil)
        await bench.settled()
        #expect(bench.simulator.count("GET /profile/\(user.id)", 200) >= profiles + 1)
    }

    @Test("A refused follow is reverted and reported") func refused() async throws {
        let bench = try await LiveBench()
        let user = try stranger(bench)
        let page = await bench.profile(user)
        var failures: [LinkFailure] = []
        let observation = bench.context.failures.observe { failures.append($0) }
        bench.simulator.accounts.removeAll { $0.id == user.id }
        page.follow(true)
        await bench.settled()
        #expect(failures.map(\.subject) == [.follow(user.id)])
        #expect(failures.first?.error.code == .accountUnknown)
        #expect(page.state.isFollowed == false)
        observation.cancel()
    }

    @Test("Users in a list of followers can be followed, except the signed-in account") func fromTheList() async throws {
        let bench = try await LiveBench()
        let user = try stranger(bench)
        let other = try #require(bench.simulator.accounts.first { $0.id != bench.me && $0.id != user.id })
        bench.simulator.accounts[0].following = []
        for index in bench.simulator.accounts.indices where index != 0 { bench.simulator.accounts[index].following = [other.id] }
        let list = LinkFollowers(bench.context, of: other.id)
        list.follow(user.id, true)
        list.open()
        await list.firstState { $0.profile.value != nil && $0.mine != nil }
        #expect(list.state.rows.first { $0.id == user.id }?.isFollowed == false)
        #expect(bench.context.follows.state.isEmpty)
        list.follow(user.id, true)
        #expect(
            list.state.rows.first { $0.id == user.id } == LinkUserRow(user: user, isFollowed: true, isFollowUnconfirmed: true))
        await bench.settled()
        #expect(bench.simulator.accounts[0].following == [user.id])
        bench.context.follow(LinkUser(id: bench.me, nick: ""), true, confirmed: false)
        #expect(bench.context.follows.state.isEmpty)
    }
}
