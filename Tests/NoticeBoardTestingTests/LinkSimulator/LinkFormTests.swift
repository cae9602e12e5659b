import Foundation
import NoticeBoardHTTP
import Testing

@testable import NoticeBoardTesting

@Suite("Reading forms in LinkSimulator", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LinkFormTests {
    private typealias Part = (head: String, content: String)
    private let simulator = LinkSimulator.small()

    private func refusal(_ message: String) -> String { #"400 {"message":"\#(message)"}"# }

    /// Returns the parts of a body, one line each, or `nil` for an invalid form.
    private func parts(_ body: String, _ type: String = "multipart/form-data; boundary=b") -> [String]? {
        SimulatedForm(Data(body.utf8), contentType: type)?.parts.map { part in
            [part.name, part.fileName ?? "-", part.contentType ?? "-", String(decoding: part.content, as: UTF8.self)]
                .joined(separator: "|")
        }
    }

    @Test("Reads parts in order with their names, types and bytes") func reading() {
        let text = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n"
        let file =
            "--b\r\ncontent-type:  x/y:z \r\nCONTENT-DISPOSITION: form-data; filename=\"f.g\"; name=\"n\"\r\n\r\n"
            + "\r\n--c\r\n\r\n"
        #expect(parts(text + file + "--b--\r\n") == ["a|-|-|one", "n|f.g|x/y:z|\r\n--c\r\n"])
        #expect(parts(text + text + "--b--\r\n") == ["a|-|-|one", "a|-|-|one"])
        #expect(parts("--b--\r\n") == [])
        let odd = "--b\r\nContent-Disposition: form-data; name=\"first\"; name=\"second\"\r\n\r\n\r\n\r\n--b--\r\n"
        #expect(parts(odd) == ["first|-|-|\r\n"])
        let open = "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"\r\n\r\none\r\n--b--\r\n"
        #expect(parts(open) == ["a|-|-|one"])
    }

    @Test(
        "Rejects forms that RFC 2046 and RFC 7578 do not allow",
        arguments: [
            "", "--b", "--b\r\n", "x--b--\r\n", "--b--", "--b--\r\n\r\n", "-b--\r\n", "--c--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--b",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--b--\r\n",
            "--bContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: attachment; name=\"a\"\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: name=\"a\"; form-data\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=a\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; title=\"a\"\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Type: x/y\r\n\r\none\r\n--b--\r\n", "--b\r\nContent-Disposition\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\nX: y\r\n\r\none\r\n--b--\r\n",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--b--\r\nmore",
        ])
    func broken(body: String) {
        #expect(parts(body) == nil)
    }

    @Test("A boundary has 1 to 70 bytes") func boundaries() {
        func form(_ boundary: String, _ type: String = "multipart/form-data; boundary=") -> [String]? {
            parts(
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--\(boundary)--\r\n", type + boundary)
        }
        for length in [1, 2, 69, 70] { #expect(form(String(repeating: "x", count: length)) == ["a|-|-|one"]) }
        for length in [0, 71, 72] { #expect(form(String(repeating: "x", count: length)) == nil) }
        for type in ["", "multipart/form-data;boundary=", "Multipart/form-data; boundary=", " multipart/form-data; boundary="] {
            #expect(form("b", type) == nil)
        }
    }

    @Test(
        "Rejects unknown and repeated fields of a post",
        arguments: [
            ([("name=\"nick\"", "a")], "There is an unknown field."), ([("name=\"profile\"", "a")], "There is an unknown field."),
            ([("name=\"title\"; filename=\"a.png\"\r\nContent-Type: image/png", "a")], "There is an unknown field."),
            ([("name=\"title\"", "a"), ("name=\"title\"", "b")], "A field comes twice."),
            ([("name=\"content6\"", "a")], "There is an unknown field."), ([], "The body is no form, or an empty one."),
        ] as [([(String, String)], String)])
    func fields(parts: [(String, String)], message: String) async throws {
        let me = try await LinkStranger.first(simulator)
        for line in ["POST /post", "PUT /post/p2"] {
            #expect(try await me.received(line, form: parts.map { (head: $0.0, content: $0.1) }) == refusal(message))
        }
        #expect(try await me.received("POST /post", "{}") == refusal("The body is no form, or an empty one."))
        #expect(simulator.posts == LinkSimulator.small().posts)
        #expect(simulator.files.isEmpty)
    }

    @Test("Rejects a field that is not UTF-8") func encoding() async throws {
        let origin = try #require(HTTPOrigin(host: "example.com"))
        _ = try await LinkStranger.first(simulator)
        let head = Data("--b\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\n".utf8)
        let request = HTTPRequest(
            method: .post, origin: origin, target: "/post",
            headers: [
                "SesacKey": "simulator-key", "Authorization": "access.2.u1", "Content-Type": "multipart/form-data; boundary=b",
            ], body: .data(head + [0xFF] + Data("\r\n--b--\r\n".utf8)))
        let answer = try await simulator.send(request)
        #expect("\(answer.status) \(String(decoding: answer.body, as: UTF8.self))" == refusal("A field is no UTF-8."))
        #expect(simulator.posts.count == 3)
    }

    @Test("Accepts files only with a known extension and its matching content type") func types() async throws {
        let me = try await LinkStranger.first(simulator)
        let right = [
            "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif", "pdf": "application/pdf",
            "JPG": "image/jpeg", "Pdf": "application/pdf",
        ]
        let no = refusal("A file has another name or type than the service takes.")
        for (end, type) in right {
            for other in Set(right.values) {
                let part = Part("name=\"file\"; filename=\"a~ b.c.\(end)\"\r\nContent-Type: \(other)", "x")
                let answer = try await me.received("POST /post", form: [part])
                #expect(other == type ? answer.contains(".\(end.lowercased())\"]") : answer == no)
            }
        }
        #expect(simulator.posts.count == 10)
        #expect(simulator.files.count == 7)
        for name in ["a.exe", "png", ".", "a.", "png.a", "a\u{7F}.png", "a\u{1F}.png", "한.png"] {
            let part = Part("name=\"file\"; filename=\"\(name)\"\r\nContent-Type: image/png", "x")
            #expect(try await me.received("POST /post", form: [part]) == no, "\(name)")
        }
        #expect(try await me.received("POST /post", form: [("name=\"file\"", "x")]) == no)
        #expect(try await me.received("POST /post", form: [("name=\"file\"; filename=\"a.png\"", "x")]) == no)
    }

    @Test("Stores no file of a rejected form") func numbers()
        async throws
    {
        let me = try await LinkStranger.first(simulator)
        let file = Part("name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png", "x")
        let picture = Part("name=\"profile\"; filename=\"a.png\"\r\nContent-Type: image/png", "x")
        let many = refusal("There are too many files.")
        #expect(try await me.received("POST /post", form: Array(repeating: file, count: 6)) == many)
        #expect(try await me.received("PUT /post/p2", form: Array(repeating: file, count: 6)) == many)
        #expect(try await me.received("PUT /profile/me", form: [picture, picture]) == many)
        #expect(simulator.files.isEmpty)
        #expect(simulator.posts == LinkSimulator.small().posts)
        #expect(try await me.received("POST /post", form: Array(repeating: file, count: 5)).hasPrefix("200 "))
        #expect(try await me.received("PUT /profile/me", form: [picture]).hasPrefix("200 "))
        #expect(simulator.files.count == 6)
    }

    @Test("Accepts files from one byte up to the call's limit") func sizes() async throws {
        let me = try await LinkStranger.first(simulator)
        let wrong = refusal("A file is empty or too large.")
        for (line, name, most) in [("PUT /profile/me", "profile", 1_048_576), ("POST /post", "file", 10_485_760)] {
            for (count, isRight) in [(0, false), (1, true), (most, true), (most + 1, false)] {
                let content = String(repeating: "x", count: count)
                let part = Part("name=\"\(name)\"; filename=\"a.png\"\r\nContent-Type: image/png", content)
                let answer = try await me.received(line, form: [part])
                #expect(isRight ? answer.hasPrefix("200 ") : answer == wrong)
            }
        }
        #expect(simulator.files.values.map(\.count).sorted() == [1, 1, 1_048_576, 10_485_760])
    }
}
