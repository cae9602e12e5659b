import NoticeBoardTesting
import Testing

@testable import NoticeBoardSearch

/// Every read of bytes stays within them: one beyond ends the process before it is made, in release builds too.
@Suite("Bytes beyond a text", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BytesBeyondTests {
    private static let text = String(repeating: "abcdefgh", count: 8)
    private static let bytes = Array("0123456789abcdef".utf8)

    private static func view(_ read: (ByteView) -> Int) -> Int { ByteView.read(text) { bytes, _ in read(bytes) } ?? 0 }
    private static func four(_ start: Int, _ distance: Int) -> Int {
        view { Int($0.fourBlocks(at: FourPositions(inARowFrom: start), behind: distance).last[15]) }
    }
    private static func number(at offset: Int) -> Int {
        unsafe bytes.withUnsafeBytes { unsafe Int(truncatingIfNeeded: $0.number(at: offset, as: UInt64.self)) }
    }
    private static func put(at offset: Int) -> Int {
        var copy = bytes
        unsafe copy.withUnsafeMutableBytes { unsafe $0.put(UInt64.max, at: offset) }
        return Int(copy[15])
    }

    /// The first and the last place that there is, of each way to read.
    private static let within: [@Sendable () -> Int] = [
        { view { Int($0[0]) } }, { view { Int($0[63]) } }, { view { Int($0.word(at: 0)) } }, { view { Int($0.word(at: 60)) } },
        { view { Int($0.block(at: 0)[0]) } }, { view { Int($0.block(at: 48)[15]) } }, { four(0, 0) },
        { Int(bytes.block(at: 0)[15]) }, { number(at: 0) }, { number(at: 8) },
        { put(at: 0) }, { put(at: 8) },
        { FourPositions(inARowFrom: 0).last }, { FourPositions(inARowFrom: .max - 64).last },
        { FourPositions(last: 16).last + 1 },
    ]
    /// The places next to those.
    private static let beyond: [@Sendable () -> Int] = [
        { view { Int($0[-1]) } }, { view { Int($0[64]) } }, { view { Int($0.word(at: -1)) } }, { view { Int($0.word(at: 61)) } },
        { view { Int($0.block(at: -1)[0]) } }, { view { Int($0.block(at: 49)[15]) } }, { four(0, -1) }, { four(0, 1) },
        { Int(bytes.block(at: -1)[15]) }, { Int(bytes.block(at: 1)[15]) }, { number(at: -1) }, { number(at: 9) },
        { put(at: -1) }, { put(at: 9) },
        { FourPositions(inARowFrom: -1).last }, { FourPositions(inARowFrom: .max - 63).last }, { FourPositions(last: 15).last },
    ]

    @Test("What is there is read, up to its very ends") func ends() {
        for read in Self.within { #expect(read() != 0) }
    }

    #if os(Linux) || os(macOS)
        @Test("What is not is never read", arguments: beyond.indices) func none(_ number: Int) async {
            await #expect(processExitsWith: .failure) { [number = number as Int] in _ = Self.beyond[number]() }
        }
    #endif
}
