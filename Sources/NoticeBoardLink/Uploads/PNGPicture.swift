import Foundation
import NoticeBoardBase

/// A PNG picture, split into its chunks up to its end, without decompressing it.
struct PNGPicture {
    private struct Chunk {
        let type: UInt32
        let range: Range<Int>
        /// The bytes covered by the checksum: type and content.
        var summed: Range<Int> { range.lowerBound + 4..<range.upperBound - 4 }
        /// The content, without length, type and checksum.
        var content: Range<Int> { range.lowerBound + 8..<range.upperBound - 4 }
        /// Whether a decoder must know the chunk to show the picture.
        var isCritical: Bool { type & 0x2000_0000 == 0 }
        /// Four ASCII letters.
        var hasName: Bool { [24, 16, 8, 0].allSatisfy { 0x41...0x5A ~= (type >> $0) & 0xDF } }
    }

    private let bytes: FileBytes
    private var chunks: [Chunk] = []
    /// The XMP packets, which may contain an orientation.
    private var xmp: [Range<Int>] = []
    /// The size in pixels.
    let size: (width: Int, height: Int)

    static let beginning: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Throws `fileDamaged` if the picture is truncated, a chunk exceeds the file, or a checksum is wrong.
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
            // Decoders refuse a picture with an unknown critical chunk.
            guard !chunk.isCritical || Self.critical.contains(type) else { throw FileBytes.damaged("a chunk is unknown") }
            // Chunks that are removed are not checked.
            if type == Self.name("iTXt"), Self.isXMP(bytes[chunk.content]) { xmp.append(chunk.content) }
            if chunk.isCritical || Self.kept[type]?.contains(length) == true {
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

    private static let critical = Set(["IHDR", "PLTE", "IDAT", "IEND"].map(name))

    /// The chunks that affect how pixels look or move, with their valid lengths: extra bytes could hide text.
    private static let kept: [UInt32: ClosedRange<Int>] = Dictionary(
        uniqueKeysWithValues: [
            ("tRNS", 1...256), ("cHRM", 32...32), ("gAMA", 4...4), ("iCCP", 3...Int(Int32.max)), ("sBIT", 1...4), ("sRGB", 1...1),
            ("cICP", 4...4), ("mDCV", 24...24), ("cLLI", 8...8), ("bKGD", 1...6), ("hIST", 2...512), ("pHYs", 9...9),
            ("acTL", 8...8), ("fcTL", 26...26), ("fdAT", 4...Int(Int32.max)), ("eXIf", 1...Int(Int32.max)),
        ].map { (name($0.0), $0.1) })

    /// Whether the content of an `iTXt` chunk is an uncompressed XMP packet.
    private static func isXMP(_ content: Data) -> Bool { content.starts(with: Data("XML:com.adobe.xmp\0\0\0".utf8)) }

    private static func name(_ letters: String) -> UInt32 { letters.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    /// Returns the picture without metadata (text, XMP, Exif, time) and trailing bytes.
    ///
    /// Orientation and colors stay.
    func stripped() -> Data {
        var result = Data(capacity: bytes.count)
        result.append(contentsOf: Self.beginning)
        let inExif = chunks.first { $0.type == Self.name("eXIf") }.flatMap { ExifOrientation.read(bytes[$0.content]) }
        let orientation = inExif ?? xmp.lazy.compactMap { ExifOrientation.read(xmp: bytes[$0]) }.first ?? 1
        for chunk in chunks {
            switch chunk.type {
            case Self.name("eXIf"): continue
            case Self.name("iCCP"): appendProfile(chunk, to: &result)
            default: result.append(bytes[chunk.range])
            }
            guard chunk.type == Self.name("IHDR"), orientation != 1 else { continue }
            Self.append("eXIf", ExifOrientation.block(orientation), to: &result)
        }
        return result
    }

    /// Appends a color profile under a neutral name: programs store the display's name there.
    private func appendProfile(_ chunk: Chunk, to result: inout Data) {
        let content = bytes[chunk.content]
        guard let end = content.firstIndex(of: 0), content.distance(from: content.startIndex, to: end) <= 79 else { return }
        Self.append("iCCP", Data("ICC profile".utf8) + content[end...], to: &result)
    }

    private static func append(_ name: String, _ content: Data, to result: inout Data) {
        append(UInt32(content.count), to: &result)
        let summed = Data(name.utf8) + content
        result.append(summed)
        append(CRC32.of(summed), to: &result)
    }

    private static func append(_ number: UInt32, to result: inout Data) {
        for shift in [24, 16, 8, 0] as [UInt32] { result.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}
