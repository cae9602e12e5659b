import Foundation

/// A `multipart/form-data` body.
///
/// Parsed more strictly than RFC 2046 and 7578 ask: text before the first part and header fields of other names are refused.
struct SimulatedForm {
    struct Part {
        var name = ""
        var fileName: String?
        var contentType: String?
        var content = Data()
    }

    private(set) var parts: [Part] = []

    init?(_ body: Data, contentType: String) {
        let marker = "multipart/form-data; boundary="
        guard contentType.utf8.starts(with: marker.utf8) else { return nil }
        let boundary = Data(contentType.utf8.dropFirst(marker.utf8.count))
        guard 1...70 ~= boundary.count else { return nil }
        // With a line break before the first boundary, all are alike.
        let pieces = Self.pieces(of: Data("\r\n".utf8) + body, at: Data("\r\n--".utf8) + boundary)
        guard pieces.count > 1, pieces[0].isEmpty, pieces.last == Data("--\r\n".utf8) else { return nil }
        for piece in pieces.dropFirst().dropLast() {
            guard piece.starts(with: "\r\n".utf8), let part = Self.part(Data(piece.dropFirst(2))) else { return nil }
            parts.append(part)
        }
    }

    private static func part(_ piece: Data) -> Part? {
        guard let headEnd = piece.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        var part = Part()
        part.content = Data(piece[headEnd.upperBound...])
        for line in pieces(of: piece[..<headEnd.lowerBound], at: Data("\r\n".utf8)) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = trimmed(line[line.index(after: colon)...])
            switch String(decoding: trimmed(line[..<colon]), as: UTF8.self).lowercased() {
            case "content-disposition":
                let items = pieces(of: value, at: Data("; ".utf8))
                guard items.first == Data("form-data".utf8), let name = text("name", in: items) else { return nil }
                part.name = name
                part.fileName = text("filename", in: items)
            case "content-type": part.contentType = String(decoding: value, as: UTF8.self)
            default: return nil
            }
        }
        return part.name.isEmpty ? nil : part
    }

    private static func pieces(of data: Data, at separator: Data) -> [Data] {
        var pieces = [Data]()
        var start = data.startIndex
        while let mark = data.range(of: separator, in: start..<data.endIndex) {
            pieces.append(Data(data[start..<mark.lowerBound]))
            start = mark.upperBound
        }
        return pieces + [Data(data[start...])]
    }

    private static func trimmed(_ bytes: Data) -> Data {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        return Data(bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    private static func text(_ name: String, in items: [Data]) -> String? {
        let start = Data("\(name)=\"".utf8)
        let item = items.first { $0.starts(with: start) && $0.last == UInt8(ascii: "\"") && $0.count > start.count }
        return item.map { String(decoding: $0.dropFirst(start.count).dropLast(), as: UTF8.self) }
    }
}
