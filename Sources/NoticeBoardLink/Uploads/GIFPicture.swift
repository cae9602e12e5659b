import Foundation
import NoticeBoardBase

/// A GIF picture, split into its blocks up to its end, without decompressing it.
struct GIFPicture {
    private let bytes: FileBytes
    /// The parts to send, in order: the header with its colors, the images, and their control blocks.
    private var kept: [Data] = []

    /// Whether the end marker is present; some programs omit it, and every decoder accepts that.
    private(set) var isEnded = false

    /// The signatures of both GIF versions.
    static let beginnings = ["GIF87a", "GIF89a"]

    /// Parses the blocks.
    ///
    /// Throws `fileDamaged` if the picture ends within a block or before its first image.
    ///
    /// Bytes between blocks are skipped, as decoders do, and are not kept.
    init(_ data: Data) throws(NoticeBoardError) {
        bytes = FileBytes(data)
        guard Self.beginnings.contains(where: { bytes.has($0.utf8, at: 0) }), let colours = bytes.byte(10) else {
            throw FileBytes.damaged("it does not begin as a GIF does")
        }
        var place = 13 + Self.colours(colours)
        var hasPicture = false
        // A control block belongs to the image that follows it.
        var awaitsPicture = false
        guard place <= bytes.count else { throw FileBytes.damaged("it breaks off") }
        kept.append(bytes[0..<place])
        while true {
            let start = place
            // Long animations have a few thousand blocks; each takes memory.
            guard kept.count < 262_144 else { throw FileBytes.damaged("it has too many blocks") }
            switch bytes.byte(place) {
            case 0x3B where hasPicture:
                isEnded = true
                return
            case nil where hasPicture && !awaitsPicture: return
            case nil: throw FileBytes.damaged("it breaks off")
            case 0x2C:
                guard let colours = bytes.byte(place + 9) else { throw FileBytes.damaged("it breaks off") }
                // The color table is followed by the LZW code size.
                place = try end(from: place + 10 + Self.colours(colours) + 1)
                hasPicture = true
                awaitsPicture = false
                kept.append(bytes[start..<place])
            case 0x21:
                place = try end(from: place + 2)
                if let part = part(start..<place) { kept.append(part) }
                if bytes.byte(start + 1) == 0xF9 { awaitsPicture = true }
            default: place += 1
            }
        }
    }

    /// Returns the size in bytes of the color table that a flag byte announces; 0 if there is none.
    private static func colours(_ byte: UInt8) -> Int { byte & 0x80 == 0 ? 0 : 3 << (Int(byte & 7) + 1) }

    /// Returns the end of a chain of length-prefixed sub-blocks; an empty one ends the chain.
    private func end(from start: Int) throws(NoticeBoardError) -> Int {
        var place = start
        while let length = bytes.byte(place) {
            place += 1 + Int(length)
            if length == 0 { return place }
        }
        throw FileBytes.damaged("it breaks off")
    }

    /// Returns the part to keep of an extension block: frame timing, loop count, color profile.
    ///
    /// Comments, XMP, plain-text and application data are dropped.
    private func part(_ block: Range<Int>) -> Data? {
        let start = block.lowerBound
        switch bytes.byte(start + 1) {
        case 0xF9: return bytes.byte(start + 2) == 4 && block.count == 8 ? bytes[block] : nil
        case 0xFF where bytes.has([11] + Array("ICCRGBG1012".utf8), at: start + 2): return profile(block)
        case 0xFF where Self.loops.contains { bytes.has([11] + Array($0.utf8), at: start + 2) }:
            // The loop count of an animation: the block's name and two bytes.
            return bytes.has([3, 1], at: start + 14) ? bytes[start..<start + 18] + [0] : nil
        default: return nil
        }
    }

    /// Returns the block of a color profile, which is divided into pieces of at most 255 bytes.
    private func profile(_ block: Range<Int>) -> Data? {
        var (whole, place) = (Data(), block.lowerBound + 14)
        while let length = bytes.byte(place), length > 0 {
            whole += bytes[place + 1..<place + 1 + Int(length)]
            place += 1 + Int(length)
        }
        guard let profile = ColorProfile.cleaned(whole) else { return nil }
        var result = bytes[block.lowerBound..<block.lowerBound + 14]
        for start in stride(from: 0, to: profile.count, by: 255) {
            let piece = profile.dropFirst(start).prefix(255)
            result.append(UInt8(piece.count))
            result.append(piece)
        }
        return result + [0]
    }

    private static let loops = ["NETSCAPE2.0", "ANIMEXTS1.0"]

    /// Returns the picture without metadata and without trailing bytes.
    func stripped() -> Data {
        var result = Data(capacity: bytes.count)
        for part in kept { result.append(part) }
        result.append(0x3B)
        return result
    }
}
