import Foundation
import NoticeBoardBase

/// A JPEG picture, cleaned segment by segment up to its end, without decoding it.
struct JPEGPicture {
    private let bytes: FileBytes
    /// The picture without metadata (Exif, XMP, IPTC, location, thumbnail, comments) and trailing bytes.
    ///
    /// Orientation and colors stay.
    private(set) var cleaned = Data([0xFF, 0xD8])
    /// The size in pixels; the height is 0 if it follows the first scan.
    private(set) var size = (width: 0, height: 0)
    /// Whether the end marker is present: every viewer shows a picture without it.
    private(set) var isEnded = false
    private var hasScan = false
    /// Whether restart markers divide the scans, behind which decoders find their way again.
    private var hasRestarts = false
    /// The orientation in an Exif segment.
    private var inExif: Int?
    /// The orientation in an XMP packet.
    private var inXMP: Int?
    /// The parts of the color profile, each with its number and count first.
    private var profileParts: [Data] = []
    /// The offset of the color profile in the cleaned picture.
    private var profileOffset = 2
    /// The offset of the orientation in the cleaned picture.
    private var orientationOffset = 2

    static let beginning: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Reads the segments.
    ///
    /// Throws `fileDamaged` if the picture is invalid before its first scan. As in decoders, invalid data after a scan end the
    /// picture, and bytes between segments are skipped and not kept. In a scan with restart markers an invalid marker ends only
    /// the data up to the next restart, which are not kept either.
    init(_ data: Data) throws(NoticeBoardError) {
        bytes = FileBytes(data)
        guard bytes.has(Self.beginning, at: 0) else { throw FileBytes.damaged("it does not begin as a JPEG does") }
        do throws(NoticeBoardError) { try readSegments() } catch { guard size.width > 0, hasScan else { throw error } }
        // The profile first: it never comes before the orientation.
        cleaned.insert(contentsOf: profile, at: profileOffset)
        if let orientation = inExif ?? inXMP, orientation != 1 {
            let block = Self.segment(0xE1, Data(Self.exif) + ExifOrientation.block(orientation))
            cleaned.insert(contentsOf: block, at: orientationOffset)
        }
        cleaned += [0xFF, 0xD9]
    }

    private mutating func readSegments() throws(NoticeBoardError) {
        var offset = 2
        while let start = bytes.next(0xFF, from: offset) {
            offset = start + 1
            // Any number of 0xFF fill bytes may precede a marker.
            while bytes.byte(offset) == 0xFF { offset += 1 }
            guard let marker = bytes.byte(offset) else { break }
            offset += 1
            switch marker {
            // A stuffed zero or a restart marker outside a scan is stray, too.
            case 0x00, 0x01, 0xD0...0xD7: continue
            case 0xD9:
                guard hasScan, size.width > 0 else { throw FileBytes.damaged("it has no picture") }
                isEnded = true
                return
            case 0x02...0xBF, 0xD8: throw FileBytes.damaged("a marker that cannot stand here")
            default:
                guard let length = bytes.number(offset, bytes: 2), length >= 2, offset + length <= bytes.count else {
                    throw FileBytes.damaged("a segment is longer than the file")
                }
                let content = offset + 2..<offset + length
                if Self.frames.contains(marker) { try readSize(content) }
                if marker == 0xDD { hasRestarts = content.count == 2 && bytes.number(content.lowerBound, bytes: 2) != 0 }
                offset = content.upperBound
                guard marker == 0xDA else {
                    keep(marker, bytes[content])
                    continue
                }
                let scan = try scan(from: offset)
                keep(marker, bytes[content])
                for part in scan.parts { cleaned += bytes[part] }
                offset = scan.end
            }
        }
        throw FileBytes.damaged("it breaks off")
    }

