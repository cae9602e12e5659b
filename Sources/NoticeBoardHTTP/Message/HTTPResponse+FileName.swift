import Foundation
import NoticeBoardBase

extension HTTPResponse {
    /// The file name that the server suggests (RFC 6266), made safe to use; `nil` if it suggests none.
    ///
    /// The result has no path, no leading dot, no invisible characters and at most 255 bytes. `filename*=UTF-8''…` (RFC 8187)
    /// takes precedence over `filename="…"`, which may be raw or percent-encoded UTF-8. The name proves nothing about the file's
    /// content.
    public var suggestedFileName: String? {
        guard let field = headers[.contentDisposition] else { return nil }
        let parameters = HeaderParameters(field)
        let name = parameters["filename*"].flatMap(Self.extended) ?? parameters["filename"].map(Self.plain)
        return name.flatMap(Self.safe)
    }

    /// Decodes `UTF-8'ko'%EA%B0%80.hwp`.
    private static func extended(_ text: String) -> String? {
        let parts = text.unicodeScalars.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = PercentEncoding.decoded(String(parts[2])) else { return nil }
        switch String(parts[0]).asciiLowercased {
        case "utf-8": return String(bytes: bytes, encoding: .utf8)
        case "iso-8859-1": return String(bytes: bytes, encoding: .isoLatin1)
        default: return nil
        }
    }

    /// Decodes a plain `filename`: servers send raw UTF-8, or percent-encode it against the rules.
    private static func plain(_ text: String) -> String {
        let name = text.readFromHeader
        guard name.utf8.contains(UInt8(ascii: "%")), let bytes = PercentEncoding.decoded(name) else { return name }
        return String(bytes: bytes, encoding: .utf8) ?? name
    }

    private static func safe(_ name: String) -> String? {
        let last = name.composed.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" || $0 == ":" }).last ?? []
        let seen = last.filter { scalar in
            switch scalar.properties.generalCategory {
            // Includes the joiners of emoji, which a file name can do without.
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
            default: true
            }
        }
        let safe = trimmed(shortened(trimmed(seen[...])))
        return safe.isEmpty ? nil : String(String.UnicodeScalarView(safe))
    }

    /// Removes dots and spaces at both ends.
    private static func trimmed(_ name: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        var name = name
        while let first = name.first, first == "." || first == " " { name.removeFirst() }
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        return name
    }

    /// Shortens a name to the 255 bytes of file systems, keeping the extension.
    ///
    /// Scalar by scalar: a single letter with many combining marks may exceed the limit.
    private static func shortened(_ name: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        let bytes = { (part: ArraySlice<Unicode.Scalar>) in part.reduce(0) { $0 + UTF8.width($1) } }
        let ending = name.lastIndex(of: ".").map { name[$0...] }.flatMap { bytes($0) <= 32 ? $0 : nil } ?? []
        var (stem, size) = (name.dropLast(ending.count), bytes(name))
        while size > 255, let last = stem.popLast() { size -= UTF8.width(last) }
        return stem + ending
    }
}
