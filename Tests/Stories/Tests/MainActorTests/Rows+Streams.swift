import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting

extension Row {
    static let streams: [Row] = streamed + iterated + curlStreams

    @RowBuilder private static var streamed: [Row] {
        Row("APIClient.stream(for:bodyTimeout:)") { screen in
            screen.show(try await APIClient(baseURL: url(), transport: log).stream(for: .get("log")))
        } fails: { screen in
            do {
                screen.show(try await APIClient(baseURL: url(), transport: refusing).stream(for: .get("log")))
            } catch { screen.caught(error) }
        }
        transport("StubTransport.stream(_:)", log, fails: refusing)
        transport(
            "FaultTransport.stream(_:)", FaultTransport(log, seed: 1, faults: FaultTransport.Faults()),
            fails: FaultTransport(log, seed: 1, faults: FaultTransport.Faults(refusals: 1)))
        Row("StreamingHTTPTransport.stream(_:)") { screen in
            screen.show(try await anyTransport(log).stream(request()))
        } fails: { screen in
            do { screen.show(try await anyTransport(refusing).stream(request())) } catch { screen.caught(error) }
        }
        server("SystemTransport.stream(_:)") { SystemTransport() }
        #if os(Linux)
            // The call throws on Linux, which doesn't support it.
            Row("URLSessionTransport.stream(_:)") {
                $0.show(())
            } fails: { screen in
                do { screen.show(try await URLSessionTransport().stream(request())) } catch { screen.caught(error) }
            }
        #else
            server("URLSessionTransport.stream(_:)") { URLSessionTransport() }
        #endif
    }

    @RowBuilder private static var iterated: [Row] {
        walk("HTTPStream.AsyncIterator.next()") { await $0.nextPiece($1) }
        walk("HTTPStream.AsyncIterator.next(isolation:)") { await $0.nextPieceHere($1) }
        walk("HTTPStream.AsyncIterator.next()") { await $0.nextLine($1) }
        walk("HTTPStream.AsyncIterator.next(isolation:)") { await $0.nextLineHere($1) }
        walk("HTTPStream.AsyncIterator.next()") { await $0.nextEvent($1) }
        walk("HTTPStream.AsyncIterator.next(isolation:)") { await $0.nextEventHere($1) }
    }

    #if os(Linux)
        private static let curlStreams: [Row] = [server("CurlTransport.stream(_:)") { try CurlTransport() }]
    #else
        private static let curlStreams: [Row] = []
    #endif

    private static let log = StubTransport { _ in .json("[1]") }

    private static func request() throws -> HTTPRequest {
        HTTPRequest(origin: try unwrap(HTTPOrigin(try url())), target: "/log")
    }

    private static func anyTransport(_ transport: any StreamingHTTPTransport) -> any StreamingHTTPTransport { transport }

    private static func transport<Transport: StreamingHTTPTransport>(
        _ symbol: String, _ good: Transport, fails bad: Transport
    ) -> Row {
        Row(symbol) { screen in
            screen.show(try await good.stream(request()))
        } fails: { screen in
            do { screen.show(try await bad.stream(request())) } catch { screen.caught(error) }
        }
    }

    /// Creates a row that calls a local server and then an unreachable one.
    private static func server<Transport: StreamingHTTPTransport>(
        _ symbol: String, _ make: @escaping @MainActor @Sendable () throws -> Transport
    ) -> Row {
        Row(symbol) { screen in
            let server = try LoopbackServer { _ in .json("[1]") }
            defer { server.stop() }
            screen.show(try await make().stream(HTTPRequest(origin: unwrap(HTTPOrigin(server.url())), target: "/")))
        } fails: { screen in
            let origin = HTTPOrigin(isSecure: false, host: "127.0.0.1", port: try LoopbackServer.refusingPort())
            let request = HTTPRequest(origin: try unwrap(origin), target: "/")
            do { screen.show(try await make().stream(request)) } catch { screen.caught(error) }
        }
    }

    /// Creates a row that reads available data, waits for more, and then gets the stream's error.
    private static func walk(_ symbol: String, _ next: @escaping @MainActor @Sendable (StreamWalk, Screen) async -> Void) -> Row {
        Row(symbol) { screen in
            let walk = StreamWalk()
            walk.writer.write(Data("data: 1\n\n".utf8))
            await next(walk, screen)
            let writing = Task.detached { [writer = walk.writer] in writer.write(Data("data: 2\n\n".utf8)) }
            await next(walk, screen)
            _ = await writing.value
        } fails: { screen in
            let walk = StreamWalk()
            let writing = Task.detached { [writer = walk.writer] in writer.finish(throwing: Refusal()) }
            await next(walk, screen)
            await writing.value
        }
    }
}

/// Stores the iterators of a stream on the main actor; a row uses one of them.
@MainActor private final class StreamWalk {
    let writer: HTTPStreamWriter
    private let body: HTTPByteStream
    private lazy var pieces = body.makeAsyncIterator()
    private lazy var lines = body.lines().makeAsyncIterator()
    private lazy var events = body.events().makeAsyncIterator()

    init() { (body, writer) = HTTPByteStream.makeStream() }

    func nextPiece(_ screen: Screen) async {
        let pieces = self.pieces
        do { screen.show(try await pieces.next()) } catch { screen.caught(error) }
    }

    func nextLine(_ screen: Screen) async {
        let lines = self.lines
        do { screen.show(try await lines.next()) } catch { screen.caught(error) }
    }

    func nextEvent(_ screen: Screen) async {
        let events = self.events
        do { screen.show(try await events.next()) } catch { screen.caught(error) }
    }

    func nextPieceHere(_ screen: Screen) async {
        guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return await nextPiece(screen) }
        let pieces = self.pieces
        do { screen.show(try await pieces.next(isolation: #isolation)) } catch { screen.caught(error) }
    }

    func nextLineHere(_ screen: Screen) async {
        guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return await nextLine(screen) }
        let lines = self.lines
        do { screen.show(try await lines.next(isolation: #isolation)) } catch { screen.caught(error) }
    }

    func nextEventHere(_ screen: Screen) async {
        guard #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else { return await nextEvent(screen) }
        let events = self.events
        do { screen.show(try await events.next(isolation: #isolation)) } catch { screen.caught(error) }
    }
}
