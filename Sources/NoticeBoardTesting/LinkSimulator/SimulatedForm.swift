import Foundation

/// A `multipart/form-data` body, taken apart byte by byte; nothing where a byte is not where RFC 2046 and 7578 want it.
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
        guard contentType.hasPrefix(marker) else { return nil }
        let boundary = "--" + contentType.dropFirst(marker.count)
        guard boundary.utf8.count > 2, boundary.utf8.count <= 72 else { return nil }
        var rest = body[...]
        guard Self.take(boundary, from: &rest) else { return nil }
        while !Self.take("--\r\n", from: &rest) {
            guard Self.take("\r\n", from: &rest), let part = Self.part(&rest, "\r\n" + boundary) else { return nil }
            parts.append(part)
        }
        // Nothing may follow the end.
        guard rest.isEmpty else { return nil }
    }

    private static func take(_ text: String, from rest: inout Data) -> Bool {
        let bytes = Data(text.utf8)
        guard rest.starts(with: bytes) else { return false }
        rest = rest.dropFirst(bytes.count)
        return true
    }

    private static func part(_ rest: inout Data, _ end: String) -> Part? {
        guard let headEnd = rest.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: rest[rest.startIndex..<headEnd.lowerBound], as: UTF8.self)
        guard let contentEnd = rest.range(of: Data(end.utf8), in: headEnd.upperBound..<rest.endIndex) else { return nil }
        var part = Part()
        part.content = Data(rest[headEnd.upperBound..<contentEnd.lowerBound])
        rest = rest[contentEnd.upperBound...]
        for line in head.components(separatedBy: "\r\n") {
            let halves = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard halves.count == 2 else { return nil }
            switch halves[0].lowercased() {
            case "content-disposition":
                let items = halves[1].components(separatedBy: "; ")
                guard items.first == "form-data", let name = value("name", in: items) else { return nil }
                (part.name, part.fileName) = (name, value("filename", in: items))
            case "content-type": part.contentType = halves[1]
            default: return nil
            }
        }
        return part.name.isEmpty ? nil : part
    }

    private static func value(_ name: String, in items: [String]) -> String? {
        let start = name + "=\""
        guard let item = items.first(where: { $0.hasPrefix(start) && $0.hasSuffix("\"") && $0.count > start.count }) else {
            return nil
        }
        return String(item.dropFirst(start.count).dropLast())
    }
}
