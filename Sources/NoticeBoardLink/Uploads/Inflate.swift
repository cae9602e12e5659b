import Foundation
import NoticeBoardBase

/// Decompresses a zlib stream (RFC 1950 and 1951): the texts and the color profile of a PNG.
struct Inflate {
    /// A Huffman code: the number of symbols of each length, and the symbols in order.
    private struct Code {
        private(set) var counts = [Int](repeating: 0, count: 16)
        let symbols: [Int]

        init(_ lengths: [Int]) {
            symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
            for symbol in symbols { counts[lengths[symbol]] += 1 }
        }
    }

    private let bytes: FileBytes
    private let limit: Int
    /// The next byte, after the stream's header.
    private var place = 2
    private var (bits, bitCount) = (0, 0)
    private var result: [UInt8] = []

    /// Returns the content of a stream; `nil` if it is invalid or longer than `limit`.
    static func content(of stream: Data, atMost limit: Int) -> Data? {
        var inflate = Self(bytes: FileBytes(stream), limit: limit)
        return try? inflate.content()
    }

    /// Returns a stream that holds data uncompressed.
    static func stream(of data: Data) -> Data {
        var result = Data([0x78, 0x01])
        var (first, second) = (UInt32(1), UInt32(0))
        for byte in data {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        for start in stride(from: 0, to: data.count, by: 65_535) {
            let block = data.dropFirst(start).prefix(65_535)
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            result.append(contentsOf: [start + block.count == data.count ? 1 : 0, low, high, ~low, ~high])
            result.append(block)
        }
        return result + FileBytes.word(second << 16 | first)
    }

    private init(bytes: FileBytes, limit: Int) { (self.bytes, self.limit) = (bytes, limit) }

    private mutating func content() throws(NoticeBoardError) -> Data {
        var isLast = false
        while !isLast {
            isLast = try number(1) == 1
            switch try number(2) {
            case 0: try copyBlock()
            case 1:
                let lengths = [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
                let rest = [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8)
                try readBlock(Code(lengths + rest), Code([Int](repeating: 5, count: 30)))
            case 2: try readCodesAndBlock()
            default: throw Self.invalid
            }
        }
        return Data(result)
    }

    private static let invalid = FileBytes.damaged("a compressed part is invalid")

    private mutating func number(_ count: Int) throws(NoticeBoardError) -> Int {
        while bitCount < count {
            guard let byte = bytes.byte(place) else { throw Self.invalid }
            bits |= Int(byte) << bitCount
            bitCount += 8
            place += 1
        }
        defer {
            bits >>= count
            bitCount -= count
        }
        return bits & (1 << count - 1)
    }

    private mutating func symbol(_ code: Code) throws(NoticeBoardError) -> Int {
        var (value, first, index) = (0, 0, 0)
        for count in code.counts.dropFirst() {
            value |= try number(1)
            if value < first + count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw Self.invalid
    }

    private mutating func copyBlock() throws(NoticeBoardError) {
        (bits, bitCount) = (0, 0)
        guard let length = bytes.number16(place, isLittle: true), place + 4 + length <= bytes.count,
            result.count + length <= limit
        else { throw Self.invalid }
        result.append(contentsOf: bytes[place + 4..<place + 4 + length])
        place += 4 + length
    }

    private mutating func readCodesAndBlock() throws(NoticeBoardError) {
        let (literals, distances, count) = (try number(5) + 257, try number(5) + 1, try number(4) + 4)
        var lengths = [Int](repeating: 0, count: 19)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        for index in order.prefix(count) { lengths[index] = try number(3) }
        let code = Code(lengths)
        lengths = []
        while lengths.count < literals + distances {
            let symbol = try symbol(code)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw Self.invalid }
                lengths += [Int](repeating: last, count: try number(2) + 3)
            case 17: lengths += [Int](repeating: 0, count: try number(3) + 3)
            case 18: lengths += [Int](repeating: 0, count: try number(7) + 11)
            default: lengths.append(symbol)
            }
        }
        guard lengths.count == literals + distances else { throw Self.invalid }
        try readBlock(Code(Array(lengths.prefix(literals))), Code(Array(lengths.suffix(distances))))
    }

    private mutating func readBlock(_ literals: Code, _ distances: Code) throws(NoticeBoardError) {
        while true {
            let literal = try symbol(literals)
            if literal == 256 { return }
            if literal < 256 {
                result.append(UInt8(literal))
            } else {
                let length = try count(literal - 257, group: 4, from: 3)
                let distance = try count(try symbol(distances), group: 2, from: 1)
                guard distance <= result.count else { throw Self.invalid }
                for _ in 0..<length { result.append(result[result.count - distance]) }
            }
            guard result.count <= limit else { throw Self.invalid }
        }
    }

    /// Returns a length or a distance: `group` symbols share a number of further bits, which grows by one.
    private mutating func count(_ symbol: Int, group: Int, from first: Int) throws(NoticeBoardError) -> Int {
        guard symbol < 30 else { throw Self.invalid }
        if group == 4, symbol == 28 { return 258 }
        guard symbol >= 2 * group else { return symbol + first }
        let extra = symbol / group - 1
        return (group + symbol % group) << extra + first + (try number(extra))
    }
}
