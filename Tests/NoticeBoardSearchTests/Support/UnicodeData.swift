import Foundation
import Testing

/// The official data in compact form. A file that is missing is a failure, never a reason to skip.
enum UnicodeData {
    /// The lines of a file, without the last line break.
    static func lines(_ name: String, file: String = #filePath) throws -> [Substring] {
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent("UnicodeData/\(name).compact.txt"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        try #require(lines.count > 100, "\(name) is cut short")
        return lines
    }

    /// The string of a row of hexadecimal numbers.
    static func string(_ numbers: some StringProtocol) throws -> String {
        var scalars = String.UnicodeScalarView()
        for number in numbers.split(separator: " ") {
            let value = try #require(UInt32(number, radix: 16))
            scalars.append(try #require(Unicode.Scalar(value)))
        }
        return String(scalars)
    }

    /// A file of two fields a line, as a map from one scalar to several.
    static func map(_ name: String) throws -> [Unicode.Scalar: [Unicode.Scalar]] {
        var map: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        for line in try lines(name) {
            let fields = line.split(separator: ";")
            let key = try #require(string(fields[0]).unicodeScalars.first)
            map[key] = Array(try string(fields[1]).unicodeScalars)
        }
        return map
    }

    /// Every scalar there is.
    static var allScalars: some Sequence<Unicode.Scalar> { (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init) }
}
