import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A URL protocol that blocks the session's queue until a test releases it.
private final class BusyProtocol: URLProtocol {
    struct Work: Sendable {
        let begun = Gate()
        let end = DispatchSemaphore(value: 0)
        let hasWaitedInVain = Locked(false)
    }
    static let work = Locked(Work())

    override class func canInit(with request: URLRequest) -> Bool { request.url?.host == "busy.invalid" }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() {
        let work = Self.work.withLock { $0 }
        work.begun.open()
        if work.end.wait(timeout: .now() + 10) == .timedOut { work.hasWaitedInVain.withLock { $0 = true } }
    }
    override func stopLoading() {}
}

@Suite("Busy URLSession", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BusySessionTests {
    private let clock = ManualClock()

    private func busy() throws -> (call: Task<HTTPResponse, any Error>, client: APIClient, work: BusyProtocol.Work) {
        let work = BusyProtocol.Work()
        BusyProtocol.work.withLock { $0 = work }
        let session = URLSessionConfiguration.ephemeral
        session.protocolClasses = [BusyProtocol.self]
        var configuration = APIClient.Configuration(
            baseURL: try #require(URL(string: "https://busy.invalid")), defaults: .init(timeout: 5), retry: .never)
        configuration.time = clock.time
        let client = APIClient(configuration, transport: URLSessionTransport(configuration: session))
        return (Task { try await client.response(for: EndpointRequest.get("a")) }, client, work)
    }

    @Test("Cancelling returns at once while the session is busy") func cancelling() async throws {
        let (call, _, work) = try busy()
        try await work.begun.pass()
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        work.end.signal()
        #expect(!work.hasWaitedInVain.withLock { $0 })
    }

    @Test("A timeout ends the call at once while the session is busy") func timeout() async throws {
        let (call, _, work) = try busy()
        try await work.begun.pass()
        await clock.waitForSleepers(1)
        clock.advance(by: 5)
        let error = await #expect(throws: NoticeBoardError.self) { try await call.value }
        work.end.signal()
        #expect(error?.code == .timedOut)
        #expect(!work.hasWaitedInVain.withLock { $0 })
    }

    @Test("Another call does not wait for the busy session") func another() async throws {
        let (call, client, work) = try busy()
        try await work.begun.pass()
        let other = Task { try await client.response(for: EndpointRequest.get("b")) }
        await clock.waitForSleepers(2)
        other.cancel()
        await #expect(throws: CancellationError.self) { try await other.value }
        call.cancel()
        work.end.signal()
        _ = await call.result
        #expect(!work.hasWaitedInVain.withLock { $0 })
    }
}
