import Foundation
import NoticeBoardBase

/// A PNG picture, taken apart into its chunks as far as the end of the picture; nothing of it is unpacked.
struct PNGPicture {
    private struct Chunk {
        let type: UInt32
        let range: Range<Int>
        /// What its sum is of: its name, four bytes, and what it contains.
        var summed: Range<Int> { range.lowerBound + 4..<range.upperBound - 4 }
        /// A reader that does not know it cannot show the picture.
        var isCritical: Bool { type & 0x2000_0000 == 0 }
        /// Four letters.
        var hasName: Bool { [24, 16, 8, 0].allSatisfy { 0x41...0x5A ~= (type >> $0) & 0xDF } }
    }

    private let bytes: FileBytes
    private var chunks: [Chunk] = []
    /// How many pixels it is wide and high.
    let size: (width: Int, height: Int)

    static let beginning: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Throws `fileDamaged` where it breaks off before its end, a chunk is longer than the file, or a sum is wrong.
    init(_ data: Data) throws(NoticeBoardError) {
        bytes = FileBytes(data)
        guard bytes.has(Self.beginning, at: 0) else { throw FileBytes.damaged("it does not begin as a PNG does") }
        guard bytes.has([0, 0, 0, 13] + Array("IHDR".utf8), at: 8), let width = bytes.number32(16),
            let height = bytes.number32(20), width > 0, height > 0
        else { throw FileBytes.damaged("it does not say how large it is") }
        size = (width, height)
        var (place, hasData) = (8, false)
        while true {
            guard let length = bytes.number32(place), length <= bytes.count - place - 12,
                let type = bytes.word(place + 4)
            else {
                throw FileBytes.damaged("a chunk is longer than the file")
            }
            let chunk = Chunk(type: type, range: place..<place + 12 + length)
            guard chunk.hasName else { throw FileBytes.damaged("a chunk has no name") }
            place = chunk.range.upperBound
            // What goes anyway may be as it likes.
            if chunk.isCritical || Self.kept.contains(type) {
                let sum = CRC32.of(bytes[chunk.summed])
                guard bytes.word(place - 4) == sum else { throw FileBytes.damaged("a sum is wrong") }
                guard chunks.count < 262_144 else { throw FileBytes.damaged("it has too many chunks") }
                chunks.append(chunk)
            }
            if type == Self.name("IDAT") { hasData = true }
            if type == Self.name("IEND") { break }
        }
        guard hasData else { throw FileBytes.damaged("it has no picture") }
    }

    /// What changes how the pixels look, beside what every reader must know, and how the pictures of a moving one follow.
    private static let kept = Set(
        [
            "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD", "hIST", "pHYs", "acTL", "fcTL",
            "fdAT", "eXIf",
        ].map(name))

    private static func name(_ letters: String) -> UInt32 { letters.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    /// The same picture without anything that was written into it beside the picture: no text, XMP, Exif, time, and nothing
    /// behind its end; which way up it is, and its colours, stay.
    func stripped() -> Data {
        var result = Data(capacity: bytes.count)
        result.append(contentsOf: Self.beginning)
        for chunk in chunks {
            guard chunk.type == Self.name("eXIf") else {
                result.append(bytes[chunk.range])
                continue
            }
            guard let orientation = ExifOrientation.read(bytes[chunk.summed.dropFirst(4)]), orientation != 1 else { continue }
            let content = Data("eXIf".utf8) + ExifOrientation.block(orientation)
            Self.append(UInt32(content.count - 4), to: &result)
            result.append(content)
            Self.append(CRC32.of(content), to: &result)
        }
        return result
    }

    private static func append(_ number: UInt32, to result: inout Data) {
        for shift in [24, 16, 8, 0] as [UInt32] { result.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
