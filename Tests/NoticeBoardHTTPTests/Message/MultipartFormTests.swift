import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("A form's parts and what stands between them", .serialized, .inTurn, .timeLimit(.minutes(1))) struct MultipartFormTests {
    @Test("A boundary has 32 letters and digits, drawn from all of them") func boundaries() {
        let drawn = (0..<100).map { _ in Multipart().boundary }
        #expect(drawn.allSatisfy { $0.hasPrefix("NoticeBoard-") && $0.utf8.count == 44 } && Set(drawn).count == 100)
        let letters = Set(drawn.flatMap { $0.dropFirst(12) })
        #expect(letters == Set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"))
    }

    @Test("A part has what it was given, and each short form says what it is") func parts() {
        let url = URL(fileURLWithPath: "/a/b c.png")
        let data = Data("d".utf8)
        let expected: [(Multipart.Part, Multipart.Part)] = [
            (.text("n", "d"), Multipart.Part(name: "n", content: .data(data))),
            (
                .data("n", data, fileName: "f", contentType: "t"),
                Multipart.Part(name: "n", fileName: "f", contentType: "t", content: .data(data))
            ),
            (
                .file("n", url),
                Multipart.Part(name: "n", fileName: "b c.png", contentType: "application/octet-stream", content: .file(url))
            ),
            (
                .file("n", url, fileName: "f", contentType: "t"),
                Multipart.Part(name: "n", fileName: "f", contentType: "t", content: .file(url))
            ),
        ]
        for (part, whole) in expected {
            #expect(part == whole && part.description == "n")
            #expect((part.name, part.fileName, part.contentType) == (whole.name, whole.fileName, whole.contentType))
        }
        let plain = Multipart.Part(name: "n", content: .data(data))
        #expect(plain.fileName == nil && plain.contentType == nil && plain.name == "n" && plain.content == .data(data))
        #expect(Multipart([plain, plain]).parts == [plain, plain] && Multipart().parts.isEmpty)
    }

    @Test("Its body is the parts in their order, heads and files apart, and its length is known") func pieces() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("form-\(UUID().uuidString)")
        try Data("12345".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var form = Multipart([.text("a b", "1"), .file("f", file, fileName: "x y", contentType: "t/u")])
        form.boundary = "B"
        let builder = RequestBuilder(baseURL: try #require(URL(string: "https://host")))
        let request = try builder.request(for: .post("x", body: .multipart(form)))
        func text(_ text: String) -> HTTPBody.Piece { .data(Data(text.utf8)) }
        let head = "Content-Disposition: form-data; name="
        let pieces = [
            text("--B\r\n\(head)\"a b\"\r\n\r\n"), text("1"),
            text("\r\n--B\r\n\(head)\"f\"; filename=\"x y\"\r\nContent-Type: t/u\r\n\r\n"), .file(try FileSnapshot(file)),
            text("\r\n--B--\r\n"),
        ]
        #expect(request.body == .pieces(pieces) && request.headers == [.contentType: "multipart/form-data; boundary=B"])
        #expect(request.body?.length == HTTPBody.pieces(pieces).length)
        let file2 = try builder.request(for: .put("x", body: .file(file, contentType: "t/u")))
        #expect(try file2.body == .file(file) && file2.headers == [.contentType: "t/u"])
        let gone = RequestBody.file(file.appendingPathExtension("gone"), contentType: "t/u")
        let error = #expect(throws: NoticeBoardError.self) { try builder.request(for: .put("x", body: gone)) }
        #expect(error?.code == .fileUnavailable)
    }
}
