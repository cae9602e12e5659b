import Foundation

/// Named secrets to put into values, and a search for them in printed output.
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
        // Computed once, because hundreds of texts are searched for them.
        spellings = secrets.flatMap { name, secret in
            Self.spellings(of: secret).filter { !$0.isEmpty }.map { Spelling(name: name, text: $0, bytes: Data($0.utf8)) }
        }
    }

    /// The secret with this name.
    package subscript(_ name: String) -> String { secrets[name] ?? "" }

    /// Returns the secrets that `shown` contains, with the spelling that was found.
    package func findings(in shown: String) -> [String] {
        let shown = Data(shown.utf8)
        return spellings.filter { shown.range(of: $0.bytes) != nil }.map { "the \($0.name) as \($0.text)" }
    }

    /// The spellings that the search doesn't find.
    ///
    /// Tests check that it is empty, or the search would prove nothing.
    package var blindness: [String] {
        spellings.filter { !findings(in: "x \($0.text) y").contains("the \($0.name) as \($0.text)") }.map(\.text)
            + secrets.filter { name, secret in !spellings.contains { $0.name == name && $0.text == secret } }.map(\.key)
    }

    /// Returns the descriptions and the dump of `value`.
    package static func shown(_ value: Any) -> String {
        var text = ""
        dump(value, to: &text)
        return [
            text, String(describing: value), String(reflecting: value), "\(Mirror(reflecting: value).children.map { "\($0)" })",
        ]
        .joined(separator: "\n")
    }

    /// Returns the encodings in which a secret may appear, such as percent-encoding or Base64.
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
