import Foundation
import NoticeBoardBase

/// A GIF picture, taken apart into its blocks as far as the end of the picture; nothing of it is unpacked.
struct GIFPicture {
    private let bytes: FileBytes
    /// The parts that are sent, in order: the head with its colours, pictures, and what tells how they follow one another.
    private var kept: [Range<Int>] = []

    /// Whether its end is there; some programs leave it out, and every reader shows the picture all the same.
    private(set) var isEnded = false

    /// How a GIF begins, in its two versions.
    static let beginnings = ["GIF87a", "GIF89a"]

    /// Throws `fileDamaged` where it breaks off within a block, before its first picture, or a block cannot be.
    init(_ data: Data) throws(NoticeBoardError) {
        bytes = FileBytes(data)
        guard Self.beginnings.contains(where: { bytes.has($0.utf8, at: 0) }), let colours = bytes.byte(10) else {
            throw FileBytes.damaged("it does not begin as a GIF does")
        }
        var (place, hasPicture) = (13 + Self.colours(colours), false)
        kept.append(0..<place)
        while true {
            let start = place
            // A picture of many pictures has some thousands; each is remembered.
            guard kept.count < 262_144 else { throw FileBytes.damaged("it has too many blocks") }
            switch bytes.byte(place) {
            case 0x3B where hasPicture:
                isEnded = true
                return
            case nil where hasPicture: return
            case 0x2C:
                guard let colours = bytes.byte(place + 9) else { throw FileBytes.damaged("it breaks off") }
                // Behind its colours stands how long its codes are.
                place = try end(from: place + 10 + Self.colours(colours) + 1)
                hasPicture = true
                kept.append(start..<place)
            case 0x21:
                place = try end(from: place + 2)
                if isKept(start) { kept.append(start..<place) }
            default: throw FileBytes.damaged("no block where one belongs")
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

    /// Whether a block changes how the pictures look: how long each is shown, how often all are, their colours.
    ///
    /// Comments, XMP and what programs leave for themselves do not.
    private func isKept(_ start: Int) -> Bool {
        switch bytes.byte(start + 1) {
        case 0xF9, 0x01: true
        case 0xFF: ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"].contains { bytes.has([11] + Array($0.utf8), at: start + 2) }
        default: false
        }
    }

    /// The same picture without anything that was written into it beside the picture, and nothing behind its end.
    func stripped() -> Data {
        var result = Data(capacity: kept.reduce(1) { $0 + $1.count })
        for range in kept { result.append(bytes[range]) }
        result.append(0x3B)
        return result
    }
}
