import NoticeBoardBase

/// Plays an answer's steps on a connection, on the thread that owns it.
struct StepPlayer {
    let socket: Socket
    /// Skips the body in the answer to a HEAD request.
    var leavesOutBodies = false

    /// Plays the steps; returns whether to keep the connection, which its owner closes otherwise.
    func play(_ answer: LoopbackAnswer) -> Bool {
        for step in answer.steps { guard play(step) else { return false } }
        return true
    }

    private func play(_ step: LoopbackAnswer.Step) -> Bool {
        switch step {
        case .send(let bytes): return socket.write(bytes)
        case .body(let bytes): return leavesOutBodies || socket.write(bytes)
        case .repeatedBody(let bytes, let times):
            return leavesOutBodies || (0..<max(times, 0)).allSatisfy { _ in socket.write(bytes) }
        case .pieces(let body): return leavesOutBodies || play(body)
        case .pause(let seconds): return socket.wait { try await TimeSource.system.sleep(seconds) } != nil
        case .hold(let gate): return socket.wait { try await gate.pass() } != nil
        case .wait: return socket.wait { try await Gate().pass() } != nil
        case .close: return false
        case .reset:
            socket.reset()
            return false
        }
    }

    /// Sends the chunks of `body`, waiting for each.
    private func play(_ body: LoopbackBody) -> Bool {
        for index in 0... {
            switch socket.wait(for: { await body.piece(at: index) }) {
            case .bytes(let bytes):
                let frame = Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
                guard socket.write(frame) else { return false }
            case .end: return socket.write(Array("0\r\n\r\n".utf8))
            case .cut, nil: return false
            }
        }
        return false
    }
}
