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
    /// The segments of the color profile.
    private var profileSegments: [Segment] = []
    /// The size in pixels; the height is 0 if it follows the first scan.
    private(set) var size = (width: 0, height: 0)
    /// Whether the end marker is present: every viewer shows a picture without it.
    private(set) var isEnded = false

    static let beginning: [UInt8] = [0xFF, 0xD8, 0xFF]

    /// Parses the segments.
    ///
    /// Throws `fileDamaged` if the picture is invalid before its first scan. As in decoders, invalid data after a scan end the
    /// picture, and bytes between segments are skipped and not kept.
    init(_ data: Data) throws(NoticeBoardError) {
        bytes = FileBytes(data)
        guard bytes.has(Self.beginning, at: 0) else { throw FileBytes.damaged("it does not begin as a JPEG does") }
        do throws(NoticeBoardError) { try readSegments() } catch {
            guard size.width > 0, segments.contains(where: { $0.marker == 0 }) else { throw error }
        }
    }

    private mutating func readSegments() throws(NoticeBoardError) {
        var place = 2
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
                guard segments.contains(where: { $0.marker == 0 }), size.width > 0 else {
                    throw FileBytes.damaged("it has no picture")
                }
                isEnded = true
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
                if marker == 0xE2, length > 16, bytes.has(Self.profile, at: content) {
                    profileSegments.append(segments[segments.count - 1])
                }
                if Self.frames.contains(marker) {
                    guard size.width == 0, let height = bytes.number16(content + 1), let width = bytes.number16(content + 3),
                        width > 0, length >= 8
                    else { throw FileBytes.damaged("it says twice, or not at all, how large it is") }
                    size = (width, height)
                }
                if marker == 0xDA {
                    let end = scanEnd(from: place)
                    guard end > place else { throw FileBytes.damaged("it breaks off within the picture") }
                    segments.append(Segment(marker: 0, range: place..<end))
                    place = end
                }
            }
        }
    }

    /// The frame headers, which contain the size.
    private static let frames: Set<UInt8> = Set(0xC0...0xCF).subtracting([0xC4, 0xC8, 0xCC])

    /// Returns the end of compressed data: the next marker other than a stuffed zero or a restart, or the end of the file.
    private func scanEnd(from start: Int) -> Int {
        var place = start
        while let found = bytes.next(0xFF, from: place), let next = bytes.byte(found + 1) {
            switch next {
            case 0x00, 0xD0...0xD7: place = found + 2
            case 0xFF: place = found + 1
            default: return found
            }
        }
        return bytes.count
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
        case 0xE2: if segment.range == profileSegments.first?.range { appendProfile(to: &result) }
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

    /// Appends the color profile, whose segments begin with their number and count.
    private func appendProfile(to result: inout Data) {
        let parts = profileSegments.map { bytes[content($0)].dropFirst(Self.profile.count) }
        let whole = parts.sorted { $0[$0.startIndex] < $1[$1.startIndex] }.reduce(into: Data()) { $0 += $1.dropFirst(2) }
        guard let profile = ColorProfile.cleaned(whole) else { return }
        let most = 65_519
        for start in stride(from: 0, to: profile.count, by: most) {
            let part = profile.dropFirst(start).prefix(most)
            let length = part.count + 16
            result.append(contentsOf: [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)])
            result.append(contentsOf: Self.profile + [UInt8(start / most + 1), UInt8((profile.count + most - 1) / most)])
            result.append(part)
        }
    }

    private func appendOrientation(_ orientation: Int?, to result: inout Data) {
        guard let orientation, orientation != 1 else { return }
        let block = Self.exif + ExifOrientation.block(orientation)
        result.append(contentsOf: [0xFF, 0xE1, 0, UInt8(block.count + 2)])
        result.append(contentsOf: block)
    }
}
