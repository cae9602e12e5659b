import NoticeBoardLink
import NoticeBoardTesting
import TestSupport
import Testing

@MainActor @Suite("The clock of an account", .inTurn, .timeLimit(.minutes(1))) struct LinkClockTests {
    @Test("The user's own profile is slow by the clock of its session") func ownProfile() async throws {
        let fixture = try await SignedInFixture()
        let gate = Gate()
        fixture.simulator.hold("GET /profile/me", at: gate)
        fixture.context.profile.open()
        await fixture.clock.waitForSleepers(1)
        fixture.clock.advance(by: 1)
        await fixture.context.profile.firstState { $0.phase == .loading(isSlow: true) }
        gate.open()
        await fixture.context.profile.firstState { $0.value != nil }
    }
}
