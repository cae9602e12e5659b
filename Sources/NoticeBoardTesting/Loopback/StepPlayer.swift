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
        case .pause(let seconds): return socket.wait(seconds: seconds) != .gone
        case .hold(let gate): return pass(gate)
        case .wait:
            _ = socket.wait()
            return false
        case .close: return false
        case .reset:
            socket.reset()
            return false
        }
    }

    /// Sends the chunks of `body`, waiting for each.
    private func play(_ body: LoopbackBody) -> Bool {
        var index = 0
        while true {
            guard let alarm = try? Alarm() else { return false }
            switch body.piece(at: index, alarm: alarm) {
            case .bytes(let bytes):
                let frame = Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
                guard socket.write(frame) else { return false }
                index += 1
            case .end: return socket.write(Array("0\r\n\r\n".utf8))
            case .cut: return false
            case nil: guard socket.wait(file: alarm.file) == .rung else { return false }
            }
        }
    }

    /// Waits at the gate; stops waiting when the connection ends.
    private func pass(_ gate: Gate) -> Bool {
        guard let alarm = try? Alarm() else { return false }
        let ticket = Gate.Ticket()
        gate.enter(ticket) { _ in alarm.ring() }
        defer { gate.leave(ticket) }
        return socket.wait(file: alarm.file) == .rung
    }
}
