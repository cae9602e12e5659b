import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

@MainActor @Suite("Back in the foreground", .inTurn, .timeLimit(.minutes(1))) struct LinkForegroundTests {
    private let start = Date(timeIntervalSince1970: 1_800_000_000)

    /// Opens the followers of another account, and waits until both of the screen's profiles are loaded.
    private func followers(_ fixture: SignedInFixture, of user: LinkUser) async -> LinkFollowers {
        let followers = LinkFollowers(fixture.context, of: user.id)
        followers.open()
        await followers.firstState { $0.profile.value != nil && $0.mine != nil }
        await followers.firstState { !$0.profile.phase.isLoading }
        return followers
    }

    @Test("A value is as old as the start of its load") func slowLoad() async throws {
        let fixture = try await SignedInFixture(start: start)
        let user = try fixture.other()
        let gate = Gate()
        fixture.simulator.hold("GET /profile/me", at: gate)
        let followers = LinkFollowers(fixture.context, of: user.id)
        followers.open()
        await followers.firstState { $0.profile.value != nil }
        fixture.clock.advance(by: 30)
        fixture.context.enterForeground()
        #expect(!followers.state.profile.phase.isLoading)
        gate.open()
        await followers.firstState { $0.mine != nil }
        fixture.clock.advance(by: 31)
        fixture.context.enterForeground()
        #expect(followers.state.profile.phase.isLoading)
        #expect(fixture.context.profile.state.phase.isLoading)
    }

    @Test("Loading the own profile elsewhere does not renew a screen's other values") func sharedProfile() async throws {
        let fixture = try await SignedInFixture(start: start)
        let followers = await followers(fixture, of: try fixture.other())
        fixture.clock.advance(by: 50)
        let settings = try #require(LinkSettings(fixture.session))
        settings.refresh()
        await settings.firstState { !$0.profile.phase.isLoading }
        fixture.clock.advance(by: 11)
        fixture.context.enterForeground()
        #expect(followers.state.profile.phase.isLoading)
        #expect(!fixture.context.profile.state.phase.isLoading)
    }

    @Test("A profile that loads at last does not make its posts new") func retriedProfile() async throws {
        let fixture = try await SignedInFixture(start: start)
        let user = try fixture.other()
        fixture.simulator.answer("GET /profile/\(user.id)", with: .json("{}", status: 500))
        let page = LinkProfilePage(fixture.context, of: user)
        page.open()
        await page.firstState { $0.profile.failure != nil && $0.feed.isLoaded && !$0.feed.isLoading }
        fixture.simulator.answer("GET /profile/\(user.id)", with: nil)
        fixture.clock.advance(by: 50)
        page.retry()
        await page.firstState { $0.profile.value != nil && !$0.profile.phase.isLoading }
        fixture.clock.advance(by: 11)
        fixture.context.enterForeground()
        #expect(page.state.feed.refresh.isLoading)
        #expect(!page.state.profile.phase.isLoading)
    }

    @Test("Refreshes an own profile that an earlier screen loaded") func earlierScreen() async throws {
        let fixture = try await SignedInFixture(start: start)
        fixture.context.profile.open()
        await fixture.context.profile.firstState { $0.value != nil && $0.phase == .idle }
        let settings = try #require(LinkSettings(fixture.session))
        settings.open()
        fixture.clock.advance(by: 61)
        fixture.context.enterForeground()
        #expect(fixture.context.profile.state.phase.isLoading)
    }

    @Test("Replaces a load that hangs since the app was in the background") func hangingLoad() async throws {
        let fixture = try await SignedInFixture(start: start)
        let gate = Gate()
        fixture.simulator.hold("GET /profile/me", at: gate)
        func requests() -> Int { fixture.simulator.requests.count { $0.path == "/profile/me" } }
        let settings = try #require(LinkSettings(fixture.session))
        settings.open()
        await fixture.clock.waitForSleepers(1)
        fixture.clock.advance(by: 0.3)
        await fixture.context.profile.firstState { $0.phase.showsSpinner }
        await fixture.clock.waitForSleepers(1)
        fixture.clock.advance(by: 61)
        // The end of the loader's wait is not part of its state.
        while requests() < 2, !Task.isCancelled {
            fixture.context.enterForeground()
            await Task.yield()
        }
        gate.open()
        await settings.firstState { $0.profile.value != nil }
        #expect(settings.state.failure == nil)
    }
}
