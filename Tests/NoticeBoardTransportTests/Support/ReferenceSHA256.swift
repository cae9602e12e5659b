import Foundation

/// SHA-256 as defined in FIPS 180-4, to verify the certificate pins that openssl computes.
enum ReferenceSHA256 {
    static func hash(of data: Data) -> Data {
        var bytes = [UInt8](data)
        let bits = UInt64(bytes.count) * 8
        bytes.append(0x80)
        bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
        var state = initial
        for block in stride(from: 0, to: bytes.count, by: 64) { mix(bytes[block..<(block + 64)], into: &state) }
        return Data(state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } })
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        let start = block.startIndex
        var words = (0..<16).map { index in
            block[(start + 4 * index)..<(start + 4 * index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (old, recent) = (words[index - 15], words[index - 2])
            let first = turned(old, 7) ^ turned(old, 18) ^ old >> 3
            let second = turned(recent, 17) ^ turned(recent, 19) ^ recent >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var (a, b, c, d, e, f, g, h) = (state[0], state[1], state[2], state[3], state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = e & f ^ ~e & g
            let first = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[index] &+ words[index]
            let majority = a & b ^ a & c ^ b & c
            let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
            (a, b, c, d, e, f, g, h) = (first &+ second, a, b, c, d &+ first, e, f, g)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    /// The first 32 bits of the fractional parts of the primes' square roots, and of their cube roots.
    private static let initial = primes.prefix(8).map {
        UInt32(Double($0).squareRoot().truncatingRemainder(dividingBy: 1) * 0x1p32)
    }
    private static let constants = primes.map { UInt32(cbrt(Double($0)).truncatingRemainder(dividingBy: 1) * 0x1p32) }
}
