import Foundation
import NoticeBoardBase

/// A JPEG picture, split into its segments up to its end, without decoding it.
struct JPEGPicture {
    /// A marker with its content, or a run of compressed data (`marker` is 0).
    struct Segment {
        let marker: UInt8
        let range: Range<Int>
    }

    private let bytes: FileBytes
    private(set) var segments: [Segment] = []
    /// The size in pixels; the height is 0 if it follows the first scan.
    private(set) var size: (width: Int, height: Int)

    static let beginning: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Parses the segments.
    ///
    /// Throws `fileDamaged` if the picture is truncated or a segment is invalid.
    ///
    /// Bytes between segments are skipped, as decoders do, and are not kept.
    init(_ data: Data) throws(NoticeBoardError) {
        bytes = FileBytes(data)
        size = (0, 0)
        guard bytes.has(Self.beginning, at: 0) else { throw FileBytes.damaged("it does not begin as a JPEG does") }
        var place = 2
        var hasScan = false
        while true {
            // A picture has a few dozen segments; each takes memory.
            guard segments.count < 65_536 else { throw FileBytes.damaged("it has too many segments") }
            guard let start = bytes.next(0xFF, from: place) else { throw FileBytes.damaged("it breaks off") }
            place = start
            // Any number of 0xFF fill bytes may precede a marker.
            while bytes.byte(place + 1) == 0xFF { place += 1 }
            guard let marker = bytes.byte(place + 1) else { throw FileBytes.damaged("it breaks off") }
            switch marker {
            // A stuffed zero or a restart marker outside a scan is stray, too.
            case 0x00, 0xD0...0xD7: place += 2
            case 0xD9:
                guard hasScan, size.width > 0 else { throw FileBytes.damaged("it has no picture") }
                return
            case 0x02...0xBF, 0xD8: throw FileBytes.damaged("a marker that cannot stand here")
            case 0x01:
                place += 2
                segments.append(Segment(marker: marker, range: start..<place))
            default:
                guard let length = bytes.number16(place + 2), length >= 2, place + 2 + length <= bytes.count else {
                    throw FileBytes.damaged("a segment is longer than the file")
                }
                let content = place + 4
                place += 2 + length
                segments.append(Segment(marker: marker, range: start..<place))
                if Self.frames.contains(marker) {
                    guard size.width == 0, let height = bytes.number16(content + 1), let width = bytes.number16(content + 3),
                        width > 0, length >= 8
                    else { throw FileBytes.damaged("it says twice, or not at all, how large it is") }
                    size = (width, height)
                }
                if marker == 0xDA {
                    let end = try scanEnd(from: place)
                    segments.append(Segment(marker: 0, range: place..<end))
                    (place, hasScan) = (end, true)
                }
            }
        }
    }

    /// The frame headers, which contain the size.
    private static let frames: Set<UInt8> = Set(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])

    /// Returns the end of compressed data: the next marker other than a stuffed zero or a restart.
    private func scanEnd(from start: Int) throws(NoticeBoardError) -> Int {
        var place = start
        while let found = bytes.next(0xFF, from: place), let next = bytes.byte(found + 1) {
            switch next {
            case 0x00, 0xD0...0xD7: place = found + 2
            case 0xFF: place = found + 1
            default: return found
            }
        }
        throw FileBytes.damaged("it breaks off within the picture")
    }
}

extension JPEGPicture {
    /// Returns the picture without metadata (Exif, XMP, IPTC, location, thumbnail, comments) and trailing bytes.
    ///
    /// Orientation and colors stay.
    func stripped() -> Data {
        var result = Data(capacity: bytes.count)
        result.append(contentsOf: [0xFF, 0xD8])
        var orientation: Int?
        var inXMP: Int?
        for segment in segments where segment.marker == 0xE1 && orientation == nil {
            if begins(segment, with: Self.exif) {
                orientation = ExifOrientation.read(bytes[content(segment)].dropFirst(Self.exif.count))
            } else if begins(segment, with: Self.xmp) {
                inXMP = inXMP ?? ExifOrientation.read(xmp: bytes[content(segment)])
            }
        }
        orientation = orientation ?? inXMP
        // Decoders expect the orientation first, or after the JFIF header if there is one.
        let isJFIF = segments.first?.marker == 0xE0
        if !isJFIF { appendOrientation(orientation, to: &result) }
        for (number, segment) in segments.enumerated() {
            append(segment, to: &result)
            if isJFIF, number == 0 { appendOrientation(orientation, to: &result) }
        }
        result.append(contentsOf: [0xFF, 0xD9])
        return result
    }

    private static let exif = Array("Exif\0\0".utf8)
    private static let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    private static let jfif = Array("JFIF\0".utf8)
    private static let profile = Array("ICC_PROFILE\0".utf8)
    private static let adobe = Array("Adobe".utf8)

    private func content(_ segment: Segment) -> Range<Int> {
        // Fill bytes may precede the marker, whose two bytes come right before the length.
        var place = segment.range.lowerBound
        while bytes.byte(place + 1) == 0xFF { place += 1 }
        return min(place + 4, segment.range.upperBound)..<segment.range.upperBound
    }

    /// Whether the content of `segment` starts with `mark`, without reading past the segment.
    private func begins(_ segment: Segment, with mark: [UInt8]) -> Bool { bytes[content(segment)].starts(with: mark) }

    private func append(_ segment: Segment, to result: inout Data) {
        let content = content(segment)
        switch segment.marker {
        case 0xE0:
            // Keeps JFIF version and density; its thumbnail may show parts that were cropped later.
            guard begins(segment, with: Self.jfif), content.count >= 14 else { return }
            result.append(contentsOf: [0xFF, 0xE0, 0, 16])
            result.append(bytes[content.lowerBound..<content.lowerBound + 12])
            result.append(contentsOf: [0, 0])
        case 0xE2: if begins(segment, with: Self.profile) { result.append(bytes[segment.range]) }
        // Names the color space: without it, Adobe's CMYK pictures appear inverted. It has twelve bytes.
        case 0xEE:
            guard begins(segment, with: Self.adobe), content.count >= 12 else { return }
            result.append(contentsOf: [0xFF, 0xEE, 0, 14])
            result.append(bytes[content.lowerBound..<content.lowerBound + 12])
        // Application data, comments, and markers that decoders ignore.
        case 0xE1...0xEF, 0xFE, 0xC8, 0xDE...0xDF, 0xF0...0xFD: return
        default: result.append(bytes[segment.range])
        }
    }

    private func appendOrientation(_ orientation: Int?, to result: inout Data) {
        guard let orientation, orientation != 1 else { return }
        let block = Self.exif + ExifOrientation.block(orientation)
        result.append(contentsOf: [0xFF, 0xE1, 0, UInt8(block.count + 2)])
        result.append(contentsOf: block)
    }
}
