import Foundation
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Stopping LoopbackServer and its clients", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoopbackStopTests {
    /// An answer for each step at which a connection's thread can wait.
    private static let endless: [LoopbackAnswer] = [
        .silence, .silenceAfterHeaders, LoopbackAnswer([.delay(1e6)]), LoopbackAnswer([.hold(Gate())]), .huge(bytes: 1 << 40),
        .slow(Data(repeating: 1, count: 100), piece: 1, delay: 1e5),
    ]

    @Test("Stopping ends every connection and thread, at any step") func stop() async throws {
        let server = try LoopbackServer { request in Self.endless[request.number - 1] }
        var clients: [RawClient] = []
        for number in 1...Self.endless.count {
            let client = try RawClient(port: server.port)
            await client.request()
            await server.waitForRequests(number)
            clients.append(client)
        }
        let idle = try RawClient(port: server.port)
        await server.waitForConnections(Self.endless.count + 1)
        server.stop()
        await server.waitForFinishedConnections(Self.endless.count + 1)
        _ = await idle.readToEnd()
        for client in clients { _ = await client.readToEnd() }
        #expect(server.connections == server.finishedConnections)
    }

    @Test("A client that disconnects ends its connection at any step", arguments: endless.indices)
    func clientGoes(index: Int) async throws {
        let server = try LoopbackServer { _ in Self.endless[index] }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.request()
        await server.waitForRequests(1)
        client.end()
        await server.waitForFinishedConnections(1)
        #expect(server.finishedConnections == 1)
    }

    @Test("When the client goes, the task that makes its answer is cancelled") func answerCancelled() async throws {
        let (gate, cancelled) = (Gate(), Gate())
        let server = try LoopbackServer { _ in
            do { try await gate.pass() } catch { cancelled.open() }
            return .noContent
        }
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        await client.request()
        await gate.waitForArrivals(1)
        client.end()
        try await cancelled.pass()
        await server.waitForFinishedConnections(1)
    }

    #if os(macOS) || os(Linux)
        // In a separate process: a program that another test starts inherits all open ports until it runs.
        @Test("A port is free as soon as its server stops or is released") func portIsFree() async {
            await #expect(processExitsWith: .success) {
                let port = try Self.portOfAServerLetGo()
                for _ in 0..<20 {
                    let next = try LoopbackServer(port: port) { _ in .noContent }
                    #expect(throws: (any Error).self) { try LoopbackServer(port: port) { _ in .noContent } }
                    next.stop()
                    next.stop()
                }
            }
        }
    #endif

    /// Returns a port outside the ephemeral range, so that no other process takes it between two servers of a test.
    private static func portOfAServerLetGo() throws -> UInt16 {
        for _ in 0..<100 {
            let port = UInt16.random(in: 20_000..<30_000)
            if (try? LoopbackServer(port: port, answer: { _ in .noContent })) != nil { return port }
        }
        throw POSIXError(.EADDRINUSE)
    }

    @Test("A hundred stopped servers leave no thread behind") func many() async throws {
        for _ in 0..<100 {
            let server = try LoopbackServer { _ in .silence }
            let client = try RawClient(port: server.port)
            await client.request()
            await server.waitForRequests(1)
            server.stop()
            await server.waitForFinishedConnections(1)
        }
    }
}
