import Foundation
import NoticeBoardBase

/// A GIF picture, taken apart into its blocks as far as the end of the picture; nothing of it is unpacked.
struct GIFPicture {
    private let bytes: FileBytes
    /// The parts that are sent, in order: the header with its colors, the pictures, and the blocks that control them.
    private var kept: [Part] = []

    private enum Part {
        case bytes(Range<Int>)
        /// How often a moving picture is repeated: the name of the block, and two bytes.
        case loop(Range<Int>)
    }

    /// Whether its end is there; some programs leave it out, and every reader shows the picture all the same.
    private(set) var isEnded = false

    /// How a GIF begins, in its two versions.
    static let beginnings = ["GIF87a", "GIF89a"]

    /// Reads the blocks.
    ///
    /// Throws `fileDamaged` if the picture breaks off within a block or before its first picture.
    ///
    /// Bytes between blocks are skipped, as decoders do, and are not kept.
    init(_ data: Data) throws(NoticeBoardError) {
        bytes = FileBytes(data)
        guard Self.beginnings.contains(where: { bytes.has($0.utf8, at: 0) }), let colours = bytes.byte(10) else {
            throw FileBytes.damaged("it does not begin as a GIF does")
        }
        var place = 13 + Self.colours(colours)
        var hasPicture = false
        // A control block belongs to the picture behind it.
        var awaitsPicture = false
        kept.append(.bytes(0..<place))
        while true {
            let start = place
            // A picture of many pictures has some thousands; each is remembered.
            guard kept.count < 262_144 else { throw FileBytes.damaged("it has too many blocks") }
            switch bytes.byte(place) {
            case 0x3B where hasPicture:
                isEnded = true
                return
            case nil where hasPicture && !awaitsPicture: return
            case nil: throw FileBytes.damaged("it breaks off")
            case 0x2C:
                guard let colours = bytes.byte(place + 9) else { throw FileBytes.damaged("it breaks off") }
                // Behind its colours stands how long its codes are.
                place = try end(from: place + 10 + Self.colours(colours) + 1)
                hasPicture = true
                awaitsPicture = false
                kept.append(.bytes(start..<place))
            case 0x21:
                place = try end(from: place + 2)
                if let part = part(start..<place) { kept.append(part) }
                if bytes.byte(start + 1) == 0xF9 { awaitsPicture = true }
            default: place += 1
            }
        }
    }

    /// How many bytes a table of colours has whose size stands in the last bits of a byte, if there is one.
    private static func colours(_ byte: UInt8) -> Int { byte & 0x80 == 0 ? 0 : 3 << (Int(byte & 7) + 1) }

    /// Where a row of pieces ends, each of which says how long it is; the last one is empty.
    private func end(from start: Int) throws(NoticeBoardError) -> Int {
        var place = start
        while let length = bytes.byte(place) {
            place += 1 + Int(length)
            if length == 0 { return place }
        }
        throw FileBytes.damaged("it breaks off")
    }

    /// Returns what is kept of an extension block: how long a picture is shown, how often all are, their colors.
    ///
    /// Comments, XMP, texts that no program shows and data of programs are not kept.
    private func part(_ block: Range<Int>) -> Part? {
        let start = block.lowerBound
        switch bytes.byte(start + 1) {
        case 0xF9: return bytes.byte(start + 2) == 4 && block.count == 8 ? .bytes(block) : nil
        case 0xFF where bytes.has([11] + Array("ICCRGBG1012".utf8), at: start + 2): return .bytes(block)
        case 0xFF where Self.loops.contains { bytes.has([11] + Array($0.utf8), at: start + 2) }:
            return bytes.has([3, 1], at: start + 14) ? .loop(start..<start + 18) : nil
        default: return nil
        }
    }

    private static let loops = ["NETSCAPE2.0", "ANIMEXTS1.0"]

    /// The same picture without anything that was written into it beside the picture, and nothing behind its end.
    func stripped() -> Data {
        var result = Data(capacity: bytes.count)
        for part in kept {
            switch part {
            case .bytes(let range): result.append(bytes[range])
            case .loop(let range):
                result.append(bytes[range])
                result.append(0)
            }
        }
        result.append(0x3B)
        return result
    }
}
