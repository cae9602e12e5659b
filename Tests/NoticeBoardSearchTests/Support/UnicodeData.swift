import Foundation

/// The official Unicode data in compact form.
///
/// A missing file fails the test.
enum UnicodeData {
    /// Malformed data.
    struct Malformed: Error {
        var what: String
    }

    /// The lines of a file, without the last line break.
    static func lines(_ name: String, file: String = #filePath) throws -> [Substring] {
        // The benchmarks package compiles this file through a symbolic link.
        let source = URL(fileURLWithPath: file).resolvingSymlinksInPath()
        let folder = source.deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent("UnicodeData/\(name).compact.txt"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        guard lines.count > 100 else { throw Malformed(what: "\(name) is cut short") }
        return lines
    }

    /// Returns the string for a row of hexadecimal numbers.
    static func string(_ numbers: some StringProtocol) throws -> String {
        var scalars = String.UnicodeScalarView()
        for number in numbers.split(separator: " ") {
            guard let scalar = UInt32(number, radix: 16).flatMap(Unicode.Scalar.init) else { throw Malformed(what: "\(numbers)") }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    /// Returns a file with two fields per line as a map from one scalar to several.
    static func map(_ name: String) throws -> [Unicode.Scalar: [Unicode.Scalar]] {
        var map: [Unicode.Scalar: [Unicode.Scalar]] = [:]
        for line in try lines(name) {
            let fields = line.split(separator: ";")
            guard fields.count == 2, let key = try string(fields[0]).unicodeScalars.first else {
                throw Malformed(what: "\(line)")
            }
            map[key] = Array(try string(fields[1]).unicodeScalars)
        }
        return map
    }

    /// Every scalar that the running Unicode assigns.
    ///
    /// Unassigned scalars have no case, no decomposition and no marks.
    static let allScalars: [Unicode.Scalar] = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init).filter {
        ![.unassigned, .privateUse].contains($0.properties.generalCategory)
    }
}
