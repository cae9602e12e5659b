import Foundation
import Testing

@testable import NoticeBoardTesting

#if canImport(Darwin)
    import Darwin
    private let stream = SOCK_STREAM
#elseif canImport(Glibc)
    import Glibc
    private let stream = Int32(SOCK_STREAM.rawValue)
#endif

@Suite("The loopback server's sockets and steps", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoopbackSocketTests {
    /// Two sockets that are connected with each other.
    private func pair() throws -> (Socket, Socket) {
        var ends: [Int32] = [-1, -1]
        let result = unsafe socketpair(AF_UNIX, stream, 0, &ends)
        try #require(result == 0)
        return (Socket(ends[0]), Socket(ends[1]))
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("What is written is read, up to the end; whoever has ended or closed reads and writes nothing") func ends() throws {
        let (one, other) = try pair()
        #expect(one.write(Array("ab".utf8)) && one.write([]) && one.write(Array("c".utf8)))
        #expect(text(other.read()) == "abc")
        #expect(other.write(Array("d".utf8)))
        other.close()
        #expect(text(one.read()) == "d" && one.read() == [] && one.read() == [])
        #expect(!one.write([1]) && one.wait() == .gone && one.wait(seconds: 0) == .gone)
        #expect(other.read() == [] && !other.write([1]) && other.wait() == .gone && !other.write([]))
        other.close()
        other.reset()
        other.shutDown()
        one.close()
        #expect(one.read() == [] && !one.write([1]))
    }

    @Test("Whoever closes takes from nobody what was written before, and from the other what is unread") func unread() throws {
        var ends: [Int32] = [-1, -1]
        let result = unsafe socketpair(AF_UNIX, stream, 0, &ends)
        try #require(result == 0)
        let (one, other) = (Socket(ends[0]), Socket(ends[1]))
        #expect(one.write(Array("late".utf8)) && other.write(Array("answer".utf8)))
        shutdown(ends[0], Int32(SHUT_WR))
        other.close()
        #expect(text(one.read()) == "answer" && one.read() == [])
    }

    @Test("Who is shut down finds everybody gone, on both sides") func shutDown() throws {
        let (one, other) = try pair()
        one.shutDown()
        #expect(one.wait() == .gone && one.read() == [] && !one.write([1]))
        #expect(other.wait() == .gone && other.read() == [] && !other.write([1]))
    }

    @Test("Who resets has closed") func reset() throws {
        let (one, other) = try pair()
        one.reset()
        #expect(one.wait() == .gone && one.read() == [] && !one.write([1]) && other.read() == [])
        one.reset()
        one.close()
    }

    @Test("Waiting ends by the time, by a file that rings, or because the other is gone, which counts most") func waiting() throws
    {
        let (one, other) = try pair()
        let alarm = try Alarm()
        #expect(one.wait(seconds: 0) == .elapsed && one.wait(seconds: -1) == .elapsed)
        #expect(one.wait(seconds: 0, file: alarm.file) == .elapsed)
        // What has arrived does not end waiting.
        #expect(other.write([1]) && one.wait(seconds: 0, file: alarm.file) == .elapsed)
        alarm.ring()
        #expect(one.wait(seconds: 0, file: alarm.file) == .rung && one.wait(file: alarm.file) == .rung)
        #expect(one.wait(seconds: 0) == .elapsed && one.read() == [1])
        other.close()
        #expect(one.wait(file: alarm.file) == .gone && one.wait(seconds: 0, file: alarm.file) == .gone)
    }

    @Test("Steps are played one after the other, and the one that ends the connection is the last") func steps() throws {
        for (steps, goesOn, sent) in [
            ([.send([97]), .body([98]), .send([99])], true, "abc"), ([], true, ""),
            ([.send([97]), .close, .send([98])], false, "a"),
            ([.send([97]), .reset, .send([98])], false, "a"), ([.repeatedBody([97, 98], times: 3)], true, "ababab"),
            ([.repeatedBody([97], times: 0), .send([98])], true, "b"),
            ([.repeatedBody([97], times: -1), .send([98])], true, "b"),
            ([.repeatedBody([97], times: 1)], true, "a"), ([.pause(0), .send([97])], true, "a"),
            ([.pause(-1), .send([97])], true, "a"),
        ] as [([LoopbackAnswer.Step], Bool, String)] {
            let (one, other) = try pair()
            #expect(StepPlayer(socket: one).play(LoopbackAnswer(steps)) == goesOn)
            one.close()
            #expect(text(other.read()) == sent)
            other.close()
        }
        let (one, other) = try pair()
        let answer = LoopbackAnswer([.send([97]), .body([98]), .repeatedBody([99], times: 2), .send([100])])
        #expect(StepPlayer(socket: one, leavesOutBodies: true).play(answer))
        #expect(text(other.read()) == "ad")
        for socket in [one, other] { socket.close() }
    }

    @Test("When the other is gone nothing goes on, and nobody stays at a gate") func gone() throws {
        let gate = Gate()
        for step in [.send([1]), .body([1]), .repeatedBody([1], times: 2), .pause(0), .hold(gate), .wait] as [LoopbackAnswer.Step]
        {
            let (one, other) = try pair()
            other.close()
            #expect(!StepPlayer(socket: one).play(LoopbackAnswer([step])), "\(step)")
            one.close()
        }
        #expect(gate.arrivals == 1 && gate.waiting == 0)
    }

    @Test("A gate that is open, or has leave left, is passed") func gates() throws {
        let gate = Gate()
        gate.open(for: 1)
        let (one, other) = try pair()
        #expect(StepPlayer(socket: one).play(LoopbackAnswer([.hold(gate), .send([97])])) && text(other.read()) == "a")
        gate.open()
        #expect(StepPlayer(socket: one).play(LoopbackAnswer([.hold(gate), .send([98])])) && text(other.read()) == "b")
        #expect(gate.arrivals == 2 && gate.waiting == 0)
        for socket in [one, other] { socket.close() }
    }
}
