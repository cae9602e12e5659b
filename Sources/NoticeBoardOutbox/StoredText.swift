import Foundation

/// Compares texts as services store them.
public enum StoredText {
    /// Whether a service stored one text as the other.
    ///
    /// Outer white space and the kind of line ends do not count: services remove or change them. An empty text equals `nil`.
    public static func isSame(_ text: String?, _ other: String?) -> Bool { plain(text) == plain(other) }

    private static func plain(_ text: String?) -> String {
        withPlainLineEnds(text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the text with a line feed for each `CR LF` and each `CR`.
    private static func withPlainLineEnds(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
        var scalars = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            let isReturn = scalar == "\r"
            if isReturn {
                scalars.append("\n")
            } else if scalar != "\n" || !isAfterReturn {
                scalars.append(scalar)
            }
            isAfterReturn = isReturn
        }
        return String(scalars)
    }
}
