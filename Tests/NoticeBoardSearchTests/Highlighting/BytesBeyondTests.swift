import Testing

@testable import NoticeBoardSearch

/// Checks that a read outside of a text traps, also in release builds.
@Suite("Reads outside of a text", .serialized, .inTurn, .timeLimit(.minutes(1))) struct BytesBeyondTests {
    private static let text = String(repeating: "abcdefgh", count: 8)

    private static func view(_ read: (ByteView) -> UInt8) -> UInt8 { ByteView.read(text) { bytes, _ in read(bytes) } ?? 0 }

    @Test("Reads the first and the last byte") func ends() {
        #expect(Self.view { $0[0] } == UInt8(ascii: "a"))
        #expect(Self.view { $0[63] } == UInt8(ascii: "h"))
        #expect(Self.view { $0.block(at: 0)[0] } == UInt8(ascii: "a"))
        #expect(Self.view { $0.block(at: 48)[15] } == UInt8(ascii: "h"))
    }

    #if os(Linux) || os(macOS)
        @Test("Traps for a byte outside of the text", arguments: [-1, 64]) func byte(offset: Int) async {
            await #expect(processExitsWith: .failure) { [offset = offset as Int] in _ = Self.view { $0[offset] } }
        }

        @Test("Traps for a block that leaves the text", arguments: [-1, 49]) func block(offset: Int) async {
            await #expect(processExitsWith: .failure) { [offset = offset as Int] in _ = Self.view { $0.block(at: offset)[0] } }
        }
    #endif
}
