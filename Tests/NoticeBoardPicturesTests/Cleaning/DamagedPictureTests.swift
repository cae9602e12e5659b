import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPictures

/// Checks the error of every kind of damage, next to the closest valid picture.
@Suite("Damaged pictures", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DamagedPictureTests {
    private typealias Builder = PictureBuilder

    private static let frame: [UInt8] = [8, 0, 2, 0, 3, 1, 1, 0x11, 0]
    private static let scan = Builder.segment(0xDA, Data([1, 1, 0, 0, 63, 0])) + Data([0x12, 0x34])
    private static let end = Data([0xFF, 0xD9])

    private func jpeg(_ parts: Data...) -> Data { parts.reduce(Data([0xFF, 0xD8]), +) }
    private var frame: Data { Builder.segment(0xC0, Data(Self.frame)) }

    /// Returns the text of the error, or `nil` if the picture is valid.
    private func fault(_ make: () throws -> Void) -> String? {
        do { try make() } catch {
            return (error as? NoticeBoardError)?.detail.replacingOccurrences(of: "The picture is damaged: ", with: "")
        }
        return nil
    }

    @Test("Reports each kind of damage of a JPEG") func jpegs() {
        let (scan, end) = (Self.scan, Self.end)
        func sized(_ length: UInt8, _ content: [UInt8]) -> Data { Data([0xFF, 0xC2, 0, length] + content) }
        let all: [(Data, String?)] = [
            (jpeg(frame, scan, end), nil), (Data([0xFF, 0xD8]), "it does not begin as a JPEG does."),
            (jpeg(frame, scan, end, Data([1])), nil), (jpeg(frame, scan), nil), (jpeg(frame, scan, Data([0xFF])), nil),
            (jpeg(frame, scan, Data([0xFF, 0xC4, 0, 9])), nil), (jpeg(frame, scan, frame), nil),
            (jpeg(frame, scan.dropLast(2)), "it breaks off within the picture."),
            (jpeg(frame, end), "it has no picture."), (jpeg(scan, end), "it has no picture."), (jpeg(end), "it has no picture."),
            (jpeg(Data([0xFF])), "it breaks off."), (jpeg(Data([0xFF, 0xFF])), "it breaks off."),
            (jpeg(frame), "it breaks off."), (jpeg(frame, Data([0x11]), scan, end), nil),
            (jpeg(Data([0xFF, 0xFF, 0xFF]) + frame.dropFirst(), scan, end), nil),
            (jpeg(Data([0xFF, 0xFE, 0, 2]), frame, scan, end), nil),
            (jpeg(Data([0xFF, 0xFE, 0, 1]), frame, scan, end), "a segment is longer than the file."),
            (jpeg(frame, Data([0xFF, 0xFE, 0, 3])), "a segment is longer than the file."),
            (jpeg(frame, Data([0xFF, 0xFE, 0, 3, 1])), "it breaks off."),
            (jpeg(frame, Data([0xFF, 0xFE, 0])), "a segment is longer than the file."),
            (jpeg(frame, frame, scan, end), "it says twice, or not at all, how large it is."),
            (jpeg(sized(8, [8, 0, 2, 0, 3, 1]), scan, end), nil),
            (jpeg(sized(7, [8, 0, 2, 0, 3]), scan, end), "it says twice, or not at all, how large it is."),
            (jpeg(sized(8, [8, 0, 2, 0, 0, 1]), scan, end), "it says twice, or not at all, how large it is."),
            (jpeg(sized(8, [8, 0, 0, 0, 1, 1]), scan, end), nil), (jpeg(Data([0xFF, 0x01]), frame, scan, end), nil),
        ]
        for (number, (data, expected)) in all.enumerated() {
            #expect(fault { _ = try JPEGPicture(data) } == expected, "\(number)")
        }
    }

    @Test("Accepts only valid markers before the scan of a JPEG") func markers() {
        for marker in 0...0xFE as ClosedRange<UInt8> {
            let expected: String? =
                switch marker {
                case 0xD9: "it has no picture."
                case 2...0xBF, 0xD8: "a marker that cannot stand here."
                case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: "it says twice, or not at all, how large it is."
                case 0xDA: "it breaks off within the picture."
                default: nil
                }
            let part = Builder.segment(marker, Data(Self.frame))
            let data = marker == 0xDA ? jpeg(frame, part) : jpeg(frame, part, Self.scan, Self.end)
            #expect(fault { _ = try JPEGPicture(data) } == expected, "\(marker)")
        }
    }

    @Test("Reads the size of a picture") func sizes() throws {
        #expect(try JPEGPicture(jpeg(Data([0xFF]) + frame, Data([0xFF, 0x01]), Self.scan, Self.end)).size == (3, 2))
        #expect(try JPEGPicture(PictureSample.baseline).size == (24, 20))
    }

    @Test("Bytes between segments are skipped and not sent", arguments: [[0x11], [0, 0, 7], [0xFF, 0x00], [0xFF, 0xD3, 9]])
    func strayBytes(_ stray: [UInt8]) throws {
        let comment = Builder.segment(0xFE, Data("planted".utf8))
        let full = jpeg(comment, Data(stray), frame, Data(stray), Self.scan, Self.end)
        #expect(try JPEGPicture(full).cleaned == jpeg(frame, Self.scan, Self.end))
    }

    /// A JPEG whose scan has two restart markers, with `stray` in the second interval.
    private func restarting(every interval: [UInt8], stray: [UInt8]) -> Data {
        let scan = Self.scan + Data([0xFF, 0xD0, 0x56] + stray + [0xFF, 0xD1, 0x9A])
        return jpeg(frame, Builder.segment(0xDD, Data(interval)), scan, Self.end)
    }

    @Test(
        "A scan goes on at the restart marker after an invalid marker",
        arguments: [[0x01], [0x02], [0x9F, 0x78], [0xBF, 0xFF, 0x00, 7], [0x5A, 1, 0xFF, 0x30, 2], [0x10, 0xFF]] as [[UInt8]])
    func strayMarker(_ stray: [UInt8]) throws {
        let whole = restarting(every: [0, 1], stray: [])
        #expect(try JPEGPicture(whole).cleaned == whole)
        #expect(try JPEGPicture(restarting(every: [0, 1], stray: [0xFF] + stray)).cleaned == whole)
    }

    @Test("A scan ends at an invalid marker if no restart markers are defined", arguments: [[], [0, 0], [0]] as [[UInt8]])
    func noRestarts(_ interval: [UInt8]) throws {
        let picture = restarting(every: interval, stray: [0xFF, 0x9F, 0x78])
        let scan = Self.scan + Data([0xFF, 0xD0, 0x56])
        #expect(try JPEGPicture(picture).cleaned == jpeg(frame, Builder.segment(0xDD, Data(interval)), scan, Self.end))
    }

    @Test(
        "A scan with restart markers ends at the marker of a segment", arguments: [0xC4, 0xD9, 0xDA, 0xDB, 0xE1, 0xFE] as [UInt8])
    func segmentInScan(_ marker: UInt8) throws {
        let picture = restarting(every: [0, 1], stray: [0xFF, marker])
        let interval = Builder.segment(0xDD, Data([0, 1]))
        #expect(try JPEGPicture(picture).cleaned == jpeg(frame, interval, Self.scan + Data([0xFF, 0xD0, 0x56]), Self.end))
    }

    @Test("The last restart interval of a JPEG decides whether a scan goes on") func changedInterval() throws {
        let (on, off) = (Builder.segment(0xDD, Data([0, 1])), Builder.segment(0xDD, Data([0, 0])))
        let scan = Self.scan + Data([0xFF, 0x9F, 0x78, 0xFF, 0xD0, 0x56])
        let cut = Self.scan + Data([0xFF, 0xD0, 0x56])
        #expect(
            try JPEGPicture(jpeg(frame, on, scan, off, scan, Self.end)).cleaned == jpeg(frame, on, cut, off, Self.scan, Self.end))
    }

    @Test("Segments that no decoder reads are not sent", arguments: [0xC8, 0xDE, 0xDF, 0xF0, 0xF7, 0xFD] as [UInt8])
    func unreadSegment(_ marker: UInt8) throws {
        let full = jpeg(Builder.segment(marker, Data("planted".utf8)), frame, Self.scan, Self.end)
        #expect(try JPEGPicture(full).cleaned == jpeg(frame, Self.scan, Self.end))
    }

    @Test(
        "Keeps an orientation that only XMP contains",
        arguments: [#"tiff:Orientation="6""#, "<tiff:Orientation>6</tiff:Orientation>"])
    func orientationInXMP(_ text: String) throws {
        let packet = Builder.segment(0xE1, Data("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta \(text)".utf8))
        let turned = Builder.segment(0xE1, Data("Exif\0\0".utf8) + ExifOrientation.block(6))
        #expect(try JPEGPicture(jpeg(packet, frame, Self.scan, Self.end)).cleaned == jpeg(turned, frame, Self.scan, Self.end))
        // Exif takes precedence over XMP.
        let upright = jpeg(packet, Builder.exif(1), frame, Self.scan, Self.end)
        #expect(try JPEGPicture(upright).cleaned == jpeg(frame, Self.scan, Self.end))
        let size = Builder.bigEndian(1) + Builder.bigEndian(1) + Data(count: 5)
        let head = Data(PNGPicture.beginning) + Builder.chunk("IHDR", size)
        let rest = Builder.chunk("IDAT", Data([1])) + Builder.chunk("IEND", Data())
        let inText = Builder.chunk("iTXt", Data("XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta \(text)".utf8))
        #expect(
            try PNGPicture(head + inText + rest).cleaned == head + Builder.chunk("eXIf", ExifOrientation.block(6)) + rest)
    }

    @Test("XMP that names no orientation changes nothing", arguments: ["=\"9\"", "=\"66\"", "=", ">", "=\"6", ">6", "=6"])
    func otherXMP(_ value: String) {
        #expect(ExifOrientation.read(xmp: Data("a tiff:Orientation\(value)".utf8)) == nil)
    }

    @Test("Cuts JFIF headers and Adobe segments to their defined length")
    func headers() throws {
        func cleaned(_ part: Data) throws -> Data { try JPEGPicture(jpeg(part, frame, Self.scan, Self.end)).cleaned }
        let header = Data("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 73, 3, 3]
        let kept = Builder.segment(0xE0, header.dropLast(2) + [0, 0])
        for (more, part) in [([], kept), ([9, 9], kept)] as [([UInt8], Data)] {
            #expect(try cleaned(Builder.segment(0xE0, header + more)) == jpeg(part, frame, Self.scan, Self.end))
        }
        for part in [
            Builder.segment(0xE0, header.dropLast()), Builder.segment(0xE0, Data()), Builder.segment(0xE2, Data("ICC".utf8)),
            // A profile name that is completed only by the bytes after the segment.
            Builder.segment(0xE2, Data("ICC_PROFI".utf8)) + Data("LE\0".utf8),
        ] {
            #expect(try cleaned(part) == jpeg(frame, Self.scan, Self.end))
        }
        let adobe = Builder.segment(0xEE, Data("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 2])
        #expect(try cleaned(adobe) == jpeg(adobe, frame, Self.scan, Self.end))
        let long = Builder.segment(0xEE, Data("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 2] + Data("planted".utf8))
        #expect(try cleaned(long) == jpeg(adobe, frame, Self.scan, Self.end))
        #expect(try cleaned(Builder.segment(0xEE, Data("Adobe".utf8))) == jpeg(frame, Self.scan, Self.end))
        // The orientation follows the header; the first valid one counts.
        let both = Builder.exif(nil) + Builder.exif(3) + Builder.exif(8)
        let turned = Builder.segment(0xE1, Data("Exif\0\0".utf8) + ExifOrientation.block(3))
        #expect(try cleaned(Builder.segment(0xE0, header) + both) == jpeg(kept, turned, frame, Self.scan, Self.end))
        #expect(try cleaned(both) == jpeg(turned, frame, Self.scan, Self.end))
        #expect(try cleaned(Builder.exif(1)) == jpeg(frame, Self.scan, Self.end))
    }

    @Test("Reports each kind of damage of a PNG") func pngs() {
        func head(_ width: UInt32, _ height: UInt32) -> Data {
            Builder.chunk("IHDR", Builder.bigEndian(width) + Builder.bigEndian(height) + Data([8, 2, 0, 0, 0]))
        }
        func png(_ parts: Data...) -> Data { parts.reduce(Data(PNGPicture.beginning), +) }
        func changed(_ chunk: Data, _ back: Int) -> Data {
            var chunk = chunk
            chunk[chunk.count - back] ^= 1
            return chunk
        }
        let (first, data, end) = (head(1, 1), Builder.chunk("IDAT", Data([1])), Builder.chunk("IEND", Data()))
        let indexed = Builder.chunk("IHDR", Builder.bigEndian(1) + Builder.bigEndian(1) + Data([2, 3, 0, 0, 0]))
        func palette(_ length: Int) -> Data { Builder.chunk("PLTE", Data(count: length)) }
        func named(_ name: String) -> Data { Builder.chunk(name, Data([1, 2])) }
        var other = png(first, data, end)
        other[7] ^= 1
        let long = "a chunk is longer than the file."
        let all: [(Data, String?)] = [
            (png(first, data, end), nil), (png(first, data, end, Data([1])), nil), (other, "it does not begin as a PNG does."),
            (png(head(0, 1), data, end), "it does not say how large it is."),
            (png(head(1, 0), data, end), "it does not say how large it is."),
            (png(data, first, end), "it does not say how large it is."), (png(first, end), "it has no picture."),
            (png(first, data), long), (png(first, data, end.dropLast()), long),
            (png(first, Builder.bigEndian(0xFFFF_FFFF), data, end), long), (png(first, changed(data, 1), end), "a sum is wrong."),
            (png(first, changed(data, 5), end), "a sum is wrong."), (png(changed(first, 1), data, end), "a sum is wrong."),
            (png(first, changed(named("teXt"), 1), data, end), nil),
            (png(first, named("ID@T"), data, end), "a chunk has no name."),
            (png(first, named("te[t"), data, end), "a chunk has no name."), (png(first, named("aZaz"), data, end), nil),
            (png(first, named("AZaz"), data, end), "a chunk is unknown."),
            (png(first, first, data, end), "it says twice how large it is, or which colors it has."),
            (png(first, palette(3), palette(3), data, end), "it says twice how large it is, or which colors it has."),
            (png(first, palette(768), data, end), nil), (png(first, palette(771), data, end), "it has too many colors."),
            (png(indexed, palette(12), data, end), nil), (png(indexed, palette(15), data, end), "it has too many colors."),
        ]
        for (number, (data, expected)) in all.enumerated() {
            #expect(fault { _ = try PNGPicture(data) } == expected, "\(number)")
        }
        let lengths = [
            ("tRNS", 2), ("cHRM", 32), ("gAMA", 4), ("sBIT", 3), ("sRGB", 1), ("cICP", 4), ("mDCV", 24), ("cLLI", 8), ("bKGD", 2),
            ("hIST", 2), ("pHYs", 9), ("acTL", 8), ("fcTL", 26), ("fdAT", 5), ("PLTE", 3),
        ]
        for (name, length) in lengths {
            let chunk = Builder.chunk(name, Data(repeating: 7, count: length))
            let whole = png(first, chunk, data, end)
            #expect((try? PNGPicture(whole).cleaned) == whole, "\(name)")
            let broken = png(first, changed(chunk, 1), data, end)
            // Decoders show the picture without the chunk.
            #expect((try? PNGPicture(broken).cleaned) == (name == "PLTE" ? nil : png(first, data, end)), "\(name)")
        }
    }

    @Test(
        "A chunk that is longer than its kind allows is not sent",
        arguments: [
            ("tRNS", 257), ("cHRM", 33), ("gAMA", 5), ("sBIT", 5), ("sRGB", 2), ("cICP", 5), ("mDCV", 25), ("cLLI", 9),
            ("bKGD", 7), ("hIST", 513), ("pHYs", 10), ("acTL", 9), ("fcTL", 27),
        ])
    func longChunk(name: String, length: Int) throws {
        let size = Builder.bigEndian(1) + Builder.bigEndian(1) + Data(count: 5)
        let head = Data(PNGPicture.beginning) + Builder.chunk("IHDR", size)
        let rest = Builder.chunk("IDAT", Data([1])) + Builder.chunk("IEND", Data())
        let chunk = Builder.chunk(name, Data(repeating: 0x41, count: length))
        #expect(try PNGPicture(head + chunk + rest).cleaned == head + rest)
    }

    @Test("An end of a PNG is sent without content") func end() throws {
        let whole = PictureSample.rgb
        #expect(try PNGPicture(whole.dropLast(12) + Builder.chunk("IEND", Data("planted".utf8))).cleaned == whole)
    }

    @Test("A color profile of a PNG without a valid name or content is not sent") func invalidProfile() throws {
        let size = Builder.bigEndian(1) + Builder.bigEndian(1) + Data(count: 5)
        let head = Data(PNGPicture.beginning) + Builder.chunk("IHDR", size)
        let rest = Builder.chunk("IDAT", Data([1])) + Builder.chunk("IEND", Data())
        let content = Builder.chunk("iCCP", Data("name\0\0colors".utf8))
        #expect(try PNGPicture(head + content + rest).cleaned == head + rest)
        let unnamed = Builder.chunk("iCCP", Data(repeating: 0x41, count: 90))
        #expect(try PNGPicture(head + unnamed + rest).cleaned == head + rest)
    }

    @Test("Only the first of several color profiles of a PNG is kept") func repeatedProfiles() throws {
        let size = Builder.bigEndian(1) + Builder.bigEndian(1) + Data(count: 5)
        let head = Data(PNGPicture.beginning) + Builder.chunk("IHDR", size)
        let rest = Builder.chunk("IDAT", Data([1])) + Builder.chunk("IEND", Data())
        let profile = Builder.pngProfile(Builder.profile(isNamed: true))
        let once = try PNGPicture(head + profile + rest).cleaned
        let repeated = (0..<20).reduce(Data()) { all, _ in all + profile }
        #expect(once.count > (head + rest).count)
        #expect(try PNGPicture(head + repeated + rest).cleaned == once)
    }

    private static let control: [UInt8] = [0x21, 0xF9, 4, 1, 0, 0, 0, 0]
    private static let still: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]

    /// Returns a GIF with a color table of the given size, followed by `rest`.
    private func gif(_ flags: UInt8, _ colours: Int, _ rest: [UInt8]...) -> Data {
        var data = Data("GIF89a".utf8)
        data.append(contentsOf: [1, 0, 1, 0, flags, 0, 0])
        data.append(Data(repeating: 0x3B, count: colours))
        for part in rest { data.append(contentsOf: part) }
        return data
    }

    @Test("Reads GIFs with color tables of every size") func gifs() throws {
        let (picture, end) = (Self.still, [0x3B] as [UInt8])
        for size in 0...7 as ClosedRange<UInt8> {
            let count = 3 * (2 << Int(size))
            var own = picture
            own.replaceSubrange(9..<10, with: [0x80 | size] + [UInt8](repeating: 0x21, count: count))
            let all = [
                gif(0x80 | size, count, picture, end), gif(size, 0, own, end), gif(0x80 | size, count, own, end),
            ]
            for whole in all {
                #expect(try GIFPicture(whole).cleaned == whole, "\(size)")
                #expect(try GIFPicture(whole).isEnded, "\(size)")
            }
        }
        var other = gif(0, 0, picture)
        other[4] ^= 1
        let all: [(Data, String?)] = [
            (gif(0, 0, picture), nil), (gif(0, 0, Array(picture.dropLast())), "it breaks off."),
            (gif(0, 0, end), "it breaks off."), (gif(0, 0), "it breaks off."), (gif(0, 0, [0x2C]), "it breaks off."),
            (gif(0, 0, picture, [0x11]), nil), (gif(0, 0, picture, Self.control), "it breaks off."),
            (gif(0, 0, [0x21, 0xFE], picture), "it breaks off."), (other, "it does not begin as a GIF does."),
            (gif(0, 0).prefix(10), "it does not begin as a GIF does."),
        ]
        for (number, (data, expected)) in all.enumerated() {
            #expect(fault { _ = try GIFPicture(data) } == expected, "\(number)")
        }
        let stray: [UInt8] = [0, 0x11]
        #expect(
            try GIFPicture(gif(0, 0, stray, picture, stray, picture, stray, end)).cleaned == gif(0, 0, picture, picture, end))
        let open = try GIFPicture(gif(0, 0, picture))
        #expect(!open.isEnded)
        #expect(open.cleaned == gif(0, 0, picture, end))
        #expect(try !PictureKind.gif.cleaned(gif(0, 0, picture)).isWhole)
    }

    @Test("Keeps only known extension blocks of a GIF") func programs() throws {
        let end: [UInt8] = [0x3B]
        func program(_ name: String) -> [UInt8] { [0x21, 0xFF, 11] + Array(name.utf8) }
        let loop: [UInt8] = [3, 1, 2, 0]
        let blocks: [(block: [UInt8], kept: [UInt8])] = [
            (program("NETSCAPE2.0") + loop + [0], program("NETSCAPE2.0") + loop + [0]),
            (program("ANIMEXTS1.0") + loop + [0], program("ANIMEXTS1.0") + loop + [0]),
            // Only the repeat count is kept.
            (program("NETSCAPE2.0") + loop + [2, 7, 7, 0], program("NETSCAPE2.0") + loop + [0]),
            (program("NETSCAPE2.0") + [1, 7, 0], []), (program("NETSCAPE2.1") + loop + [0], []),
            (program("ICCRGBG1012") + [1, 7, 0], []), (Self.control, Self.control),
            ([0x21, 0xF9, 5, 1, 0, 0, 0, 7, 0], []), ([0x21, 0x01, 1, 7, 0], []), ([0x21, 0xFE, 1, 7, 0], []),
            ([0x21, 0x00, 1, 7, 0], []),
        ]
        for (block, kept) in blocks {
            let expected = gif(0, 0, kept, Self.still, end)
            #expect(try GIFPicture(gif(0, 0, block, Self.still, end)).cleaned == expected, "\(block)")
        }
    }
}
