import Foundation
import NoticeBoardBase

/// A connection, served on its own thread until either side closes it.
struct Connection {
    /// The way a server handles a connection.
    enum Service: Sendable {
        /// Reads requests and answers each of them.
        case requests(@Sendable (LoopbackRequest) async -> LoopbackAnswer)
        /// Plays one answer after the first bytes, without parsing them.
        case bytes(LoopbackAnswer)
    }

    let number: Int
    let socket: Socket
    let log: LoopbackLog

    func serve(_ service: Service) {
        switch service {
        case .requests(let respond): serveRequests(respond)
        case .bytes(let answer):
            guard !socket.read().isEmpty, socket.play(answer) else { break }
            while !socket.read().isEmpty {}
        }
        socket.close()
    }

    private func serveRequests(_ respond: @escaping @Sendable (LoopbackRequest) async -> LoopbackAnswer) {
        var reader = WireReader(receive: socket.read) {
            _ = socket.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        do {
            while true {
                let request = log.record(try reader.next(), on: number)
                guard let answer = socket.wait(for: { await respond(request) }) else { return }
                guard socket.play(answer, leavesOutBodies: request.method == "HEAD"), !request.endsConnection else { return }
            }
        } catch {
            guard let fault = error as? WireFault else { return }
            _ = socket.play(.text("Not a request: \(fault.reason).", status: 400, headers: [("Connection", "close")]))
            // Closing now would send a reset, and a client that is still sending could not read the answer.
            socket.shutDown(Int32(SHUT_WR))
            while !socket.read().isEmpty {}
        }
    }
}

extension LoopbackRequest {
    /// Whether the client asked to close the connection after the answer.
    fileprivate var endsConnection: Bool {
        let options = values(of: "connection").joined(separator: ",").utf8.map(LoopbackRequest.lowercased)
            .split(separator: UInt8(ascii: ",")).map { $0.filter { $0 != UInt8(ascii: " ") } }
        return version == "HTTP/1.0" ? !options.contains(Array("keep-alive".utf8)) : options.contains(Array("close".utf8))
    }
}

extension Socket {
    /// Plays an answer's steps; returns whether to keep the connection, which its owner closes otherwise.
    ///
    /// The answer to a HEAD request leaves out bodies.
    fileprivate func play(_ answer: LoopbackAnswer, leavesOutBodies: Bool = false) -> Bool {
        answer.steps.allSatisfy { play($0, leavesOutBodies) }
    }

    private func play(_ step: LoopbackAnswer.Step, _ leavesOutBodies: Bool) -> Bool {
        switch step {
        case .send(let bytes): return write(bytes)
        case .body(let bytes): return leavesOutBodies || write(bytes)
        case .repeatedBody(let bytes, let times):
            return leavesOutBodies || (0..<max(times, 0)).allSatisfy { _ in write(bytes) }
        case .streamed(let body): return leavesOutBodies || play(body)
        case .delay(let seconds): return wait { try await TimeSource.system.sleep(seconds) } != nil
        case .hold(let gate): return wait { try await gate.pass() } != nil
        case .close: return false
        case .reset:
            reset()
            return false
        }
    }

    /// Sends the pieces of `body`, waiting for each.
    private func play(_ body: LoopbackBody) -> Bool {
        var index = 0
        while let piece = wait(for: { [index] in await body.piece(at: index) }) {
            switch piece {
            case .bytes(let bytes): guard write(LoopbackAnswer.chunk(bytes)) else { return false }
            case .end: return write(Array("0\r\n\r\n".utf8))
            case .cut: return false
            }
            index += 1
        }
        return false
    }
}
