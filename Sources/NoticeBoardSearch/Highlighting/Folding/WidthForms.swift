/// The plain forms of halfwidth and fullwidth characters.
enum WidthForms {
    /// Returns the plain form of `scalar`, or `scalar` if it is no halfwidth or fullwidth form.
    @inline(__always) static func plain(_ scalar: UInt32) -> UInt32 {
        scalar < 0x3000 ? scalar : plainForm(scalar)
    }

    private static func plainForm(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x3000: 0x20
        case 0xFF01...0xFF5E: scalar - 0xFEE0
        case 0xFF5F...0xFF60: scalar - 0xFF5F + 0x2985
        case 0xFF61...0xFF9F: kana[Int(scalar - 0xFF61)]
        case 0xFFA0: 0x3164
        case 0xFFA1...0xFFBE: scalar - 0xFFA1 + 0x3131
        case 0xFFC2...0xFFC7: scalar - 0xFFC2 + 0x314F
        case 0xFFCA...0xFFCF: scalar - 0xFFCA + 0x3155
        case 0xFFD2...0xFFD7: scalar - 0xFFD2 + 0x315B
        case 0xFFDA...0xFFDC: scalar - 0xFFDA + 0x3161
        case 0xFFE0...0xFFE6: signs[Int(scalar - 0xFFE0)]
        case 0xFFE8...0xFFEE: shapes[Int(scalar - 0xFFE8)]
        default: scalar
        }
    }

    /// The plain forms of U+FF61 to U+FF9F.
    ///
    /// The last two combine with the sign before them.
    private static let kana: [UInt32] =
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        .unicodeScalars.map(\.value) + [0x3099, 0x309A]
    private static let signs: [UInt32] = [0xA2, 0xA3, 0xAC, 0xAF, 0xA6, 0xA5, 0x20A9]
    private static let shapes: [UInt32] = [0x2502, 0x2190, 0x2191, 0x2192, 0x2193, 0x25A0, 0x25CB]
}
