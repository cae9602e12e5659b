import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardHTTP

/// Handlers that use what they are called from: they would wait forever for a lock that is held.
@Suite("Streams and handlers of the app", .serialized, .inTurn, .timeLimit(.minutes(1))) struct StreamLockTests {
    @Test("A clock's cancellation handler may use the stream that it times") func timer() async throws {
        let (_, writer) = HTTPByteStream.makeStream()
        let (begun, never, cancelled) = (Gate(), Gate(), Gate())
        let time = TimeSource(
            now: { 0 },
            sleep: { _ in
                try await withTaskCancellationHandler {
                    begun.open()
                    try await never.pass()
                } onCancel: {
                    if writer.isOver { cancelled.open() }
                }
            })
        let timer = time.timer(after: 1) {}
        try await begun.pass()
        writer.mapErrors(timer: timer) { $0 }
        writer.cancel()
        try await cancelled.pass()
    }

    private struct Streams: StreamingHTTPTransport {
        let onCancel: @Sendable () -> Void
        func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 200) }
        func stream(_ request: HTTPRequest) async throws -> HTTPStreamedResponse {
            HTTPStreamedResponse(head: HTTPResponse(status: 200), body: HTTPByteStream.makeStream(onCancel: onCancel).stream)
        }
    }

    @Test("The body of a replaced attempt is released outside of the lock") func replay() async throws {
        let slot = StreamSlot()
        let cancelled = Gate()
        let transport = Streams {
            if slot.take() == nil { cancelled.open() }
        }
        let request = HTTPRequest(origin: try #require(HTTPOrigin(host: "host")), target: "/")
        for _ in 1...2 { _ = try await transport.open(request, into: slot) }
        try await cancelled.pass()
    }

    /// A value whose release uses the broadcast that held it.
    private final class Selfish: Sendable {
        let onRelease: @Sendable () -> Void
        init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
        deinit { onRelease() }
    }

    @Test("A value that a broadcast replaces may use the broadcast when it is released") func broadcast() async throws {
        let broadcast = Broadcast<Selfish>()
        let released = Gate()
        broadcast.send(
            Selfish { [weak broadcast] in
                _ = broadcast?.hasSubscribers
                released.open()
            })
        broadcast.send(Selfish {})
        try await released.pass()
    }
}
