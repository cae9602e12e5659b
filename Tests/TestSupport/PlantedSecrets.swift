import Foundation

/// Secrets by name, planted at every place that may hold one, and searched in everything that may be shown.
package struct PlantedSecrets: Sendable {
    private struct Spelling: Sendable {
        let name: String
        let text: String
        let bytes: Data
    }

    private let secrets: [String: String]
    private let spellings: [Spelling]

    /// Creates a secret for each name.
    package init(_ secrets: [String: String]) {
        self.secrets = secrets
        // Computed once: they are searched in hundreds of texts.
        spellings = secrets.flatMap { name, secret in
            Self.spellings(of: secret).filter { !$0.isEmpty }.map { Spelling(name: name, text: $0, bytes: Data($0.utf8)) }
        }
    }

    /// The secret of a name.
    package subscript(_ name: String) -> String { secrets[name] ?? "" }

    /// Returns the secrets in `shown`, each in the spelling that was found.
    package func findings(in shown: String) -> [String] {
        let shown = Data(shown.utf8)
        return spellings.filter { shown.range(of: $0.bytes) != nil }.map { "the \($0.name) as \($0.text)" }
    }

    /// Returns the spellings that the search misses in a text with all of them; must be empty, or a test proves nothing.
    package var blindness: [String] {
        spellings.filter { !findings(in: "x \($0.text) y").contains("the \($0.name) as \($0.text)") }.map(\.text)
            + secrets.filter { name, secret in !spellings.contains { $0.name == name && $0.text == secret } }.map(\.key)
    }

    /// Returns every text that shows `value`: descriptions and dumps.
    package static func shown(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return [
            text, String(describing: value), String(reflecting: value), "\(Mirror(reflecting: value).children.map { "\($0)" })",
        ]
        .joined(separator: "\n")
    }

    /// The ways in which a secret may be written.
    private static func spellings(of secret: String) -> [String] {
        let json = String(decoding: (try? JSONEncoder().encode([secret])) ?? Data(), as: UTF8.self).dropFirst(2).dropLast(2)
        let ascii = secret.unicodeScalars.map { $0.isASCII ? String($0) : "\\u" + String($0.value, radix: 16) }.joined()
        let form = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return [
            secret, secret.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? "", form, form.lowercased(),
            Data(secret.utf8).base64EncodedString(), String(json), String(json).replacingOccurrences(of: "\\/", with: "/"), ascii,
            secret.debugDescription, String(secret.reversed()), Data(secret.utf8).map { String($0) }.joined(separator: ", "),
        ]
    }
}
