import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import NoticeBoardTesting
import TestSupport
import Testing

@Suite("Curl commands", .inTurn, .trialLimit(minutes: 1)) struct CurlCommandTests {
    private func request(
        _ method: HTTPMethod = .post, _ target: String = "/a", headers: HTTPHeaders = [:], body: HTTPBody? = nil
    ) throws -> HTTPRequest {
        let origin = try #require(HTTPOrigin(scheme: .https, host: "host"))
        return HTTPRequest(method: method, origin: origin, target: target, headers: headers, body: body)
    }

    private func text(_ text: String) -> HTTPBody { .data(Data(text.utf8)) }

    @Test("Escapes a quotation mark before any combining mark", arguments: HostileRequests.marks)
    func quotes(mark: String) throws {
        let body = "'\(mark)\u{600}'"
        let line = try request(headers: [.contentType: "'\(mark)"], body: text(body)).curlWithEverySecret
        let words = try #require(ShellWords.words(of: line))
        #expect(words.last == Array(body.utf8))
        let shown = try request(headers: [.contentType: "'\(mark)"]).curl
        #expect(ShellWords.words(of: shown)?.contains(Array("Content-Type: '\(mark)".utf8)) == true)
    }

    @Test("A body starting with @ is not read as a file name") func data() throws {
        let line = try request(headers: [.contentType: "a/b"], body: text("@/etc/hostname")).curlWithEverySecret
        #expect(line == "curl -X 'POST' 'https://host/a' -H 'Content-Type: a/b' --data-raw '@/etc/hostname'")
        #expect(try request(headers: [.contentType: "a/b"], body: text("@")).curl.hasSuffix(" --data-raw '… (1 bytes)'"))
    }

    @Test("A HEAD command uses -I") func head() throws {
        #expect(try request(.head).curlWithEverySecret == "curl -I 'https://host/a'")
        #expect(try request(.head).curl == "curl -I 'https://host/…'")
    }

    @Test("Keeps empty header fields") func emptyField() throws {
        let line = try request(.get, headers: ["X": "", "Y": " \t", "Accept": ""]).curlWithEverySecret
        #expect(line == "curl -X 'GET' 'https://host/a' -H 'X;' -H 'Y;' -H 'Accept;'")
        #expect(try request(.get, headers: ["Accept": ""]).curl == "curl -X 'GET' 'https://host/…' -H 'Accept;'")
    }

    @Test("Keeps dots and brackets of a URL unchanged") func address() throws {
        #expect(try request(.get, "/a/../b").curlWithEverySecret == "curl -X 'GET' --path-as-is 'https://host/a/../b'")
        #expect(try request(.get, "/%2E%2e/b").curlWithEverySecret == "curl -X 'GET' --path-as-is 'https://host/%2E%2e/b'")
        #expect(try request(.get, "/a?b[]=1").curlWithEverySecret == "curl -X 'GET' --globoff 'https://host/a?b[]=1'")
        #expect(try request(.get, "/a?b[]=1").curl == "curl -X 'GET' --globoff 'https://host/…?b[]=…'")
    }

    @Test("Replaces curl's own body headers with the ones a transport sends") func framing() throws {
        #expect(try request(.put).curlWithEverySecret == "curl -X 'PUT' 'https://host/a' -H 'Content-Length: 0'")
        let line = try request(.put, headers: ["Content-Length": "9", "Expect": "x"], body: text("a")).curlWithEverySecret
        #expect(line == "curl -X 'PUT' 'https://host/a' -H 'Content-Type: application/octet-stream' --data-raw 'a'")
    }

    @Test("A command is a single line without terminal control characters") func terminal() throws {
        let hostile = "\u{1B}]0;x\u{7}\n\u{7F}\u{85}\u{202E}\u{2028}'"
        let line = try request(headers: ["X": "\u{1B}[31m", "Accept": "\u{9B}31m"], body: text(hostile)).curlWithEverySecret
        #expect(line.unicodeScalars.allSatisfy { ![.control, .format, .lineSeparator].contains($0.properties.generalCategory) })
        #expect(ShellWords.words(of: line)?.last == Array(hostile.utf8))
        #expect(try request(.get, headers: ["Accept": "\u{1B}a"]).curl.hasSuffix(" -H 'Accept: '$'\\033''a'"))
    }

    @Test(
        "Reports why a body cannot be shown as a command",
        arguments: [
            (.data(Data([0xFF])), "the body is not text"), (.data(Data("a\0b".utf8)), "the body is not text"),
            (.data(Data(repeating: 97, count: 100_001)), "it is too long for a shell"),
            (.pieces([.data(Data(repeating: 97, count: 100_001))]), "it is too long for a shell"),
            (.pieces([.data(Data([0xC3])), .data(Data([0x28]))]), "the body is not text"),
        ] as [(HTTPBody, String)])
    func refusedBodies(body: HTTPBody, reason: String) throws {
        #expect(try request(body: body).curlWithEverySecret == "cannot be shown as a command: \(reason)")
    }

    @Test("Reports why a refused request cannot be shown as a command") func refusals() throws {
        let refused: [(HTTPRequest, String)] = [
            (try request(.head, body: text("a")), "a HEAD carries no body"),
            (try request(.get, body: text("a")), "a GET carries no body"),
            (try request(HTTPMethod(rawValue: "GET /x HTTP/1.1\r\n")), "the method is not a token"),
            (try request(.get, "a"), "the target is not a percent-encoded path"),
            (try request(.get, "/a b"), "the target is not a percent-encoded path"),
            (try request(.get, "/é"), "the target is not a percent-encoded path"),
            (try request(.get, headers: ["Accept": "a\r\nX: y"]), "a header holds a line break or a NUL"),
            (try request(.get, headers: ["X": "\0"]), "a header holds a line break or a NUL"),
        ]
        for (request, reason) in refused {
            #expect(request.curlWithEverySecret == "cannot be shown as a command: \(reason)")
            #expect(request.curl == "cannot be shown as a command: \(reason)")
        }
        let long = try request(.get, headers: ["X": String(repeating: "a", count: 100_000)])
        #expect(long.curlWithEverySecret == "cannot be shown as a command: it is too long for a shell")
    }

    @Test("Random requests survive shell parsing unchanged") func random() throws {
        let trials = RandomTrials()
        let file = ScratchFolder.url("it's a body")
        try Data("file".utf8).write(to: file)
        let origin = try #require(HTTPOrigin(scheme: .http, host: "::1"))
        var requests = HostileRequests(random: trials.random, origin: origin, file: file)
        for number in 0..<trials.count(1_000) {
            let request = requests.next(number: number)
            let words = try #require(ShellWords.words(of: request.curlWithEverySecret), "\(trials)")
            let command = try #require(CurlWords(words.map { String(decoding: $0, as: UTF8.self) }), "\(trials)")
            try #require(command.method == request.method.rawValue, "\(trials)")
            try #require(command.address == origin.text + request.target, "\(trials)")
            let owned: [HTTPHeaderName] = [.contentLength, .transferEncoding, "Expect"]
            let fields = request.headers.filter { !owned.contains($0.name) }.map { field in
                field.value.utf8.allSatisfy { $0 == 32 || $0 == 9 } ? "\(field.name);" : "\(field.name): \(field.value)"
            }
            try #require(
                command.fields.prefix(fields.count).elementsEqual(fields) { $0.utf8.elementsEqual($1.utf8) }, "\(trials)")
            if let body = request.body {
                let isFile = try body == .file(file)
                let expected = isFile ? Data("@\(file.path)".utf8) : try body.bytes()
                try #require(Data(command.data?.utf8 ?? "".utf8) == expected, "\(trials)")
            } else {
                try #require(command.data == nil, "\(trials)")
            }
            // The redacted command is equally safe to paste.
            try #require(ShellWords.words(of: request.curl) != nil, "\(trials)")
        }
    }
}

/// The words of a command as curl interprets them, for the options that a line may contain.
private struct CurlWords {
    var method = ""
    var address = ""
    var fields: [String] = []
    var data: String?

    init?(_ words: [String]) {
        var rest = words[...]
        guard rest.popFirst() == "curl" else { return nil }
        while let word = rest.popFirst() {
            switch word {
            case "-I": method = "HEAD"
            case "--path-as-is", "--globoff": break
            case "-X", "-H", "--data-raw", "--data-binary":
                guard let value = rest.popFirst() else { return nil }
                if word == "-X" { method = value } else if word == "-H" { fields.append(value) } else { data = value }
            default:
                guard address.isEmpty else { return nil }
                address = word
            }
        }
    }
}
