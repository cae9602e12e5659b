import Foundation
import NoticeBoardBase

/// A GIF picture, cleaned block by block up to its end, without decompressing it.
struct GIFPicture {
    private let bytes: FileBytes
    /// The picture without metadata and without trailing bytes: its colors, its images and their control blocks.
    private(set) var cleaned = Data()
    /// Whether the end marker is present; some programs omit it, and every decoder accepts that.
    private(set) var isEnded = false

    /// Reads the blocks.
    ///
    /// Throws `fileDamaged` if the picture ends within a block or before its first image.
    ///
    /// Bytes between blocks are skipped, as decoders do, and are not kept.
    init(_ data: Data) throws(NoticeBoardError) {
        bytes = FileBytes(data)
        guard bytes.has("GIF87a".utf8, at: 0) || bytes.has("GIF89a".utf8, at: 0), let flags = bytes.byte(10) else {
            throw FileBytes.damaged("it does not begin as a GIF does")
        }
        var offset = 13 + Self.colors(flags)
        guard offset <= bytes.count else { throw Self.breaksOff }
        cleaned = bytes[0..<offset]
        // A control block belongs to the image that follows it.
        var hasPicture = false
        var awaitsPicture = false
        while let kind = bytes.byte(offset), kind != 0x3B || !hasPicture {
            let start = offset
            switch kind {
            case 0x2C:
                guard let flags = bytes.byte(offset + 9) else { throw Self.breaksOff }
                // The color table is followed by the LZW code size.
                offset = try end(from: offset + 10 + Self.colors(flags) + 1)
                hasPicture = true
                awaitsPicture = false
                cleaned += bytes[start..<offset]
            case 0x21:
                offset = try end(from: offset + 2)
                cleaned += kept(start..<offset)
                if bytes.byte(start + 1) == 0xF9 { awaitsPicture = true }
            default: offset += 1
            }
        }
        isEnded = offset < bytes.count
        guard isEnded || hasPicture && !awaitsPicture else { throw Self.breaksOff }
        cleaned.append(0x3B)
    }

    private static let breaksOff = FileBytes.damaged("it breaks off")

    /// Returns the size in bytes of the color table that a flag byte announces; 0 if there is none.
    private static func colors(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

    /// Returns the end of a chain of length-prefixed sub-blocks; an empty one ends the chain.
    private func end(from start: Int) throws(NoticeBoardError) -> Int {
        var offset = start
        while let length = bytes.byte(offset) {
            offset += 1 + Int(length)
            if length == 0 { return offset }
        }
        throw Self.breaksOff
    }

    /// Returns the parts of an extension block to keep: frame timing and loop count.
    ///
    /// Comments, XMP, plain-text and application data are dropped, and a color profile, which no browser reads.
    private func kept(_ block: Range<Int>) -> Data {
        let start = block.lowerBound
        if bytes.has([0xF9, 4], at: start + 1), block.count == 8 { return bytes[block] }
        // The loop count of an animation: the block's name and two bytes.
        let hasLoops = ["NETSCAPE2.0", "ANIMEXTS1.0"].contains {
            bytes.has([0xFF, 11] + Array($0.utf8) + [3, 1], at: start + 1)
        }
        return hasLoops ? bytes[start..<start + 18] + [0] : Data()
    }
}
