import Foundation

/// The first line of a line file, without its header.
enum LineFileHead {
    /// The range of the identifier in the file.
    static let idRange = 7..<23
    /// The identifier of a file that was cut: read the file again, and rewrite it before appending.
    static let mark = [UInt8](repeating: UInt8(ascii: "0"), count: 16)

    private struct Version: Decodable { let version: Int }
    private struct Line<Header: Codable>: Codable {
        let version: Int
        let header: Header
    }

    static func newID() -> [UInt8] {
        let digits = String(UInt64.random(in: 1 ... .max), radix: 16)
        return mark.dropLast(digits.utf8.count) + Array(digits.utf8)
    }

    /// The first line for a header, without its line break.
    static func line(_ id: [UInt8], _ version: Int, _ header: some Codable) throws -> [UInt8] {
        Array("{\"id\":\"".utf8) + id + Array("\",\"version\":\(version),\"header\":".utf8)
            + Array(try StoredJSON.data(of: header)) + [UInt8(ascii: "}")]
    }

    /// Returns the identifier in the first bytes of a file; empty if there is none.
    static func id(in bytes: [UInt8]) -> [UInt8] {
        guard bytes.count >= idRange.upperBound, bytes.starts(with: Array("{\"id\":\"".utf8)) else { return [] }
        let id = Array(bytes[idRange])
        let digits = Set("0123456789abcdef".utf8)
        return id.allSatisfy(digits.contains) ? id : []
    }

    static func version(of line: Data) throws -> Int { try JSONDecoder().decode(Version.self, from: line).version }

    static func header<Header: Codable>(of line: Data) throws -> Header {
        try JSONDecoder().decode(Line<Header>.self, from: line).header
    }
}
