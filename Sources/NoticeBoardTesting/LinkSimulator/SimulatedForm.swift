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
        let boundary = Data("--".utf8) + Data(contentType.utf8.dropFirst(marker.utf8.count))
        guard boundary.count > 2, boundary.count <= 72 else { return nil }
        var rest = body[...]
        guard Self.take(boundary, from: &rest) else { return nil }
        while !Self.take(Data("--\r\n".utf8), from: &rest) {
            let line = Data("\r\n".utf8)
            guard Self.take(line, from: &rest), let part = Self.part(&rest, line + boundary) else { return nil }
            parts.append(part)
        }
        // No bytes may follow the end.
        guard rest.isEmpty else { return nil }
    }

    private static func take(_ bytes: Data, from rest: inout Data) -> Bool {
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }

    private static func part(_ rest: inout Data, _ end: Data) -> Part? {
        guard let headEnd = rest.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let head = Data(rest[rest.startIndex..<headEnd.lowerBound])
        guard let contentEnd = rest.range(of: end, in: headEnd.upperBound..<rest.endIndex) else { return nil }
        var part = Part()
        part.content = Data(rest[headEnd.upperBound..<contentEnd.lowerBound])
        rest = rest[contentEnd.upperBound...]
        for line in pieces(of: head, at: "\r\n") {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = trimmed(line[line.index(after: colon)...])
            switch String(decoding: trimmed(line[..<colon]), as: UTF8.self).lowercased() {
            case "content-disposition":
                let items = pieces(of: value, at: "; ")
                guard items.first == Data("form-data".utf8), let name = text("name", in: items) else { return nil }
                (part.name, part.fileName) = (name, text("filename", in: items))
            case "content-type": part.contentType = String(decoding: value, as: UTF8.self)
            default: return nil
            }
        }
        return part.name.isEmpty ? nil : part
    }

    private static func pieces(of data: Data, at separator: String) -> [Data] {
        var (pieces, rest) = ([Data](), data)
        while let mark = rest.range(of: Data(separator.utf8)) {
            pieces.append(Data(rest[rest.startIndex..<mark.lowerBound]))
            rest = Data(rest[mark.upperBound...])
        }
        return pieces + [rest]
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
