import Testing

@_spi(NoticeBoard) @testable import NoticeBoardSearch

/// Checks that a read outside of a text traps, also in release builds.
@Suite("Reads outside of a text", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BytesBeyondTests {
    private static let text = String(repeating: "abcdefgh", count: 8)

    private static func view(_ read: (ByteView) -> UInt8) -> UInt8 { ByteView.read(text) { bytes, _ in read(bytes) } ?? 0 }

    @Test("Reads the first and the last byte") func ends() {
        #expect(Self.view { $0[0] } == UInt8(ascii: "a"))
        #expect(Self.view { $0[63] } == UInt8(ascii: "h"))
        #expect(ByteView.read(Self.text) { bytes, _ in bytes.offset(of: UInt8(ascii: "h"), from: 56, to: 64) } == 63)
    }

    #if os(Linux) || os(macOS)
        @Test("Traps for a byte outside of the text", arguments: [-1, 64]) func byte(offset: Int) async {
            await #expect(processExitsWith: .failure) { [offset = offset as Int] in _ = Self.view { $0[offset] } }
        }

        @Test("Traps for a range that leaves the text", arguments: [-1...0, 0...65]) func range(range: ClosedRange<Int>) async {
            await #expect(processExitsWith: .failure) { [start = range.lowerBound as Int, end = range.upperBound as Int] in
                _ = ByteView.read(Self.text) { bytes, _ in bytes.offset(of: 0, from: start, to: end) }
            }
        }
    #endif
}
