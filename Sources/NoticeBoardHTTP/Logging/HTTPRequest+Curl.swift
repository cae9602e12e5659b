import Foundation
import NoticeBoardBase

extension HTTPRequest {
    /// The request as a `curl` command without its secrets, on one line that is safe to paste into bash or zsh.
    ///
    /// ```swift
    /// print(request.curl)    // curl -X POST --path-as-is --globoff 'https://host.example/posts' -H 'Authorization: ...' --data-raw '{"title":"a"}'
    /// ```
    ///
    /// Three dots replace what it hides: fill them in before you run the command. Hidden are
    ///
    /// - the values of header fields, except for those that never hold a secret (such as `Accept` and `Content-Type`),
    /// - the body of a call with ``Options/hasSecretBody``, and of a call without authentication, which may sign in,
    /// - the query of a URL from a server (``PathTemplate/url(_:)``), which may be signed.
    ///
    /// The path, another query and another body are shown, and may hold what the user typed: don't send them to a log. A file is
    /// not read but named, without its folder.
    public var curl: String {
        var line = ShellLine(command: "curl")
        if method == .head { line.append("--head") } else { line.append("-X", method.rawValue) }
        // Otherwise curl removes the dots of a path, and expands brackets and braces.
        line.append("--path-as-is", "--globoff", shownAddress)
        for field in headers where !Self.fieldsOfCurl.contains(field.name) {
            line.append("-H", shown(field))
        }
        if let body {
            // Otherwise curl declares a form.
            if headers[.contentType] == nil { line.append("-H", "Content-Type: application/octet-stream") }
            append(body, to: &line)
        } else if [.post, .put, .patch].contains(method) {
            line.append("-H", "Content-Length: 0")
        }
        return line.text
    }

    /// The fields that curl sets itself, as a transport does.
    private static let fieldsOfCurl: Set<HTTPHeaderName> = [.contentLength, .transferEncoding, "Expect"]

    /// A longer body is shown as its size: Linux takes 128 KiB for an argument.
    private static let longestShownBody = 1 << 16

    /// What is written instead of a secret: ASCII, which needs no digits in a shell.
    private static let hidden = "..."

    private var shownAddress: String {
        guard label == PathTemplate.labelOfURL, query != nil else { return origin.text + target }
        return "\(origin.text)\(path)?\(Self.hidden)"
    }

    private func shown(_ field: HTTPHeaders.Field) -> String {
        let isShown = field.isHarmless && !options.secretHeaders.contains(field.name)
        // No transport sends a line break.
        guard isShown, (try? field.checkValue()) != nil else { return "\(field.name): \(Self.hidden)" }
        // A colon and nothing but blanks after it ask curl to send no such field.
        let isBlank = field.value.utf8.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return isBlank ? "\(field.name);" : "\(field.name): \(field.value)"
    }

    private func append(_ body: HTTPBody, to line: inout ShellLine) {
        if !hidesBody, case .file(let file)? = body.onlyPiece {
            // Without its folder, which may name a person. `./`, since curl reads `@-` from standard input.
            return line.append("--data-binary", "@./" + file.url.lastPathComponent)
        }
        line.append("--data-raw")
        if let bytes = shownBytes(of: body) {
            line.append(bytes)
        } else {
            line.append("\(Self.hidden) (\(body.length) bytes)")
        }
    }

    /// Returns the bytes of a body in memory; `nil` if they are hidden or no argument can hold them.
    private func shownBytes(of body: HTTPBody) -> [UInt8]? {
        guard !hidesBody, body.length <= Self.longestShownBody else { return nil }
        var bytes: [UInt8] = []
        for piece in body.pieces {
            guard case .data(let data) = piece, !data.contains(0) else { return nil }
            bytes += data
        }
        return bytes
    }

    private var hidesBody: Bool { options.hasSecretBody || options.authorization == .anonymous }
}
