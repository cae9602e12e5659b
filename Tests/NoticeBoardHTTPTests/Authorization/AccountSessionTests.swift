import Dispatch
import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import TestSupport
import Testing

@testable import NoticeBoardHTTP

@Suite("AccountSession: confirmed tokens", .serialized, .inTurn, .timeLimit(.minutes(1))) struct AccountSessionTests {
    private let old = Credentials(accessToken: .bearer("old"), refreshToken: "r0", account: "ann")
    private let new = Credentials(accessToken: .bearer("new"), refreshToken: "r1", account: "ann")

    private func session(
        _ store: any TokenStore, refresh: @escaping @Sendable (Credentials) async throws -> Credentials
    ) -> AccountSession { AccountSession(store: store, refresh: refresh) }

    private func client(_ authorization: any HTTPInterceptor, _ transport: StubTransport) throws -> APIClient {
        let url = try #require(URL(string: "https://host"))
        return APIClient(APIClient.Configuration(baseURL: url), transport: transport).authorized(by: authorization)
    }

    @Test("Is restoring before anything is read") func first() {
        let session = session(MemoryTokenStore(old)) { [new] _ in new }
        #expect(session.state == .restoring)
        #expect(session.account == nil)
    }

    @Test("Stored tokens are restoring until a call succeeds") func confirmedByACall() async throws {
        let session = session(MemoryTokenStore(old)) { [new] _ in new }
        #expect(try await session.load())
        #expect(session.state == .restoring)
        #expect(session.account == "ann")
        let client = try client(session.authorization, StubTransport { _ in .json("{}") })
        _ = try await client.response(for: EndpointRequest.get("data"))
        #expect(session.state == .signedIn(account: "ann"))
    }

    @Test("A refused or public call does not confirm stored tokens") func notConfirmed() async throws {
        let session = session(MemoryTokenStore(old)) { [new] _ in new }
        try await session.load()
        let client = try client(
            session.authorization, StubTransport { $0.target == "/public" ? .json("{}") : .json("{}", status: 500) })
        _ = try await client.response(for: EndpointRequest.get("public", options: .init(authorization: .ifSignedIn)))
        #expect(session.state == .restoring)
        _ = try? await client.response(for: EndpointRequest.post("refused"))
        #expect(session.state == .restoring)
    }

    @Test("A renewal at the restore confirms the tokens") func renewed() async throws {
        let session = session(MemoryTokenStore(old)) { [new] _ in new }
        #expect(try await session.restore() == .signedIn(account: "ann"))
        #expect(session.tokens.credentials == new)
    }

    @Test("Without stored tokens a restore is signed out") func empty() async throws {
        let session = session(MemoryTokenStore()) { [new] _ in new }
        #expect(try await session.restore() == .signedOut)
    }

    @Test("A load without stored tokens is signed out") func loadsNothing() async throws {
        let session = session(MemoryTokenStore()) { [new] _ in new }
        #expect(try await !session.load())
        #expect(session.state == .signedOut)
    }

    @Test("A restore without a network stays restoring and keeps the tokens") func offline() async throws {
        let session = session(MemoryTokenStore(old)) { _ in throw NoticeBoardError(.noNetwork) }
        await #expect(throws: NoticeBoardError.self) { try await session.restore() }
        #expect(session.state == .restoring)
        #expect(session.tokens.credentials == old)
    }

    @Test("A refused renewal ends the session with its reason") func refused() async throws {
        let session = session(MemoryTokenStore(old)) { _ in throw NoticeBoardError(.sessionOver) }
        let state = try await session.restore()
        guard case .ended(let reason) = state else {
            Issue.record("\(state)")
            return
        }
        #expect(reason.code == .sessionOver)
    }

    @Test("Restores at the same time renew once") func together() async throws {
        let (gate, renewals) = (Gate(), Locked(0))
        let session = session(MemoryTokenStore(old)) { [new] _ in
            renewals.withLock { $0 += 1 }
            try await gate.pass()
            return new
        }
        let restores = (1...3).map { _ in Task { try await session.restore() } }
        await gate.waitForArrivals(1)
        gate.open()
        for restore in restores { #expect(try await restore.value == .signedIn(account: "ann")) }
        #expect(renewals.withLock { $0 } == 1)
    }

    @Test("A sign-in is confirmed, and its states follow in order") func signsIn() async throws {
        let session = session(MemoryTokenStore()) { [new] _ in new }
        var states = session.states.makeAsyncIterator()
        #expect(await states.next() == .restoring)
        #expect(await session.signIn(old))
        #expect(await states.next() == .signedIn(account: "ann"))
        try await session.signOut()
        #expect(await states.next() == .signedOut)
    }

    @Test("The response to an abandoned sign-in does not sign in") func abandoned() async throws {
        let session = session(MemoryTokenStore()) { [new] _ in new }
        let generation = session.tokens.generation
        try await session.signOut()
        #expect(await !session.signIn(old, unlessAfter: generation))
        #expect(session.state == .signedOut)
    }

    @Test("A sign-out returns when the account's data are erased") func erases() async throws {
        let session = session(MemoryTokenStore()) { [new] _ in new }
        await session.signIn(old)
        let erased = Locked(false)
        session.scope.register(erase: { erased.withLock { $0 = true } })
        try await session.signOut()
        #expect(erased.withLock { $0 })
    }

    @Test("A sign-out throws what could not be erased") func eraseFails() async throws {
        let session = session(MemoryTokenStore()) { [new] _ in new }
        await session.signIn(old)
        session.scope.register(erase: { throw NoticeBoardError(.fileUnavailable) })
        let error = await #expect(throws: NoticeBoardError.self) { try await session.signOut() }
        #expect(error?.code == .fileUnavailable)
        #expect(session.state == .signedOut)
    }

    @Test("Tokens can come from a token session with other arguments") func madeElsewhere() async throws {
        let session = AccountSession { onChange in
            TokenSession(
                old, rules: SessionRules(expired: [419], refused: [418]), refresh: { [new] _ in new }, onChange: onChange)
        }
        #expect(session.state == .restoring)
        try await session.tokens.renew()
        #expect(session.state == .signedIn(account: "ann"))
    }

    @Test("A description shows neither token nor account") func description() async {
        let session = session(MemoryTokenStore()) { [new] _ in new }
        #expect("\(session)" == "AccountSession(signed out)")
        await session.signIn(old)
        #expect("\(session)" == "AccountSession(signed in)")
    }

    @Test("A slow subscriber of the state blocks neither readers nor writers")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func busyReader() async throws {
        let store = SessionStateStore()
        let (slow, done) = (SlowListener(), Gate())
        defer { slow.resume() }
        let hearing = try await slow.hearing(store.states())
        Thread.detachNewThread { store.update(.signedIn(account: "u1")) }
        Thread.detachNewThread { store.confirm() }
        try await slow.isBeingTold.pass()
        Thread.detachNewThread {
            store.confirm()
            store.update(.signedOut)
            if store.isConfirmed { done.open() }
        }
        try await done.pass()
        slow.resume()
        hearing.cancel()
        #expect(await hearing.value.prefix(1) == [.restoring])
        #expect(await store.states().first { _ in true } != nil)
    }
}

/// What belongs to an account.
private final class Things: Sendable {
    let account: String
    let log: Locked<[String]>

    init(_ account: String, _ log: Locked<[String]> = Locked([])) {
        self.account = account
        self.log = log
    }

    deinit { log.withLock { $0.append("released \(account)") } }
}

@Suite("AccountSession: the account's objects", .serialized, .inTurn, .timeLimit(.minutes(1))) struct AccountObjectTests {
    private let ann = Credentials(accessToken: .bearer("ann"), account: "ann")
    private let bob = Credentials(accessToken: .bearer("bob"), account: "bob")
    private let session = AccountSession(refresh: { $0 })
    private let log = Locked<[String]>([])

    private func things() -> Things? { session.object { Things($0.id, log) } }

    @Test("Nobody has an object while no account is signed in") func nobody() { #expect(things() == nil) }

    @Test("An account has one object of a type") func one() async {
        await session.signIn(ann)
        let first = things()
        #expect(first?.account == "ann")
        #expect(things() === first)
    }

    @Test("The next account has another object") func next() async throws {
        await session.signIn(ann)
        let first = things()
        await session.signIn(bob)
        let second = things()
        #expect(second !== first)
        #expect(second?.account == "bob")
    }

    @Test("The same account has another object after its next sign-in") func again() async throws {
        await session.signIn(ann)
        let first = things()
        try await session.signOut()
        #expect(things() == nil)
        await session.signIn(ann)
        #expect(things() !== first)
    }

    @Test("Objects are released when the session ends") func released() async throws {
        await session.signIn(ann)
        _ = things()
        #expect(log.withLock { $0 } == [])
        try await session.signOut()
        #expect(log.withLock { $0 } == ["released ann"])
    }

    @Test("Data registered for an object are erased after the object was released") func erased() async throws {
        await session.signIn(ann)
        _ = session.object {
            Things($0.id, log)
        } register: { [log, session] _, account in
            [session.scope.register(for: account.id, erase: { log.withLock { $0.append("erased \(account.id)") } })]
        }
        try await session.signOut()
        #expect(log.withLock { $0 } == ["released ann", "erased ann"])
    }

    @Test("An object's calls never act for a later account") func bound() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let url = try #require(URL(string: "https://host"))
        let plain = APIClient(APIClient.Configuration(baseURL: url), transport: stub)
        await session.signIn(ann)
        let holder = Locked<APIClient?>(nil)
        _ = session.object { account in
            holder.withLock { $0 = plain.authorized(by: account.authorization) }
            return Things(account.id)
        }
        let client = try #require(holder.withLock { $0 })
        _ = try await client.response(for: EndpointRequest.get("data"))
        await session.signIn(bob)
        let error = await #expect(throws: NoticeBoardError.self) { try await client.response(for: EndpointRequest.get("data")) }
        #expect(error?.code == .sessionOver)
        #expect(stub.requests.map { $0.headers[.authorization] } == ["Bearer ann"])
    }

    @Test("A sign-out ends an object that is still being created") func late() async throws {
        await session.signIn(ann)
        let late = await withOwnThread {
            session.object { account in
                let done = DispatchSemaphore(value: 0)
                Task.detached { [session] in
                    try? await session.signOut()
                    done.signal()
                }
                done.wait()
                return Things(account.id)
            } end: { things in
                log.withLock { $0.append("ended \(things.account)") }
            }
        }
        #expect(late == nil)
        #expect(log.withLock { $0.first } == "ended ann")
    }

    @Test("An object with a client does not keep the session") func noCycle() async {
        final class Owner: Sendable {
            let authorization: any HTTPInterceptor
            init(_ authorization: any HTTPInterceptor) { self.authorization = authorization }
        }
        weak var left: AccountSession?
        do {
            let session = AccountSession(refresh: { $0 })
            await session.signIn(ann)
            _ = session.object { Owner($0.authorization) }
            left = session
        }
        #expect(left == nil)
    }
}
