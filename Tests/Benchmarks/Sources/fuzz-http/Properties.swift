import Dispatch
import Foundation
import NoticeBoardKit
import NoticeBoardTesting

/// Properties of the networking that hold for any input bytes.
///
/// A property that does not hold ends the process with its name.
enum Properties {
    static let all: [@Sendable ([UInt8]) async -> Void] = [headers, encoding, decoding, redirects, dates, waits, parts]

    /// The first byte chooses the property, the others are its input.
    static func check(_ input: [UInt8]) async {
        guard let first = input.first else { return }
        await all[Int(first) % all.count](Array(input.dropFirst()))
    }

    private static func demand(_ holds: Bool, _ what: String, _ input: [UInt8]) {
        guard !holds else { return }
        FileHandle.standardError.write(Data("\(what) does not hold for \(input)\n".utf8))
        abort()
    }

    private static let base = URL(string: "https://host/api") ?? URL(fileURLWithPath: "/")

    /// A header is refused, or is written in one line.
    private static func headers(_ input: [UInt8]) async {
        let text = String(decoding: input, as: UTF8.self)
        if let name = HTTPHeaderName(text) {
            demand(
                name.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }, "a header name is a token", input
            )
        }
        let endpoint = EndpointRequest.get("a", headers: ["X-Fuzz": text])
        guard let request = try? RequestBuilder(baseURL: base).request(for: endpoint) else { return }
        let value = request.headers["x-fuzz"] ?? "\n"
        demand(!value.utf8.contains { [0, 10, 13].contains($0) }, "a header is one line", input)
    }

    /// Values are encoded as an independent encoder does, and add no segment.
    private static func encoding(_ input: [UInt8]) async {
        let text = String(decoding: input, as: UTF8.self)
        let unreserved = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let expected = text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
        do {
            let request = try RequestBuilder(baseURL: base).request(for: EndpointRequest.get("a/\(text)/b", query: ["q": text]))
            demand(request.target == "/api/a/\(expected)/b?q=\(expected)", "encoding is the independent encoder's", input)
        } catch {
            demand(["", ".", ".."].contains(text), "only empty and dotted segments are refused", input)
        }
        if let request = try? RequestBuilder(baseURL: base).request(for: EndpointRequest.get("\(segments: text)")) {
            let segments = request.target.split(separator: "/", omittingEmptySubsequences: false)
            demand(!segments.dropFirst().contains { ["", ".", ".."].contains($0) }, "a path from a server does not climb", input)
            demand(
                !request.target.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") || $0 <= 0x20 },
                "a path stays a path", input)
        }
    }

    /// An answer is a page or an error that says so.
    private static func decoding(_ input: [UInt8]) async {
        let client = NoticeBoardClient(transport: StubTransport { _ in HTTPResponse(status: 200, body: Data(input)) })
        do {
            let page = try await client.postPage(in: 1, offset: 0, limit: 30)
            if case .offset(let next)? = page.next { demand(next > 0 || page.total != nil, "paging goes on", input) }
        } catch let error as NoticeBoardError {
            demand([.unreadableResponse, .networkSignIn].contains(error.code), "an answer is a page or unreadable", input)
        } catch {
            demand(false, "every failure is the SDK's error", input)
        }
    }

    /// A redirect is refused, or followed to an http address without a secret for another origin.
    private static func redirects(_ input: [UInt8]) async {
        let location = String(decoding: input, as: UTF8.self)
        let stub = StubTransport { request in
            request.target == "/api/start"
                ? HTTPResponse(status: 307, headers: ["Location": location]) : HTTPResponse(status: 200)
        }
        let client = APIClient(APIClient.Configuration(baseURL: base, token: .bearer("secret"), retry: .never), transport: stub)
        _ = try? await client.response(for: EndpointRequest.get("start"))
        for request in stub.requests.dropFirst() {
            demand(request.origin.isSecure, "https does not fall to http", input)
            demand(request.origin.text == "https://host" || request.headers[.authorization] == nil, "secrets stay at home", input)
            demand(
                request.target.hasPrefix("/") && !request.target.utf8.contains { $0 <= 0x20 || $0 >= 0x7F },
                "a target is one word", input)
        }
    }

    /// A parsed date is written back as the same date.
    private static func dates(_ input: [UInt8]) async {
        let text = String(decoding: input, as: UTF8.self)
        guard let date = RFC3339.date(text), let written = RFC3339.text(date), let again = RFC3339.date(written) else { return }
        demand(abs(again.timeIntervalSince(date)) <= 0.0006, "a date survives writing", input)
    }

    /// What a server asks to wait is a number of seconds, or nothing.
    private static func waits(_ input: [UInt8]) async {
        let text = String(decoding: input, as: UTF8.self)
        let stub = StubTransport { _ in HTTPResponse(status: 429, headers: [.retryAfter: text]) }
        let client = APIClient(APIClient.Configuration(baseURL: base, retry: .never), transport: stub)
        do {
            _ = try await client.response(for: EndpointRequest.get("a"))
        } catch {
            guard case .retry(let wait)? = (error as? NoticeBoardError)?.remedy else {
                return demand(false, "a 429 may be tried again", input)
            }
            demand(wait.map { $0 >= 0 } ?? true, "a wait is not negative", input)
        }
    }

    /// Any name of a part is written in one line and between its quotes.
    private static func parts(_ input: [UInt8]) async {
        let name = String(decoding: input, as: UTF8.self)
        let part = Multipart.Part.data(name, Data("value".utf8), fileName: name, contentType: "a/b")
        let endpoint = EndpointRequest.post("a", body: .multipart(Multipart([part])))
        guard let body = try? RequestBuilder(baseURL: base).request(for: endpoint).body?.bytes() else {
            return demand(false, "every name can be sent", input)
        }
        let lines = String(decoding: body, as: UTF8.self).components(separatedBy: "\r\n")
        demand(lines.count == 7 && lines[2] == "Content-Type: a/b" && lines[4] == "value", "a name adds no line", input)
        demand(lines[1].utf8.count { $0 == UInt8(ascii: "\"") } == 4, "a name stays between its quotes", input)
    }
}
