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

@Suite("The loopback server's sockets", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoopbackSocketTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("Closing a socket with unread bytes still delivers the written ones") func unread() throws {
        var ends: [Int32] = [-1, -1]
        let result = unsafe socketpair(AF_UNIX, stream, 0, &ends)
        try #require(result == 0)
        let (one, other) = (Socket(ends[0]), Socket(ends[1]))
        #expect(one.write(Array("late".utf8)))
        #expect(other.write(Array("answer".utf8)))
        shutdown(ends[0], Int32(SHUT_WR))
        other.close()
        #expect(text(one.read()) == "answer")
        #expect(one.read() == [])
    }
}