    /// The frame headers, which contain the size.
    private static let frames: Set<UInt8> = Set(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])

    private mutating func readSize(_ frame: Range<Int>) throws(NoticeBoardError) {
        let start = frame.lowerBound
        guard size.width == 0, frame.count >= 6, let height = bytes.number(start + 1, bytes: 2),
            let width = bytes.number(start + 3, bytes: 2), width > 0
        else { throw FileBytes.damaged("it says twice, or not at all, how large it is") }
        size = (width, height)
    }

    /// Returns the compressed data, which end at the next marker other than a stuffed zero or a restart, or with the file.
    private mutating func scan(from start: Int) throws(NoticeBoardError) -> (parts: [Range<Int>], end: Int) {
        guard start < bytes.count else { throw FileBytes.damaged("it breaks off within the picture") }
        var parts: [Range<Int>] = []
        // The part that is being read; `nil` behind an invalid marker.
        var part: Int? = start
        var offset = start
        var end = bytes.count
        while end == bytes.count, let found = bytes.next(0xFF, from: offset), let next = bytes.byte(found + 1) {
            offset = found + 2
            switch next {
            case 0x00: break
            case 0xD0...0xD7: part = part ?? found
            case 0xFF: offset = found + 1
            case 0x01...0xBF where hasRestarts:
                if let start = part { parts.append(start..<found) }
                part = nil
            default: end = found
            }
        }
        if let start = part { parts.append(start..<end) }
        guard end > start else { throw FileBytes.damaged("it breaks off within the picture") }
        hasScan = true
        return (parts, end)
    }

    private static let exif = Array("Exif\0\0".utf8)
    private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let profile = Array("ICC_PROFILE\0".utf8)

    private static func segment(_ marker: UInt8, _ content: Data) -> Data {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    /// Appends a segment without its metadata, or reads its orientation or profile.
    private mutating func keep(_ marker: UInt8, _ content: Data) {
        switch marker {
        case 0xE0:
            // Keeps JFIF version and density; its thumbnail may show parts that were cropped later.
            guard content.starts(with: "JFIF\0".utf8), content.count >= 14 else { return }
            let isFirst = cleaned.count == 2
            cleaned += Self.segment(marker, content.prefix(12) + [0, 0])
            // Decoders expect the orientation first, or after the JFIF header if there is one.
            if isFirst { orientationOffset = cleaned.count }
        case 0xE1 where content.starts(with: Self.exif):
            inExif = inExif ?? ExifOrientation.read(content.dropFirst(Self.exif.count))
        case 0xE1 where content.starts(with: Self.xmp): inXMP = inXMP ?? ExifOrientation.read(xmp: content)
        case 0xE2 where content.starts(with: Self.profile) && content.count > 14:
            if profileParts.isEmpty { profileOffset = cleaned.count }
            profileParts.append(content.dropFirst(Self.profile.count))
        // Names the color space: without it, Adobe's CMYK pictures appear inverted. It has twelve bytes.
        case 0xEE where content.starts(with: "Adobe".utf8) && content.count >= 12:
            cleaned += Self.segment(marker, content.prefix(12))
        // Application data, comments, and markers that decoders ignore.
        case 0xE1...0xEF, 0xFE, 0xC8, 0xDE...0xDF, 0xF0...0xFD: return
        default: cleaned += Self.segment(marker, content)
        }
    }

    /// The segments of the cleaned color profile, which begin with their number and count.
    private var profile: Data {
        let parts = profileParts.sorted { $0[$0.startIndex] < $1[$1.startIndex] }
        let whole = parts.reduce(into: Data()) { $0 += $1.dropFirst(2) }
        guard let profile = ColorProfile.cleaned(whole) else { return Data() }
        let most = 65_519
        let count = UInt8((profile.count + most - 1) / most)
        return stride(from: 0, to: profile.count, by: most).reduce(into: Data()) { result, start in
            let head = Self.profile + [UInt8(start / most + 1), count]
            result += Self.segment(0xE2, head + profile.dropFirst(start).prefix(most))
        }
    }
}
