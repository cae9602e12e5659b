import NoticeBoardBase
import NoticeBoardTesting
import Testing

@Suite("CRC-32", .serialized, .inTurn, .timeLimit(.minutes(1))) struct CRC32Tests {
    /// The checksum bit by bit, as RFC 1952 defines it.
    private func bitwise(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : 0xEDB8_8320 ^ (sum >> 1) }
        }
        return ~sum
    }

    @Test("Returns the check value of the standard") func checkValue() {
        #expect(CRC32.of("123456789".utf8) == 0xCBF4_3926)
    }

    @Test("Returns zero for no bytes") func empty() {
        #expect(CRC32.of([]) == 0)
    }

    @Test("Equals the bitwise sum at every length and start", arguments: 0..<8) func lengths(start: Int) {
        let trials = RandomTrials()
        var random = trials.random
        let bytes = (0..<80).map { _ in UInt8(random.below(256)) }
        for end in start..<bytes.count {
            let piece = bytes[start..<end]
            #expect(CRC32.of(piece) == bitwise(piece), "\(trials), \(start)..<\(end)")
        }
    }

    @Test("Finds every changed bit in 64 bytes") func damage() {
        var bytes = [UInt8](0..<64)
        let sum = CRC32.of(bytes)
        for bit in 0..<512 {
            bytes[bit / 8] ^= 1 << (bit % 8)
            #expect(CRC32.of(bytes) != sum, "bit \(bit)")
            bytes[bit / 8] ^= 1 << (bit % 8)
        }
    }

    @Test("Sums bytes that are not contiguous") func pieces() {
        #expect(CRC32.of("123456789".utf8.lazy.map { $0 }) == 0xCBF4_3926)
    }
}
