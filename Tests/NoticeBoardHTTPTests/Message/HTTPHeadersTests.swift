import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("HTTPHeaders", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HTTPHeadersTests {
    @Test("Header names ignore case and keep their spelling") func names() {
        let headers: HTTPHeaders = ["SesacKey": "k"]
        #expect(headers["sesackey"] == "k")
        #expect(headers.first?.name.text == "SesacKey")
    }

    @Test("Setting a header replaces all its values") func values() {
        var headers: HTTPHeaders = ["Set-Cookie": "a", "X": "1", "set-cookie": "b"]
        #expect(headers.values(of: "SET-COOKIE") == ["a", "b"])
        headers["Set-Cookie"] = "c"
        #expect(headers.map(\.value) == ["c", "1"])
        headers["set-cookie"] = nil
        #expect(headers.map(\.value) == ["1"])
        headers.append("2", for: "x")
        #expect(headers.values(of: "X") == ["1", "2"])
    }

    @Test("Repeated fields are joined with commas") func joined() {
        let headers: HTTPHeaders = ["Vary": "Accept", "X": "1", "vary": "Cookie", "VARY": "Origin"]
        #expect(headers["Vary"] == "Accept, Cookie, Origin")
        #expect(headers.values(of: "Vary") == ["Accept", "Cookie", "Origin"])
    }

    @Test(
        "Single-value fields are not joined",
        arguments: ["Set-Cookie", "Content-Type", "Location", "Date"] as [HTTPHeaderName])
    func notJoined(name: HTTPHeaderName) {
        var headers = HTTPHeaders()
        headers.append("first", for: name)
        headers.append("second", for: name)
        #expect(headers[name] == "first")
    }

    @Test("Merging replaces named fields and keeps the rest") func merge() {
        var headers: HTTPHeaders = ["A": "1", "B": "2"]
        headers.merge(["b": "3", "B": "4", "C": "5"])
        #expect(headers.map { "\($0.name.text)=\($0.value)" } == ["A=1", "b=3", "B=4", "C=5"])
    }

    @Test("Returns nil for a name that is not a token", arguments: ["", "a b", "a:b", "a\r\n", "é", "a\"b", "(a)"])
    func foreignNames(
        text: String
    ) {
        #expect(HTTPHeaderName(text) == nil)
    }

    #if os(macOS) || os(Linux)
        @Test("An invalid header name literal stops the program") func literalNames() async {
            await #expect(processExitsWith: .failure) {
                let name: HTTPHeaderName = "not a name"
                _ = name
            }
        }
    #endif
}

@Suite("HTTPOrigin", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HTTPOriginTests {
    @Test(
        "Recognizes only loopback addresses as this machine",
        arguments: [
            ("localhost", true), ("LOCALHOST", true), ("127.0.0.1", true), ("127.8.9.1", true), ("::1", true),
            ("127.0.0.1.evil.example", false),
            ("127.evil.example", false), ("localhost.evil.example", false), ("10.0.0.1", false), ("0.0.0.0", false),
            ("128.0.0.1", false),
            ("127.0.0.256", false),
        ])
    func thisMachine(host: String, expected: Bool) {
        #expect(HTTPOrigin(isSecure: false, host: host)?.isThisMachine == expected)
    }

    @Test("Compares origins by scheme, case-insensitive host and port") func equality() {
        #expect(HTTPOrigin(host: "Host") == HTTPOrigin(host: "host", port: 443))
        #expect(HTTPOrigin(host: "host") != HTTPOrigin(isSecure: false, host: "host"))
        #expect(HTTPOrigin(host: "host", port: 0) == nil)
        #expect(HTTPOrigin(host: "") == nil)
    }
}
