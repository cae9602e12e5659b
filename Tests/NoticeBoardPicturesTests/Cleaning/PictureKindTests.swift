import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPictures

@Suite("Kinds and orientations of pictures", .serialized, .inTurn, .timeLimit(.minutes(1))) struct PictureKindTests {
    @Test("Reads and writes the eight Exif orientations") func orientation() {
        let block = Data([0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0])
        #expect(ExifOrientation.block(6) == block)
        #expect(ExifOrientation.read(block) == 6)
        func read(_ changes: [Int: UInt8]) -> Int? {
            var block = block
            for (place, byte) in changes { block[place] = byte }
            return ExifOrientation.read(block)
        }
        for (value, way) in [(0, nil), (1, 1), (8, 8), (9, nil)] as [(UInt8, Int?)] { #expect(read([19: value]) == way) }
        // A wrong byte order, magic number, offset, entry count, tag, or a truncated entry.
        for wrong in [[0: 0x49], [1: 0x49], [0: 0x50, 1: 0x50], [3: 43], [7: 25], [9: 0], [11: 0x13], [10: 0]] as [[Int: UInt8]] {
            #expect(read(wrong) == nil, "\(wrong)")
        }
        #expect(read([17: 9, 15: 0, 13: 4]) == nil)
        #expect(read([13: 4, 18: 0, 19: 0, 21: 7]) == 7)
        #expect(read([13: 2]) == 6)
        for length in 0..<20 { #expect(ExifOrientation.read(block.prefix(length)) == nil, "\(length)") }
        #expect(ExifOrientation.read(block.prefix(20)) == 6)
        // The orientation is the second of two entries, while the header declares three.
        let two = block.prefix(9) + Data([2, 1, 0x0F]) + block[12..<22] + block[10..<22]
        #expect(ExifOrientation.read(two) == 6)
        var other = two
        (other[9], other[23]) = (3, 0x13)
        #expect(ExifOrientation.read(other) == nil)
        let little = Data([0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 3, 0, 9, 9])
        #expect(ExifOrientation.read(little) == 3)
    }

    @Test("Detects a picture's kind by its complete signature") func kinds() {
        let marks: [(PictureKind, [UInt8], String, String)] = [
            (.jpeg, [0xFF, 0xD8, 0xFF], "jpg", "image/jpeg"),
            (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "png", "image/png"),
            (.gif, Array("GIF87a".utf8), "gif", "image/gif"), (.gif, Array("GIF89a".utf8), "gif", "image/gif"),
        ]
        for (kind, mark, name, type) in marks {
            #expect(PictureKind(of: Data(mark + [0])) == kind)
            #expect(PictureKind(of: Data(mark)) == kind)
            #expect(PictureKind(of: Data(mark.dropLast())) == nil)
            #expect(PictureKind(of: Data([0] + mark)) == nil)
            #expect(kind.rawValue == name)
            #expect(kind.contentType == type)
        }
    }

    @Test("A picture of another format or without bytes is refused") func refused() {
        let unknown = #expect(throws: NoticeBoardError.self) { try CleanPicture(Data("%PDF-1.4".utf8)) }
        #expect(unknown?.code == .pictureKindUnknown)
        let empty = #expect(throws: NoticeBoardError.self) { try CleanPicture(Data()) }
        #expect(empty?.code == .fileEmpty)
    }
}
