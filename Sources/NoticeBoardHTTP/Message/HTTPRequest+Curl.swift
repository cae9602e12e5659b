import Foundation
import NoticeBoardBase

extension HTTPRequest {
    /// The request as a `curl` command for a bug report, without secrets.
    ///
    /// The path is the call's own, below the base URL. Path and query values are `…`, header values are shown only for names that
    /// never hold a secret, and the body is shown as its size: fill in the gaps before you run it. If no command can send the
    /// request, a text that begins with `cannot be shown as a command` is returned.
    public var curl: String {
        let names = (query ?? "").unicodeScalars.split(separator: "&").map { String($0.prefix { $0 != "=" }) + "=…" }
        let path = label.isEmpty ? "…" : label.replacingValues
        let address = "\(origin)/\(path)" + (names.isEmpty ? "" : "?" + names.joined(separator: "&"))
        let fields = headers.map { field in
            HTTPHeaders.Field(name: field.name, value: field.isShown ? field.value : "…")
        }
        return curl(address, fields, body.map { ["--data-raw", "… (\($0))"] } ?? [])
    }

    /// The request as a `curl` command for bash or zsh, with every secret in it.
    ///
    /// It sends the same as the SDK, except for fields that a transport adds. If no command can send the request (a body that is
    /// not text or too long, a NUL), a text that begins with `cannot be shown as a command` is returned.
    public var curlWithEverySecret: String {
        do throws(CurlRefusal) {
            return curl(origin.text + target, Array(headers), try curlBody())
        } catch {
            return error.text
        }
    }

    /// Returns the arguments for the body, which neither a shell nor `curl` can misread.
    private func curlBody() throws(CurlRefusal) -> [String] {
        guard let body else { return [] }
        if case .file(let file)? = body.onlyPiece {
            return ["--data-binary", "@" + file.url.path, "-H", "Expect:"]
        }
        guard body.length <= CurlRefusal.longest else { throw .tooLong }
        guard let data = try? body.bytes() else { throw CurlRefusal("the body cannot be read") }
        let text = String(decoding: data, as: UTF8.self)
        guard text.utf8.elementsEqual(data), !data.contains(0) else { throw CurlRefusal("the body is not text") }
        return ["--data-raw", text]
    }

    /// Returns the command that sends these parts, or the reason why there is none.
    private func curl(_ address: String, _ fields: [HTTPHeaders.Field], _ body: [String]) -> String {
        do throws(CurlRefusal) {
            try checkForCurl()
            var words: [String] = []
            // Otherwise curl would resolve the dots of a path, and expand brackets and braces.
            if Self.hasDots(address) { words.append("--path-as-is") }
            if address.utf8.contains(where: { "[]{}".utf8.contains($0) }) { words.append("--globoff") }
            words.append(address)
            // Curl sets the length of a body itself, as a transport does.
            for field in fields where ![.contentLength, .transferEncoding, "Expect"].contains(field.name) {
                let isBlank = field.value.utf8.allSatisfy { $0 == 32 || $0 == 9 }
                words += ["-H", isBlank ? "\(field.name);" : "\(field.name): \(field.value)"]
            }
            if self.body != nil, headers[.contentType] == nil { words += ["-H", "Content-Type: application/octet-stream"] }
            if self.body == nil, [.post, .put, .patch].contains(method) { words += ["-H", "Content-Length: 0"] }
            words += body
            guard words.reduce(0, { $0 + $1.utf8.count }) <= CurlRefusal.longest else { throw .tooLong }
            let method = method == .head ? "-I" : "-X " + Self.quoted(method.rawValue)
            return "curl \(method) " + words.map { Self.isPlain($0) ? $0 : Self.quoted($0) }.joined(separator: " ")
        } catch {
            return error.text
        }
    }

    /// Throws if a transport would refuse the request or curl would change it.
    private func checkForCurl() throws(CurlRefusal) {
        guard HTTPHeaderName(method.rawValue) != nil else { throw CurlRefusal("the method is not a token") }
        guard body == nil || (method != .get && method != .head) else { throw CurlRefusal("a \(method) carries no body") }
        guard target.utf8.first == UInt8(ascii: "/"), target.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw CurlRefusal("the target is not a percent-encoded path")
        }
        do { try headers.checkValues() } catch { throw CurlRefusal("a header holds a line break or a NUL") }
    }

    /// Whether a segment begins with a dot, plain or escaped.
    private static func hasDots(_ address: String) -> Bool {
        address.asciiLowercased.utf8.split(separator: UInt8(ascii: "/"))
            .contains { $0.starts(with: ".".utf8) || $0.starts(with: "%2e".utf8) }
    }

    /// Whether `word` is our own option: not quoted.
    private static func isPlain(_ word: String) -> Bool {
        ["-H", "--path-as-is", "--globoff", "--data-raw", "--data-binary"].contains(word)
    }

    /// Quotes `text` as one word for bash and zsh; it must not contain a NUL.
    ///
    /// Works on scalars, because a combining mark turns a quotation mark into another `Character`. Control and direction
    /// characters are escaped, since they would change the terminal.
    static func quoted(_ text: String) -> String {
        var word = "'".unicodeScalars
        var isEscaping = false
        for scalar in text.unicodeScalars {
            if scalar.isHostileInLine != isEscaping {
                isEscaping.toggle()
                word.append(contentsOf: (isEscaping ? "'$'" : "''").unicodeScalars)
            }
            if isEscaping {
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    let digits = String(byte, radix: 8)
                    word.append(contentsOf: ("\\" + String(repeating: "0", count: 3 - digits.utf8.count) + digits).unicodeScalars)
                }
            } else if scalar == "'" {
                word.append(contentsOf: #"'\''"#.unicodeScalars)
            } else {
                word.append(scalar)
            }
        }
        word.append("'")
        return String(word)
    }
}

/// Why a request has no command.
private struct CurlRefusal: Error {
    /// The maximum bytes of all words: Linux accepts 128 KiB per word, macOS less than 1 MiB in total.
    static let longest = 100_000
    static let tooLong = CurlRefusal("it is too long for a shell")

    let text: String

    init(_ reason: String) { text = "cannot be shown as a command: \(reason)" }
}

extension String {
    /// The label with `…` for each value; literals contain no braces.
    fileprivate var replacingValues: String {
        unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.contains("{") ? "…" : String($0) }.joined(separator: "/")
    }
}
