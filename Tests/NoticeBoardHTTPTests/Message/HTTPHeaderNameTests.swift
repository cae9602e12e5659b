import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("Header field names and values", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HTTPHeaderNameTests {
    /// Every header name of the library with its text and whether its value may be shown.
    private static let names: [(HTTPHeaderName, String, Bool)] = [
        (.accept, "Accept", true), (.acceptLanguage, "Accept-Language", false), (.authorization, "Authorization", false),
        (.cacheControl, "Cache-Control", false), ("Content-Disposition", "Content-Disposition", false),
        (.contentEncoding, "Content-Encoding", true), (.contentLength, "Content-Length", true),
        ("Content-Range", "Content-Range", false), (.contentType, "Content-Type", true), (.cookie, "Cookie", false),
        (.date, "Date", true), (.etag, "ETag", false), (.idempotencyKey, "Idempotency-Key", false),
        ("If-Match", "If-Match", false),
        (.ifModifiedSince, "If-Modified-Since", false), (.ifNoneMatch, "If-None-Match", false),
        (.lastModified, "Last-Modified", false), (.link, "Link", false), (.location, "Location", false),
        (.proxyAuthorization, "Proxy-Authorization", false), ("Range", "Range", false), (.retryAfter, "Retry-After", true),
        ("Server", "Server", true), ("Set-Cookie", "Set-Cookie", false), (.transferEncoding, "Transfer-Encoding", true),
        (.userAgent, "User-Agent", true), ("Vary", "Vary", false),
        ("SesacKey", "SesacKey", false),
    ]

    @Test("Known header names match the standard and reveal only harmless values", arguments: names)
    func standard(name: HTTPHeaderName, text: String, isShown: Bool) throws {
        #expect(name.text == text)
        #expect(name.description == text)
        let folded = try #require(HTTPHeaderName(text.lowercased()))
        let raised = try #require(HTTPHeaderName(text.uppercased()))
        #expect(folded == name)
        #expect(raised == name)
        #expect(folded.hashValue == name.hashValue)
        #expect(raised.hashValue == name.hashValue)
        let field = HTTPHeaders.Field(name: folded, value: "value")
        #expect(field.description == "\(text.lowercased()): " + (isShown ? "value" : "…"))
        #expect(HTTPHeaders(dictionaryLiteral: (name, "v"), ("X", "w")).description == "\(text): \(isShown ? "v" : "…"), X: …")
        #expect(Self.names.filter { $0.0 == name }.count == 1)
    }

    @Test("A header name accepts exactly the token characters") func letters() throws {
        let token = Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&'*+-.^_`|~".utf8)
        var seen: Set<HTTPHeaderName> = []
        for byte in UInt8.min...127 {
            let letter = String(decoding: [byte], as: UTF8.self)
            #expect((HTTPHeaderName(letter) != nil) == token.contains(byte), "\(byte)")
            #expect((HTTPHeaderName("a\(letter)") != nil) == token.contains(byte), "\(byte)")
            if let name = HTTPHeaderName(letter) { seen.insert(name) }
        }
        // Of the 77 characters, 26 differ from another one only in case.
        #expect(token.count == 77)
        #expect(seen.count == 51)
        let (one, other): (HTTPHeaderName, HTTPHeaderName) = ("ab", "ac")
        #expect(one != other)
        #expect(one != "a")
        #expect(one != "abc")
    }

    @Test("Replaces repeated values in the first position") func setting() {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3", "A": "4", "C": "5", "a": "6"]
        #expect(headers["a"] == "1, 3, 4, 6")
        #expect(headers["D"] == nil)
        headers["a"] = "7"
        #expect(headers.map { "\($0.name.text)=\($0.value)" } == ["A=7", "B=2", "C=5"])
        headers["D"] = "8"
        #expect(headers.map { "\($0.name.text)=\($0.value)" } == ["A=7", "B=2", "C=5", "D=8"])
        headers["b"] = nil
        headers["x"] = nil
        #expect(headers.map(\.value) == ["7", "5", "8"])
        #expect(headers.startIndex == 0)
        #expect(headers.endIndex == 3)
        #expect(headers[1] == .init(name: "C", value: "5"))
        #expect(HTTPHeaders().isEmpty)
        #expect(HTTPHeaders() == [:])
    }

    @Test("A header value accepts every ASCII byte except CR, LF and NUL") func values() throws {
        let origin = try #require(HTTPOrigin(host: "host"))
        let base = try #require(HTTPRequest(origin: origin, target: "/").url)
        for byte in UInt8.min...127 {
            let value = "a\(String(decoding: [byte], as: UTF8.self))b"
            let isRight = ![0, 10, 13].contains(byte)
            let call = EndpointRequest.get("a", headers: ["X-Own": value])
            for builder in [RequestBuilder(baseURL: base), RequestBuilder(baseURL: base, headers: ["X-Own": value])] {
                do {
                    _ = try builder.request(for: builder.isBare ? call : .get("a"))
                    #expect(isRight, "\(byte)")
                } catch {
                    #expect(!isRight, "\(byte)")
                    #expect(error.remedy == .fixInput(.header("X-Own")), "\(byte)")
                    #expect(error.detail == "The value of the header X-Own holds a line break or a NUL.")
                }
            }
        }
    }
}

extension RequestBuilder {
    /// Whether the builder adds no header of its own.
    fileprivate var isBare: Bool { (try? request(for: .get("a")).headers.isEmpty) == true }
}
