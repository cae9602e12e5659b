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
    /// The texts that may contain an orientation.
    private var texts: [Chunk] = []
    /// The size in pixels.
    let size: (width: Int, height: Int)

    static let beginning: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Throws `fileDamaged` if the picture is truncated, a chunk exceeds the file, or a necessary chunk is invalid.
    ///
    /// Other chunks with a wrong checksum are dropped, as decoders do.
    init(_ data: Data) throws(NoticeBoardError) {
        bytes = FileBytes(data)
        guard bytes.has(Self.beginning, at: 0) else { throw FileBytes.damaged("it does not begin as a PNG does") }
        guard bytes.has([0, 0, 0, 13] + Array("IHDR".utf8), at: 8), let width = bytes.number32(16),
            let height = bytes.number32(20), width > 0, height > 0
        else { throw FileBytes.damaged("it does not say how large it is") }
        size = (width, height)
        // A palette has at most three bytes for each value of a pixel.
        let colors = bytes.byte(25) == 3 ? min(3 << Int(bytes.byte(24) ?? 8), 768) : 768
        var (place, counts) = (8, [:] as [UInt32: Int])
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
            if type == Self.name("IEND") { break }
            if PNGText.isKnown(bytes[chunk.content]), texts.count < 16 { texts.append(chunk) }
            guard chunk.isCritical || Self.kept[type]?.contains(length) == true else { continue }
            guard chunks.count < 262_144 else { throw FileBytes.damaged("it has too many chunks") }
            if bytes.word(place - 4) == CRC32.of(bytes[chunk.summed]) {
                chunks.append(chunk)
                counts[type, default: 0] += 1
            } else if chunk.isCritical {
                throw FileBytes.damaged("a sum is wrong")
            }
            guard type != Self.name("PLTE") || length <= colors else { throw FileBytes.damaged("it has too many colors") }
        }
        guard counts[Self.name("IDAT")] != nil else { throw FileBytes.damaged("it has no picture") }
        guard counts[Self.name("IHDR")] == 1, counts[Self.name("PLTE"), default: 1] == 1 else {
            throw FileBytes.damaged("it says twice how large it is, or which colors it has")
        }
    }

    private static let critical = Set(["IHDR", "PLTE", "IDAT", "IEND"].map(name))

    /// The chunks that affect how pixels look or move, with their valid lengths: extra bytes could hide text.
    private static let kept: [UInt32: ClosedRange<Int>] = Dictionary(
        uniqueKeysWithValues: [
            ("tRNS", 1...256), ("cHRM", 32...32), ("gAMA", 4...4), ("iCCP", 3...Int(Int32.max)), ("sBIT", 1...4), ("sRGB", 1...1),
            ("cICP", 4...4), ("mDCV", 24...24), ("cLLI", 8...8), ("bKGD", 1...6), ("hIST", 2...512), ("pHYs", 9...9),
            ("acTL", 8...8), ("fcTL", 26...26), ("fdAT", 4...Int(Int32.max)), ("eXIf", 1...Int(Int32.max)),
        ].map { (name($0.0), $0.1) })

    private static func name(_ letters: String) -> UInt32 { letters.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

    /// Returns the picture without metadata (text, XMP, Exif, time) and trailing bytes.
    ///
    /// Orientation and colors stay.
    func stripped() -> Data {
        var result = Data(capacity: bytes.count)
        result.append(contentsOf: Self.beginning)
        let inExif = chunks.first { $0.type == Self.name("eXIf") }.flatMap { ExifOrientation.read(bytes[$0.content]) }
        let inTexts = texts.lazy.compactMap { chunk in
            PNGText.orientation(
                in: bytes[chunk.content], isCompressed: chunk.type == Self.name("zTXt"),
                isInternational: chunk.type == Self.name("iTXt"))
        }
        let orientation = inExif ?? inTexts.first ?? 1
        for chunk in chunks {
            switch chunk.type {
            case Self.name("eXIf"): continue
            case Self.name("iCCP"): appendProfile(chunk, to: &result)
            default: result.append(bytes[chunk.range])
            }
            guard chunk.type == Self.name("IHDR"), orientation != 1 else { continue }
            Self.append("eXIf", ExifOrientation.block(orientation), to: &result)
        }
        Self.append("IEND", Data(), to: &result)
        return result
    }

    /// Appends the colors of a profile under a neutral name: programs store the display's name there.
    private func appendProfile(_ chunk: Chunk, to result: inout Data) {
        let content = bytes[chunk.content]
        guard let end = content.firstIndex(of: 0), content.distance(from: content.startIndex, to: end) <= 79 else { return }
        let whole = Inflate.content(of: content[end...].dropFirst(2), atMost: ColorProfile.longest)
        guard let profile = whole.flatMap(ColorProfile.cleaned) else { return }
        Self.append("iCCP", Data("ICC profile\0\0".utf8) + Inflate.stream(of: profile), to: &result)
    }

    private static func append(_ name: String, _ content: Data, to result: inout Data) {
        let summed = Data(name.utf8) + content
        result += FileBytes.word(UInt32(content.count)) + summed + FileBytes.word(CRC32.of(summed))
    }
}
