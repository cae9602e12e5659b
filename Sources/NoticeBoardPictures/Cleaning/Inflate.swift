import Foundation

/// Decompresses a zlib stream (RFC 1950 and 1951): the texts and the color profile of a PNG.
struct Inflate {
    /// A Huffman code: the number of symbols of each length, and the symbols in order.
    private struct Code {
        private(set) var counts = [Int](repeating: 0, count: 16)
        let symbols: [Int]

        init(_ lengths: some Collection<Int>) {
            let lengths = Array(lengths)
            symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
            for symbol in symbols { counts[lengths[symbol]] += 1 }
        }
    }

    private struct Invalid: Error {}

    private static let fixedLiterals: Code = {
        let groups = [(8, 144), (9, 112), (7, 24), (8, 8)]
        return Code(groups.flatMap { length, count in [Int](repeating: length, count: count) })
    }()
    private static let fixedDistances = Code([Int](repeating: 5, count: 30))

    private let bytes: [UInt8]
    private let limit: Int
    /// The next bit, after the stream's header.
    private var offset = 16
    private var result: [UInt8] = []
    /// How many more blocks are read: a block without content takes time, but adds nothing that counts toward `limit`.
    private var blocksLeft: Int

    private init(_ stream: Data, _ limit: Int) {
        bytes = Array(stream)
        self.limit = limit
        blocksLeft = 16 + limit / 1_024
    }

    /// Returns the content of a stream; `nil` if it is invalid, longer than `limit`, or divided into too many blocks.
    static func content(of stream: Data, atMost limit: Int) -> Data? {
        var inflate = Self(stream, limit)
        do {
            while try !inflate.readBlock() {}
            return Data(inflate.result)
        } catch { return nil }
    }

    /// Returns a stream that holds data uncompressed.
    static func stream(of data: Data) -> Data {
        var result = Data([0x78, 0x01])
        var first = UInt32(1)
        var second = UInt32(0)
        for byte in data {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        for start in stride(from: 0, to: data.count, by: 65_535) {
            let block = data.dropFirst(start).prefix(65_535)
            let low = UInt8(block.count & 0xFF)
            let high = UInt8(block.count >> 8)
            result += [start + block.count == data.count ? 1 : 0, low, high, ~low, ~high] + block
        }
        return result + FileBytes.word(second << 16 | first)
    }

    private mutating func number(_ count: Int) throws -> Int {
        guard offset + count <= bytes.count * 8 else { throw Invalid() }
        defer { offset += count }
        return (0..<count).reduce(0) { $0 | Int(bytes[(offset + $1) >> 3] >> UInt8((offset + $1) & 7) & 1) << $1 }
    }

    private mutating func append(_ byte: UInt8) throws {
        guard result.count < limit else { throw Invalid() }
        result.append(byte)
    }

    /// Reads a block, and returns whether it is the last one.
    private mutating func readBlock() throws -> Bool {
        guard blocksLeft > 0 else { throw Invalid() }
        blocksLeft -= 1
        let isLast = try number(1) == 1
        switch try number(2) {
        case 0:
            // The length follows at the next whole byte, and again with inverted bits.
            offset = (offset + 7) & ~7
            let length = try number(16)
            _ = try number(16)
            for _ in 0..<length { try append(UInt8(try number(8))) }
        case 1: try readSymbols(Self.fixedLiterals, Self.fixedDistances)
        case 2: try readCodesAndSymbols()
        default: throw Invalid()
        }
        return isLast
    }

    private mutating func symbol(_ code: Code) throws -> Int {
        var value = 0
        var first = 0
        var index = 0
        for count in code.counts.dropFirst() {
            value |= try number(1)
            if value < first + count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Invalid()
    }

    private mutating func readCodesAndSymbols() throws {
        let literals = try number(5) + 257
        let distances = try number(5) + 1
        let count = try number(4) + 4
        var lengths = [Int](repeating: 0, count: 19)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        for index in order.prefix(count) { lengths[index] = try number(3) }
        let code = Code(lengths)
        lengths = []
        while lengths.count < literals + distances {
            let symbol = try symbol(code)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw Invalid() }
                lengths += [Int](repeating: last, count: try number(2) + 3)
            case 17: lengths += [Int](repeating: 0, count: try number(3) + 3)
            case 18: lengths += [Int](repeating: 0, count: try number(7) + 11)
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == literals + distances else { throw Invalid() }
        try readSymbols(Code(lengths.prefix(literals)), Code(lengths.suffix(distances)))
    }

    private mutating func readSymbols(_ literals: Code, _ distances: Code) throws {
        while true {
            let literal = try symbol(literals)
            if literal == 256 { return }
            if literal < 256 {
                try append(UInt8(literal))
            } else {
                let length = literal == 285 ? 258 : try count(literal - 257, group: 4, from: 3)
                let distance = try count(try symbol(distances), group: 2, from: 1)
                guard distance <= result.count else { throw Invalid() }
                for _ in 0..<length { try append(result[result.count - distance]) }
            }
        }
    }

    /// Returns a length or a distance: `group` symbols share a number of further bits, which grows by one.
    private mutating func count(_ symbol: Int, group: Int, from first: Int) throws -> Int {
        guard symbol < 30 else { throw Invalid() }
        guard symbol >= 2 * group else { return symbol + first }
        let extra = symbol / group - 1
        return (group + symbol % group) << extra + first + (try number(extra))
    }
}
