import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardLink

/// Every way in which a picture can be damaged, by its own words, and its nearest neighbour that is not.
@Suite("What is wrong with a picture is said", .serialized, .inTurn, .timeLimit(.minutes(1))) struct DamagedPictureTests {
    private typealias Builder = PictureBuilder

    private static let frame: [UInt8] = [8, 0, 2, 0, 3, 1, 1, 0x11, 0]
    private static let scan = Builder.segment(0xDA, Data([1, 1, 0, 0, 63, 0])) + Data([0x12, 0x34])
    private static let end = Data([0xFF, 0xD9])

    private func jpeg(_ parts: Data...) -> Data { parts.reduce(Data([0xFF, 0xD8]), +) }
    private var frame: Data { Builder.segment(0xC0, Data(Self.frame)) }

    /// What is wrong, in the picture's words; nothing where it is whole.
    private func fault(_ make: () throws -> Void) -> String? {
        do { try make() } catch {
            return (error as? NoticeBoardError)?.detail.replacingOccurrences(of: "The picture is damaged: ", with: "")
        }
        return nil
    }

    @Test("A JPEG") func jpegs() {
        let (scan, end) = (Self.scan, Self.end)
        func sized(_ length: UInt8, _ content: [UInt8]) -> Data { Data([0xFF, 0xC2, 0, length] + content) }
        let all: [(Data, String?)] = [
            (jpeg(frame, scan, end), nil), (Data([0xFF, 0xD8]), "it does not begin as a JPEG does."),
            (jpeg(frame, scan, end, Data([1])), nil), (jpeg(frame, scan), "it breaks off within the picture."),
            (jpeg(frame, scan, Data([0xFF])), "it breaks off within the picture."),
            (jpeg(frame, end), "it has no picture."), (jpeg(scan, end), "it has no picture."), (jpeg(end), "it has no picture."),
            (jpeg(Data([0xFF])), "it breaks off."), (jpeg(Data([0xFF, 0xFF])), "it breaks off."),
            (jpeg(frame), "no marker where one belongs."), (jpeg(frame, Data([0x11]), scan, end), "no marker where one belongs."),
            (jpeg(Data([0xFF, 0xFF, 0xFF]) + frame.dropFirst(), scan, end), nil),
            (jpeg(Data([0xFF, 0xFE, 0, 2]), frame, scan, end), nil),
            (jpeg(Data([0xFF, 0xFE, 0, 1]), frame, scan, end), "a segment is longer than the file."),
            (jpeg(frame, Data([0xFF, 0xFE, 0, 3])), "a segment is longer than the file."),
            (jpeg(frame, Data([0xFF, 0xFE, 0, 3, 1])), "no marker where one belongs."),
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

    @Test("A marker of a JPEG, by its number: what can stand before a picture, and what says how large it is") func markers() {
        for marker in 0...0xFE as ClosedRange<UInt8> {
            let expected: String? =
                switch marker {
                case 0xD9: "it has no picture."
                case 0, 2...0xBF, 0xD0...0xD8: "a marker that cannot stand here."
                // It has no length: what stands behind it is no marker.
                case 0x01: "no marker where one belongs."
                case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: "it says twice, or not at all, how large it is."
                case 0xDA: "it breaks off within the picture."
                default: nil
                }
            let part = Builder.segment(marker, Data(Self.frame))
            let data = marker == 0xDA ? jpeg(frame, part) : jpeg(frame, part, Self.scan, Self.end)
            #expect(fault { _ = try JPEGPicture(data) } == expected, "\(marker)")
        }
    }

    @Test("A JPEG has 65,535 segments at most, and its size and its parts are what it says") func segments() throws {
        let comment: [UInt8] = [0xFF, 0xFE, 0, 2]
        for (count, expected) in [(65_535, nil), (65_536, "it has too many segments.")] as [(Int, String?)] {
            // Beside them the frame, the scan's head and the scan.
            let many = Data((0..<count - 3).flatMap { _ in comment })
            #expect(fault { _ = try JPEGPicture(jpeg(frame, many, Self.scan, Self.end)) } == expected)
        }
        let picture = try JPEGPicture(jpeg(Data([0xFF]) + frame, Data([0xFF, 0x01]), Self.scan, Self.end))
        #expect(picture.size == (3, 2) && picture.segments.map(\.marker) == [0xC0, 0x01, 0xDA, 0])
        #expect(picture.segments.map(\.range) == [2..<16, 16..<18, 18..<28, 28..<30])
        #expect(try JPEGPicture(PictureSample.baseline).size == (24, 20) && PNGPicture(PictureSample.rgb).size == (12, 8))
    }

    @Test("Of the header of JFIF fourteen bytes stay, and one that has fewer does not; Adobe's word stays where it is")
    func headers() throws {
        func cleaned(_ part: Data) throws -> Data { try JPEGPicture(jpeg(part, frame, Self.scan, Self.end)).stripped() }
        let header = Data("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 73, 3, 3]
        let kept = Builder.segment(0xE0, header.dropLast(2) + [0, 0])
        for (more, part) in [([], kept), ([9, 9], kept)] as [([UInt8], Data)] {
            #expect(try cleaned(Builder.segment(0xE0, header + more)) == jpeg(part, frame, Self.scan, Self.end))
        }
        for part in [
            Builder.segment(0xE0, header.dropLast()), Builder.segment(0xE0, Data()), Builder.segment(0xE2, Data("ICC".utf8)),
        ] {
            #expect(try cleaned(part) == jpeg(frame, Self.scan, Self.end))
        }
        let adobe = Data([0xFF]) + Builder.segment(0xEE, Data("Adobe".utf8))
        #expect(try cleaned(adobe) == jpeg(adobe, frame, Self.scan, Self.end))
        // Which way up it is stands behind the header; the first that says so counts.
        let both = Builder.exif(nil) + Builder.exif(3) + Builder.exif(8)
        let turned = Builder.segment(0xE1, Data("Exif\0\0".utf8) + ExifOrientation.block(3))
        #expect(try cleaned(Builder.segment(0xE0, header) + both) == jpeg(kept, turned, frame, Self.scan, Self.end))
        #expect(try cleaned(both) == jpeg(turned, frame, Self.scan, Self.end))
        #expect(try cleaned(Builder.exif(1)) == jpeg(frame, Self.scan, Self.end))
    }

    @Test("A PNG") func pngs() {
        func head(_ width: UInt32, _ height: UInt32) -> Data {
            Builder.chunk("IHDR", Builder.word(width) + Builder.word(height) + Data([8, 2, 0, 0, 0]))
        }
        func png(_ parts: Data...) -> Data { parts.reduce(Data(PNGPicture.beginning), +) }
        func changed(_ chunk: Data, _ back: Int) -> Data {
            var chunk = chunk
            chunk[chunk.count - back] ^= 1
            return chunk
        }
        let (first, data, end) = (head(1, 1), Builder.chunk("IDAT", Data([1])), Builder.chunk("IEND", Data()))
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
            (png(first, Builder.word(0xFFFF_FFFF), data, end), long), (png(first, changed(data, 1), end), "a sum is wrong."),
            (png(first, changed(data, 5), end), "a sum is wrong."), (png(changed(first, 1), data, end), "a sum is wrong."),
            (png(first, changed(named("teXt"), 1), data, end), nil),
            (png(first, named("ID@T"), data, end), "a chunk has no name."),
            (png(first, named("te[t"), data, end), "a chunk has no name."), (png(first, named("AZaz"), data, end), nil),
        ]
        for (number, (data, expected)) in all.enumerated() {
            #expect(fault { _ = try PNGPicture(data) } == expected, "\(number)")
        }
        for name in [
            "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD", "hIST", "pHYs", "acTL", "fcTL",
            "fdAT", "PLTE",
        ] {
            let whole = png(first, named(name), data, end)
            #expect((try? PNGPicture(whole).stripped()) == whole, "\(name)")
            let broken = png(first, changed(named(name), 1), data, end)
            #expect(fault { _ = try PNGPicture(broken) } == "a sum is wrong.", "\(name)")
        }
    }

    @Test("A picture of very many pieces is taken, and one of so many that each is only there to be remembered is not")
    func pieces() {
        let (head, piece) = (
            Builder.chunk("IHDR", Builder.word(1) + Builder.word(1) + Data(count: 5)), Builder.chunk("IDAT", Data())
        )
        for (count, expected) in [(262_142, nil), (262_143, "it has too many chunks.")] as [(Int, String?)] {
            var png = PNGPicture.beginning + head
            for _ in 0..<count { png += piece }
            #expect(fault { _ = try PNGPicture(Data(png + Builder.chunk("IEND", Data()))) } == expected)
        }
        for (count, expected) in [(262_141, nil), (262_142, "it has too many blocks.")] as [(Int, String?)] {
            let blocks = [[UInt8]](repeating: [0x21, 0xF9, 0], count: count).joined()
            #expect(fault { _ = try GIFPicture(gif(0, 0, Self.still, Array(blocks), [0x3B])) } == expected)
        }
    }

    private static let still: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]

    /// A GIF with a table of so many bytes, and what stands behind it.
    private func gif(_ flags: UInt8, _ colours: Int, _ rest: [UInt8]...) -> Data {
        var data = Data("GIF89a".utf8)
        data.append(contentsOf: [1, 0, 1, 0, flags, 0, 0])
        data.append(Data(repeating: 0x3B, count: colours))
        for part in rest { data.append(contentsOf: part) }
        return data
    }

    @Test("A GIF, with tables of colours of every size") func gifs() throws {
        let (picture, end) = (Self.still, [0x3B] as [UInt8])
        for size in 0...7 as ClosedRange<UInt8> {
            let count = 3 * (2 << Int(size))
            var own = picture
            own.replaceSubrange(9..<10, with: [0x80 | size] + [UInt8](repeating: 0x21, count: count))
            let all = [
                gif(0x80 | size, count, picture, end), gif(size, 0, own, end), gif(0x80 | size, count, own, end),
            ]
            for whole in all { #expect(try GIFPicture(whole).stripped() == whole && GIFPicture(whole).isEnded, "\(size)") }
        }
        var other = gif(0, 0, picture)
        other[4] ^= 1
        let none = "no block where one belongs."
        let all: [(Data, String?)] = [
            (gif(0, 0, picture), nil), (gif(0, 0, Array(picture.dropLast())), "it breaks off."), (gif(0, 0, end), none),
            (gif(0, 0), none), (gif(0, 0, [0x2C]), "it breaks off."), (gif(0, 0, picture, [0x11]), none),
            (gif(0, 0, [0x21, 0xFE], picture), "it breaks off."), (other, "it does not begin as a GIF does."),
            (gif(0, 0).prefix(10), "it does not begin as a GIF does."),
        ]
        for (number, (data, expected)) in all.enumerated() {
            #expect(fault { _ = try GIFPicture(data) } == expected, "\(number)")
        }
        let open = try GIFPicture(gif(0, 0, picture))
        #expect(!open.isEnded && open.stripped() == gif(0, 0, picture, end))
        let breaks = #expect(throws: NoticeBoardError.self) { try LinkFile.Kind.gif.checkWhole(gif(0, 0, picture)) }
        #expect(breaks == FileBytes.damaged("it breaks off"))
    }

    @Test("Of what programs keep in a GIF, what is kept is told by its whole name, or its kind") func programs() throws {
        let end: [UInt8] = [0x3B]
        var blocks: [(block: [UInt8], isKept: Bool)] = []
        for (name, isKept) in [("NETSCAPE2.0", true), ("ANIMEXTS1.0", true), ("ICCRGBG1012", true), ("NETSCAPE2.1", false)] {
            var block: [UInt8] = [0x21, 0xFF, 11]
            block += Array(name.utf8)
            blocks.append((block + [1, 7, 0], isKept))
        }
        for (label, isKept) in [(0xF9, true), (0x01, true), (0xFE, false), (0x00, false)] as [(UInt8, Bool)] {
            blocks.append(([0x21, label, 1, 7, 0], isKept))
        }
        for (block, isKept) in blocks {
            let expected = isKept ? gif(0, 0, block, Self.still, end) : gif(0, 0, Self.still, end)
            #expect(try GIFPicture(gif(0, 0, block, Self.still, end)).stripped() == expected, "\(block)")
        }
    }
}
