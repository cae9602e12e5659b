import Foundation
import NoticeBoardBase
import NoticeBoardPictures
import NoticeBoardTesting
import Testing

@Suite("Removing metadata from pictures", .serialized, .inTurn, .trialLimit(minutes: 1))
struct MetadataTests {
    private typealias Builder = PictureBuilder

    private func cleaned(_ data: Data) throws -> Data { try CleanPicture(data).data }

    private func refusal(_ data: Data) -> NoticeBoardError.Code? {
        do {
            _ = try cleaned(data)
            return nil
        } catch {
            return (error as? NoticeBoardError)?.code
        }
    }

    @Test("Returns a picture without metadata unchanged") func plain() throws {
        for (name, picture) in PictureSample.jpegs { #expect(try cleaned(picture) == picture, "\(name)") }
        for (name, picture) in PictureSample.pngs { #expect(try cleaned(picture) == picture, "\(name)") }
        for picture in PictureSample.jpegs.values { #expect(try cleaned(picture[...]) == picture) }
        // All restart markers, and an escaped 0xFF byte.
        let marks = Data((0xD0...0xD7).flatMap { [0xFF, $0, 0x11] as [UInt8] } + [0xFF, 0])
        let marked = Builder.jpeg(width: 8, height: 8, bytes: 200)
        let restarted = Builder.inserted(marks, at: marked.count - 2, in: marked)
        #expect(try cleaned(restarted) == restarted)
        for picture in [PictureSample.gif, Builder.gif(9_999)] { #expect(try cleaned(picture) == picture) }
    }

    @Test("Removes only the metadata of a JPEG") func jpeg() throws {
        for (name, picture) in PictureSample.jpegs {
            let head = Builder.jpegHeaderEnd(picture)
            for (number, segment) in Builder.metadataSegments.enumerated() {
                for place in [2, head] {
                    let full = Builder.inserted(segment, at: place, in: picture)
                    // A segment before the JFIF header is removed, and the header is still copied.
                    #expect(try cleaned(full) == picture, "\(name), segment \(number) at \(place)")
                }
            }
            let all = Builder.metadataSegments.reduce(Builder.exif(1) + Builder.exif(nil, isLittle: true), +)
            let second = Data("PK\u{3}\u{4} a second file".utf8)
            #expect(try cleaned(Builder.inserted(all, at: head, in: picture) + second) == picture)
        }
    }

    @Test("Keeps the colors of a JPEG") func jpegColours() throws {
        for picture in PictureSample.jpegs.values {
            let (head, named) = (Builder.jpegHeaderEnd(picture), Builder.profile(isNamed: true))
            let kept = Builder.inserted(Builder.segments(ofProfile: [Builder.profile(isNamed: false)]), at: head, in: picture)
            #expect(try cleaned(kept) == kept)
            let parts = Builder.segments(ofProfile: [named.prefix(200), named.dropFirst(200)])
            #expect(try cleaned(Builder.inserted(parts, at: head, in: picture)) == kept)
            let invalid = Builder.segments(ofProfile: [Data("a profile".utf8)])
            #expect(try cleaned(Builder.inserted(invalid, at: head, in: picture)) == picture)
        }
        #expect(PictureSample.cmyk.range(of: Data("Adobe".utf8)) != nil)
    }

    @Test("Keeps the orientation in either byte order and number type", arguments: 1...8)
    func orientation(way: Int) throws {
        // The standard form: big-endian, one entry, a short.
        let entry: [UInt8] = [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(way), 0, 0, 0, 0, 0, 0]
        let block = Data([0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + entry)
        let kept = way == 1 ? Data() : Builder.segment(0xE1, Data("Exif\0\0".utf8) + block)
        for picture in PictureSample.jpegs.values {
            let head = Builder.jpegHeaderEnd(picture)
            for (isLittle, asLong) in [(false, false), (true, false), (false, true), (true, true)] {
                let full = Builder.inserted(Builder.exif(way, isLittle: isLittle, asLong: asLong), at: head, in: picture)
                #expect(try cleaned(full) == Builder.inserted(kept, at: head, in: picture))
            }
        }
        for picture in PictureSample.pngs.values {
            let chunk = Builder.chunk("eXIf", Builder.tiff(orientation: way, isLittle: true))
            let expected = Builder.inserted(way == 1 ? Data() : Builder.chunk("eXIf", block), at: 33, in: picture)
            #expect(try cleaned(Builder.inserted(chunk, at: 33, in: picture)) == expected)
        }
    }

    @Test("Removes the thumbnail of a JFIF header") func thumbnail() throws {
        let picture = PictureSample.baseline
        let thumbnail = Data(repeating: 0x77, count: 3 * 2 * 2)
        let full = picture.prefix(4) + Data([0, 16 + 12]) + picture[6..<18] + Data([2, 2]) + thumbnail + picture.dropFirst(20)
        #expect(try cleaned(full) == picture)
    }

    @Test("Removes only metadata and unknown chunks from a PNG") func png() throws {
        for (name, picture) in PictureSample.pngs {
            for (number, chunk) in Builder.metadataChunks.enumerated() {
                #expect(try cleaned(Builder.inserted(chunk, at: 33, in: picture)) == picture, "\(name), chunk \(number)")
                #expect(try cleaned(picture.dropLast(12) + chunk + picture.suffix(12) + chunk) == picture)
            }
            let profiled = Builder.inserted(Builder.pngProfile(Builder.profile(isNamed: false)), at: 33, in: picture)
            #expect(try cleaned(profiled) == profiled)
            let named = Builder.pngProfile(Builder.profile(isNamed: true), name: "DELL U2515H")
            #expect(try cleaned(Builder.inserted(named, at: 33, in: picture)) == profiled)
            #expect(try cleaned(Builder.inserted(Builder.chunk("eXIf", Data("no Exif".utf8)), at: 33, in: picture)) == picture)
        }
    }

    @Test("Removes only the metadata of a GIF") func gif() throws {
        let picture = PictureSample.gif
        // After the header, and after the picture.
        for place in [19, picture.count - 1] {
            for (number, block) in Builder.gifMetadataBlocks.enumerated() {
                let full = Builder.inserted(block, at: place, in: picture) + Data("PK\u{3}\u{4} a second file".utf8)
                #expect(try cleaned(full) == picture, "block \(number) at \(place)")
            }
            let kept = Builder.inserted(Builder.gifLoops, at: place, in: picture)
            #expect(try cleaned(kept) == kept)
            let profile = Builder.gifProfile(Builder.profile(isNamed: true))
            #expect(try cleaned(Builder.inserted(Builder.gifLoops + profile, at: place, in: picture)) == kept)
        }
        // A local color table without a global one.
        let head = Data("GIF87a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x81]
        let own = head + Data(repeating: 0x3B, count: 12) + [2, 2, 0x44, 1, 0, 0x3B]
        #expect(try cleaned(own + [0x3B]) == own)
        // Adds the trailer that some programs omit.
        #expect(try cleaned(picture.dropLast(1)) == picture)
        for odd in [picture.prefix(19) + [0x3B], Data("GIF89a".utf8)] {
            #expect(refusal(odd) == .fileDamaged)
        }
    }

    @Test("Sends a JPEG that breaks off after the start of its first scan, with an end") func endless() throws {
        for (name, picture) in PictureSample.jpegs {
            let scan = try #require(picture.range(of: Data([0xFF, 0xDA]))).lowerBound
            #expect(try cleaned(picture.dropLast(2)) == picture, "\(name)")
            let start = scan + 2 + Int(picture[scan + 3])
            for length in start + 1..<picture.count {
                let sent = try cleaned(picture.prefix(length))
                #expect(sent.suffix(2) == Data([0xFF, 0xD9]), "\(name), \(length)")
                #expect(sent.prefix(start) == picture.prefix(start), "\(name), \(length)")
            }
            for length in 8...start { #expect(refusal(picture.prefix(length)) == .fileDamaged, "\(name), \(length)") }
        }
    }

    @Test("Rejects a cut picture") func truncated() {
        let gif = Builder.inserted(Builder.gifLoops + Builder.gifMetadataBlocks[0], at: 19, in: PictureSample.gif.dropLast(1))
        for picture in Array(PictureSample.pngs.values) + [gif] {
            #expect(refusal(Data()) == .fileEmpty)
            for length in 1..<picture.count {
                let code = refusal(picture.prefix(length))
                // The first bytes may not identify the kind.
                let codes: Set<NoticeBoardError.Code?> = length < 8 ? [.fileDamaged, .pictureKindUnknown] : [.fileDamaged]
                #expect(codes.contains(code), "\(length) of \(picture.count)")
            }
        }
    }

    @Test("Rejects pictures with impossible lengths")
    func bombs() {
        for length in [5_000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] as [UInt32] {
            for name in ["zTXt", "IDAT", "iCCP"] {
                let bomb = Builder.bigEndian(length) + Data(name.utf8) + Data(repeating: 0, count: 64)
                #expect(refusal(Builder.inserted(bomb, at: 33, in: PictureSample.rgb)) == .fileDamaged)
            }
        }
        let (start, end) = (PictureSample.rgb.prefix(33), PictureSample.rgb.suffix(12))
        #expect(refusal(start + end) == .fileDamaged)
        #expect(refusal(PictureSample.rgb.prefix(8) + end) == .fileDamaged)
        #expect(refusal(Builder.inserted(Data([0xFF, 0xE1, 0xFF, 0xFF]), at: 2, in: PictureSample.baseline)) == .fileDamaged)
        #expect(refusal(Builder.inserted(Data([0xFF, 0xE1, 0, 1]), at: 2, in: PictureSample.baseline)) == .fileDamaged)
        #expect(refusal(Data([0xFF, 0xD8, 0xFF, 0xD9])) == .fileDamaged)
        for side in [0, 2] {
            // After the marker, length and depth: the height, then the width.
            var flat = PictureSample.baseline
            guard let frame = flat.range(of: Data([0xFF, 0xC0])) else { Issue.record("no frame"); return }
            flat.replaceSubrange((frame.lowerBound + 5 + side)..<(frame.lowerBound + 7 + side), with: [0, 0])
            #expect(refusal(flat) == (side == 0 ? nil : .fileDamaged))
        }
    }

    @Test("Checks the checksum only of chunks that are kept") func sums() {
        for place in 33..<PictureSample.rgb.count - 12 {
            var picture = PictureSample.rgb
            picture[place] ^= 0x40
            #expect(refusal(picture) == .fileDamaged, "\(place)")
        }
        // The removed time chunk has a wrong checksum.
        var time = Builder.chunk("tIME", Data(repeating: 7, count: 7))
        time[time.count - 1] ^= 1
        #expect((try? cleaned(Builder.inserted(time, at: 33, in: PictureSample.rgb))) == PictureSample.rgb)
    }

    @Test(
        "A randomly damaged picture is rejected or cleaned to a stable result", .trialLimit(minutes: 1))
    func mutilated() throws {
        let trials = RandomTrials()
        var random = trials.random
        let profile = Builder.segments(ofProfile: [Builder.profile(isNamed: true)])
        let segment = Builder.metadataSegments.reduce(Builder.exif(6), +) + profile
        let pictures =
            PictureSample.jpegs.values.map { Builder.inserted(segment, at: Builder.jpegHeaderEnd($0), in: $0) }
            + PictureSample.pngs.values.map { Builder.inserted(Builder.metadataChunks.reduce(Data(), +), at: 33, in: $0) }
            + [Builder.inserted(Builder.gifMetadataBlocks.reduce(Data(), +), at: 19, in: PictureSample.gif)]
        for _ in 0..<trials.count(3_000) {
            var bytes = Array(random.pick(pictures))
            for _ in 0...random.below(4) {
                let place = random.below(bytes.count)
                switch random.below(4) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.below(9)))
                case 2: bytes.insert(contentsOf: [0xFF, UInt8(random.below(256))], at: place)
                default: bytes[place] = random.pick([0, 0xFF, 0x7F, 0x80] as [UInt8])
                }
                if bytes.isEmpty { bytes = [0] }
            }
            do {
                let result = try cleaned(Data(bytes))
                #expect(try cleaned(result) == result, "\(trials)")
                #expect(result.count <= bytes.count + 40, "\(trials)")
            } catch let error as NoticeBoardError {
                #expect([.fileDamaged, .pictureKindUnknown].contains(error.code), "\(trials)")
            }
        }
    }
}
