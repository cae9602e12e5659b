import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardPictures

@Suite("Texts and profiles in pictures", .serialized, .inTurn, .trialLimit(minutes: 1)) struct PictureTextTests {
    private typealias Builder = PictureBuilder

    @Test(
        "Keeps an orientation in each kind of text of a PNG",
        arguments: [
            ("iTXt", "XML:com.adobe.xmp\0\u{1}\0ko\0\0", packed), ("zTXt", "XML:com.adobe.xmp\0\0", packed),
            ("tEXt", "XML:com.adobe.xmp\0", Data(#"<x tiff:Orientation="6"/>"#.utf8)),
            ("tEXt", "Raw profile type exif\0", raw(Data("Exif\0\0".utf8) + Builder.tiff(orientation: 6, isLittle: true))),
            ("tEXt", "Raw profile type APP1\0", raw(Data("http://ns.adobe.com/xap/1.0/\0 tiff:Orientation='6'".utf8))),
        ])
    func orientationInText(kind: String, head: String, text: Data) throws {
        let full = Builder.inserted(Builder.chunk(kind, Data(head.utf8) + text), at: 33, in: PictureSample.rgb)
        let turned = Builder.chunk("eXIf", ExifOrientation.block(6))
        #expect(try PNGPicture(full).cleaned == Builder.inserted(turned, at: 33, in: PictureSample.rgb))
    }

    /// An XMP packet, compressed by zlib.
    private static let packed = Data(base64Encoded: "eAGzqbCqyC3ITS1JVCjJTEuz8i/KTM0rSSzJzM+zVTJT0rcDANGuC54=") ?? Data()

    /// Returns metadata as ImageMagick stores it in a PNG.
    private static func raw(_ data: Data) -> Data {
        let digits = data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let lines = stride(from: 0, to: digits.count, by: 36).map { digits[$0..<min($0 + 36, digits.count)].joined() }
        return Data("\nexif\n    \(data.count)\n\(lines.joined(separator: "\n"))\n".utf8)
    }

    @Test("Decompresses a stream of zlib") func inflate() {
        let text = Data((0..<400).map { "\($0 * $0) " }.joined().utf8)
        let stream =
            Data(
                base64Encoded: """
                    eNotldmBxDAIQ1tJCcaAgf4bWz1mfyaeBDCHJM5nX3zz2ftufv6+mO/F1/bZOZ9dPSP0VRYjE9nc1LPn8xuyl7fsIvTs+PLOl/W+J7unZ+l/6X3r+8hu\
                    HnHlaEcRzBTKiGlXwc25JbguufeRwCOTUkbWQQ7K8B6yMDK+Z77rJ74bx5SZPO7jVLxrvo7sHA9XfJJW5q54Hors3OGl27x1r48yiKNcgqzClV+EMo2n\
                    nKOoljLyqJ40CnYq1pcvqTmL0+jdO/oqL1M35fFSvq8U5bXi1UmaI4/SnV+l7q1SBjXKpWl9X+XXwSyecu5W9kMdstBJWaqbqnL67Kxo1rl7jkODnyzU\
                    Zhmb4Wd2nXPQR3u01Jru3t+knZ7fpP23mMSdHcrOxyN3QEzNhwGGvcUGvsqSczejk59+XY2w7Yllc377/jk2b+0frbTaOBXErI1fw12992ronDefOeQ2\
                    m+csOIb8VbNquYe67ikAYj+EOBAx+nBxFlzoz/3B5NK368Z7j8VRYR/rG06coPNCDPGTeQj7+CZTupqu3j9md5W47HeitxKGFHO+qgIgMn1xBt8BE3dS\
                    fVCD1ROBs4AovfIznA1UKXvZ+AVrgi1AvSDQ3WCeg0t3hRaUuVcjGs5g2NOBcy6yH/MV5BfvDfRrWVAPQvRyQwTlDGM03rNUOMtt2H1iz633YXCO4UMS\
                    fDU5ZOPCz/Cr+Pqvu6QJqwxwWbNRPpEwPLIg2FuGvQfFCjWIyiUZGiEtwbfRjRiF1i9akscg2PYq7XC21RxBAfVBh/QfijralN6KmYFeiaW6K5N7NaGB\
                    suhaCo2yKbRO2oVvizb6TdWSAo5sRqmL09T7Tqp2miqWm6RAND/qz1tcPd+z7/tYm1j7XN/cOI+YlC6b4q6396pryoER6f2Qm7JEHs4qxSF/pYl+GHXV\
                    pcbaesupXWqiPlTQk0r6U8tB4YbzWz0u+llFb2v7XE3PRTvF7MMs+jCXXm1uY159mV1f5tjOTHvnK4VCp5K5d4IBpa8au6hXxFXt3WCmG/z0gKVZXM0B\
                    Y2PgbQzsQQ6J2+q1pB7JC7A6AW4nwfAsnueB7aFs/YL5afAvSuE78EJ2kMSO2a4cq//1s1rpEEsPWCYVgHJ6wD87P+ESzPbfm/1WuZZ912/ZbGegNgLL\
                    DXq7a81QAF16f7KLNpg5QiH5RTX0QEJYgESxh7joMavK9Vai21ev5yfegzrRKmRd2w+Nv7bi/1M0FHz/+ey32AVw09fvbZT70Efp+y4BXcp9t39r4Kep\
                    flZgEcbgsdLL2kT//5eBr0J7/NZBrnYLinTCf6oucaFL3qv3Piv+Aif9jKWvFsjuiLj7TRTFUtDZVfK/V/K3ZPK3cd7eF7W7KH4LQgMmM+bG2jm7v9K2\
                    hvxtNik39Yl5VCsDapcO+G6o7Uu+3ZPQn2+9G1S3qp9/LNa7jQ==
                    """) ?? Data()
        #expect(Inflate.content(of: stream, atMost: text.count) == text)
        #expect(Inflate.content(of: Inflate.stream(of: text), atMost: text.count) == text)
        #expect(Inflate.content(of: stream, atMost: text.count - 1) == nil)
        for length in 0..<stream.count - 4 {
            #expect(Inflate.content(of: stream.prefix(length), atMost: 9_999) == nil, "\(length)")
        }
    }

    /// Returns a stream of empty blocks with the fixed codes, of which only the last one says so.
    private func stream(emptyBlocks count: Int) -> Data {
        var bits: [UInt8] = []
        for number in 1...count {
            let isLast: UInt8 = number == count ? 1 : 0
            // The kind of the block, then the code of its end: seven zeros.
            bits += [isLast, 1, 0, 0, 0, 0, 0, 0, 0, 0]
        }
        var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() { bytes[index / 8] |= bit << UInt8(index % 8) }
        return Data([0x78, 1] + bytes)
    }

    @Test("A stream of zlib may have a few empty blocks") func emptyBlocks() {
        #expect(Inflate.content(of: stream(emptyBlocks: 16), atMost: 1) == Data())
        #expect(Inflate.content(of: stream(emptyBlocks: 1_000), atMost: 1 << 20) == Data())
    }

    @Test("A stream of zlib with thousands of blocks but no content is invalid") func manyEmptyBlocks() {
        #expect(Inflate.content(of: stream(emptyBlocks: 10_000), atMost: 1 << 20) == nil)
    }

    @Test("A damaged stream of zlib never exceeds its limit") func damagedStreams() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(2_000) {
            let stream = Data([0x78, 1]) + (0..<random.below(200)).map { _ in UInt8(random.below(256)) }
            #expect(Inflate.content(of: stream, atMost: 5_000)?.count ?? 0 <= 5_000, "\(trials)")
        }
    }

    @Test("A damaged color profile never grows") func damagedProfiles() {
        let trials = RandomTrials()
        var random = trials.random
        for _ in 0..<trials.count(5_000) {
            var profile = Builder.profile(isNamed: true)
            for _ in 0...random.below(4) {
                profile[random.below(random.chance(50) ? 180 : profile.count)] = UInt8(random.below(256))
            }
            #expect(ColorProfile.cleaned(profile)?.count ?? 0 <= profile.count, "\(trials)")
        }
    }
}
