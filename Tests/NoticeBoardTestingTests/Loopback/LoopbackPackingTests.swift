import NoticeBoardBase
import TestSupport
import Testing

@testable import NoticeBoardTesting

@Suite("Gzip and its checksum", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LoopbackPackingTests {
    private func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private let header = "1f8b08000000000000ff"

    @Test("Computes the checksums of RFC 1952") func checksums() {
        let sums = [[], [0x61], Array("123456789".utf8), [255], [128], [127], [254], Array(0...255)].map { CRC32.of($0) }
        #expect(
            sums == [
                0, 0xE8B7_BE43, 0xCBF4_3926, 0xFF00_0000, 0x3FBA_6CAD, 0x12B8_8320, 0x8807_3096, 0x2905_8C73,
            ])
    }

    @Test("Stores a body in blocks of up to 65,535 bytes") func stored() {
        #expect(hex(Gzip.stored([])) == header + "010000ffff" + "0000000000000000")
        #expect(hex(Gzip.stored([0x61])) == header + "010100feff61" + "43beb7e801000000")
        #expect(hex(Gzip.stored(Array("123456789".utf8))) == header + "010900f6ff313233343536373839" + "2639f4cb09000000")
        let body = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 >> 3) }
        let full = Gzip.stored(Array(body.dropLast()))
        #expect(full.count == 10 + 5 + 65_535 + 8)
        #expect(hex(full[10..<15]) == "01ffff0000")
        #expect(full[15..<65_550].elementsEqual(body.dropLast()))
        let over = Gzip.stored(body)
        #expect(over.count == 10 + 5 + 65_535 + 5 + 1 + 8)
        #expect(hex(over[10..<15]) == "00ffff0000")
        #expect(hex(over[65_550..<65_556]) == "010100feffff")
        #expect(hex(over.suffix(4)) == "00000100")
    }

    @Test("Encodes zeros in one block with dynamic codes") func packed() {
        let codes = header + "edc0810000000080a0fda917a9"
        let literals = String(repeating: "aa", count: 64)
        for (count, rest) in [
            (-1, "010000000000000000"), (0, "010000000000000000"), (1, "068def02d201000000"), (2, "1aff12d94102000000"),
            (3, "6a12d941ff03000000"), (258, literals + "1a9abf69ae02010000"), (259, "1868fc76c203010000"),
            (260, "621b70a99104010000"),
            (517, "6031187d5105020000"), (1291, "001847b6df570b050000"),
        ] {
            #expect(hex(Gzip.zeros(count: count)) == codes + rest, "\(count)")
        }
        #expect(hex(Gzip.zeros(count: 2049).suffix(12)) == "aa0a001874b944c501080000")
    }
}
