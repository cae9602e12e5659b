import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardLink
import NoticeBoardPictures
import NoticeBoardTesting
import TestSupport
import Testing

/// Checks the seven rules of the token protocol over a real socket, by the calls that the service counted.
@Suite("The token protocol over a socket", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkTokenProtocolTests {
    /// Starts `count` calls that have all received a 419 before any token refresh is answered.
    private func refused(_ count: Int, _ fixture: LinkServerFixture, _ session: LinkSession, _ gate: Gate) async -> [Task<
        LinkProfile, any Error
    >] {
        fixture.simulator.hold(LinkServerFixture.refresh, at: gate)
        let before = fixture.simulator.count(LinkServerFixture.me, 419)
        fixture.simulator.expireTokens()
        // A call that starts after the first refusal would wait for the refresh instead of being refused.
        let departures = Gate()
        fixture.departures.withLock { $0 = departures }
        let calls = (0..<count).map { _ in Task { try await session.client.myProfile() } }
        await departures.waitForArrivals(count)
        fixture.departures.withLock { $0 = nil }
        departures.open()
        await fixture.simulator.answered(LinkServerFixture.me, 419, times: before + count)
        await gate.waitForArrivals(1)
        return calls
    }

    @Test("A thousand calls with an expired token share one refresh")
    func thousand() async throws {
        let fixture = try LinkServerFixture()
        let store = RecordingTokenStore()
        let session = try await fixture.signedIn(store)
        let gate = Gate()
        let calls = await refused(1_000, fixture, session, gate)
        for index in calls.indices where index % 2 == 0 { calls[index].cancel() }
        for index in calls.indices where index % 2 == 0 {
            await #expect(throws: CancellationError.self) { try await calls[index].value }
        }
        gate.open()
        for index in calls.indices where index % 2 == 1 { #expect(try await calls[index].value.id == session.user) }
        #expect(fixture.simulator.refreshes == 1)
        #expect(fixture.simulator.count(LinkServerFixture.me, 419) == 1_000)
        #expect(fixture.simulator.count(LinkServerFixture.me, 200) == 500)
        let token = try #require(fixture.simulator.requests.last { $0.path == "/profile/me" }?.headers["authorization"])
        await store.waitUntil { $0?.accessToken == .raw(token) }
    }

    @Test("Refreshes a short-lived token only when it expires") func shortLife() async throws {
        let fixture = try LinkServerFixture(LinkSimulator(tokenLife: 7))
        let session = try await fixture.signedIn()
        for _ in 0..<50 { _ = try await session.client.myProfile() }
        // A token is valid for seven calls. Signing in is the first call of the first token.
        #expect(fixture.simulator.refreshes == 7)
        #expect(fixture.simulator.count(LinkServerFixture.me, 200) == 50)
        #expect(fixture.simulator.count(LinkServerFixture.me, 419) == 7)
    }

    @Test("A call that is refused with the new token too is not sent a third time") func neverThirdTime()
        async throws
    {
        let fixture = try LinkServerFixture(LinkSimulator(tokenLife: 0))
        let session = try await fixture.signedIn()
        let error = await #expect(throws: NoticeBoardError.self) { try await session.client.myProfile() }
        #expect(error?.code == .accessTokenExpired)
        #expect(error?.remedy == .signInAgain)
        #expect(fixture.simulator.count(LinkServerFixture.me, 419) == 2)
        #expect(fixture.simulator.refreshes == 1)
        fixture.simulator.tokenLife = nil
        _ = try await session.client.myProfile()
    }

    @Test(
        "A refused token refresh ends the session once for all waiting calls",
        arguments: [418, 401, 403])
    func refusedRenewal(status: Int) async throws {
        let fixture = try LinkServerFixture()
        let store = RecordingTokenStore()
        let session = try await fixture.signedIn(store)
        let user = try #require(session.user)
        let gate = Gate()
        if status != 418 { fixture.simulator.answer(LinkServerFixture.refresh, with: .status(HTTPStatus(rawValue: status))) }
        let calls = await refused(100, fixture, session, gate)
        let states = await StateLog(session)
        let ended = calls.map { call in
            Task { () -> (NoticeBoardError?, LinkSession.State) in
                do {
                    _ = try await call.value
                    return (nil, session.state)
                } catch {
                    return (error as? NoticeBoardError, session.state)
                }
            }
        }
        fixture.simulator.expireRefreshTokens()
        gate.open()
        for task in ended {
            let (error, state) = await task.value
            #expect(error?.code == .sessionOver)
            #expect(error?.remedy == .signInAgain)
            guard case .ended(let why) = state else {
                Issue.record("who waited saw \(state)")
                continue
            }
            #expect(why.code == .sessionOver)
        }
        #expect(session.user == nil)
        let received = await states.first(2)
        #expect(received.count == 2)
        #expect(received.first == .signedIn(account: user))
        #expect(received.last == session.state)
        try await session.signOut()
        #expect(store.kept == nil)
        #expect(store.log.saved.filter { $0 == nil }.count == 1)
        #expect(fixture.simulator.log.filter { $0.line == LinkServerFixture.refresh }.count == 1)
    }

    @Test(
        "A failed token refresh keeps the session",
        arguments: ["500", "lost", "foreign"])
    func unreachable(how: String) async throws {
        let fixture = try LinkServerFixture()
        let store = RecordingTokenStore()
        let session = try await fixture.signedIn(store)
        let kept = store.kept
        fixture.simulator.expireTokens()
        let answer: StubAnswer =
            switch how {
            case "500": .status(500)
            case "lost": .failure(NoticeBoardError(.connectionLost))
            default: .json(#"{"token":""}"#)
            }
        fixture.simulator.answer(LinkServerFixture.refresh, with: answer)
        let calls = (0..<20).map { _ in Task { try await session.client.myProfile() } }
        for call in calls {
            let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
            #expect(error?.code == (how == "foreign" ? .unreadableResponse : .serverFailure))
            #expect(error?.endpoint == "GET refresh")
        }
        #expect(session.state == .signedIn(account: try #require(session.user)))
        #expect(store.kept == kept)
        fixture.simulator.answer(LinkServerFixture.refresh, with: nil)
        _ = try await session.client.myProfile()
        await store.waitUntil { $0 != kept }
    }

    @Test("A token refresh with a refused connection keeps the session")
    func connectionRefused() async throws {
        let fixture = try LinkServerFixture()
        let transport = try LostRenewals()
        let session = try await fixture.signedIn(over: transport)
        fixture.simulator.expireTokens()
        let calls = (0..<20).map { _ in Task { try await session.client.myProfile() } }
        for call in calls {
            let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
            #expect(error?.code == .unreachable)
            #expect(error?.endpoint == "GET refresh")
        }
        #expect(session.state == .signedIn(account: fixture.simulator.accounts[0].id))
        #expect(fixture.simulator.refreshes == 0)
        transport.isDown.withLock { $0 = false }
        _ = try await session.client.myProfile()
        #expect(fixture.simulator.refreshes == 1)
    }

    @Test("A 409 to the token refresh resends the call with the same token") func stillGood() async throws {
        let fixture = try LinkServerFixture()
        let session = try await fixture.signedIn()
        let before = fixture.simulator.requests.count
        fixture.simulator.answer(
            LinkServerFixture.me,
            with: StubAnswer { [simulator = fixture.simulator] _ in
                simulator.answer(LinkServerFixture.me, with: nil)
                return HTTPResponse(status: 419)
            })
        _ = try await session.client.myProfile()
        #expect(fixture.simulator.count(LinkServerFixture.refresh, 409) == 1)
        let sent = fixture.simulator.requests.dropFirst(before).map { $0.headers["authorization"] }
        #expect(Set(sent).count == 1)
        #expect(sent.count == 3)
    }

    @Test("A 401 ends the session without a token refresh") func invalid() async throws {
        let fixture = try LinkServerFixture()
        let store = RecordingTokenStore()
        let session = try await fixture.signedIn(store)
        fixture.simulator.forgetTokens()
        let calls = (0..<20).map { _ in Task { try await session.client.postPage(of: .timeline, at: nil, limit: 5) } }
        for call in calls {
            let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
            #expect([.unauthorized, .sessionOver].contains(error?.code))
            #expect(error?.remedy == .signInAgain)
            guard case .ended = session.state else {
                Issue.record("the state is \(session.state)")
                continue
            }
        }
        #expect(fixture.simulator.refreshes == 0)
        try await session.signOut()
        #expect(store.kept == nil)
    }

    @Test("Pictures and other calls share one token refresh") func picture() async throws {
        let fixture = try LinkServerFixture()
        let session = try await fixture.signedIn()
        let post = try await session.client.publish(
            LinkPostForm(content: "a", files: [LinkFile(unchecked: PictureSample.gif, kind: .gif)]))
        let path = try #require(post.pictures.first)
        let gate = Gate()
        let calls = await refused(10, fixture, session, gate)
        let pictures = (0..<10).map { _ in Task { try await session.client.picture(at: path) } }
        await fixture.simulator.answered("GET /\(path)", 419, times: 10)
        gate.open()
        for picture in pictures { #expect(try await picture.value == PictureSample.gif) }
        for call in calls { _ = try await call.value }
        #expect(fixture.simulator.refreshes == 1)
    }

    @Test("Signing out during a token refresh discards the new token")
    func signOutInFlight() async throws {
        let fixture = try LinkServerFixture()
        let store = RecordingTokenStore()
        let session = try await fixture.signedIn(store)
        let gate = Gate()
        let calls = await refused(50, fixture, session, gate)
        try await session.signOut()
        for call in calls {
            let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
            #expect(error?.code == .sessionOver)
        }
        #expect(session.state == .signedOut)
        #expect(store.kept == nil)
        let saved = store.log.saved.count
        gate.open()
        _ = try await session.signIn(email: "user2@example.com", password: "password2")
        #expect(store.log.saved.count == saved + 1)
        #expect(store.log.saved.last??.account == fixture.simulator.accounts[1].id)
    }

    @Test("A call of a former account does not affect the next account") func otherAccount()
        async throws
    {
        let fixture = try LinkServerFixture()
        let session = try await fixture.signedIn()
        let gate = Gate()
        fixture.simulator.hold(LinkServerFixture.me, at: gate)
        let late = Task { try await session.client.myProfile() }
        await gate.waitForArrivals(1)
        try await session.signOut()
        _ = try await session.signIn(email: "user2@example.com", password: "password2")
        gate.open()
        let error = await #expect(throws: NoticeBoardError.self) { try await late.value }
        #expect(error?.code == .sessionOver)
        #expect(try await session.client.myProfile().email == "user2@example.com")
    }

    @Test("Sessions of two services refresh and end independently") func twoServices()
        async throws
    {
        let (one, two) = (
            try LinkServerFixture(LinkSimulator(seed: 1, key: "key-1")),
            try LinkServerFixture(LinkSimulator(seed: 2, key: "key-2"))
        )
        let (first, second) = (try await one.signedIn(), try await two.signedIn(account: 2))
        let (gate, otherGate) = (Gate(), Gate())
        let calls = await refused(20, one, first, gate)
        let others = await refused(20, two, second, otherGate)
        one.simulator.expireRefreshTokens()
        gate.open()
        otherGate.open()
        for call in calls { await #expect(throws: NoticeBoardError.self) { try await call.value } }
        for call in others { #expect(try await call.value.id == second.user) }
        #expect(first.user == nil)
        #expect(second.user == two.simulator.accounts[1].id)
        #expect(one.simulator.refreshes == 1)
        #expect(two.simulator.refreshes == 1)
    }

    @Test("A captive portal's page does not end the session") func captivePortal() async throws {
        let fixture = try LinkServerFixture()
        let session = try await fixture.signedIn()
        fixture.simulator.expireTokens()
        fixture.simulator.answer(LinkServerFixture.refresh, with: .data(Data("<html>".utf8)))
        let error = await #expect(throws: NoticeBoardError.self) { try await session.client.myProfile() }
        #expect(error?.code == .networkSignIn)
        #expect(session.user != nil)
    }
}
