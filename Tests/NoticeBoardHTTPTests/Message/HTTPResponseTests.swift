import Foundation
import NoticeBoardHTTP
import Testing

@Suite("HTTPResponse: file names and links", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HTTPResponseTests {
    private func name(_ field: String) -> String? {
        HTTPResponse(status: 200, headers: ["content-disposition": field]).suggestedFileName
    }

    @Test(
        "Reads the file name from every Content-Disposition form",
        arguments: [
            ("attachment; filename=\"a.png\"", "a.png"), ("attachment;filename=a.png", "a.png"),
            ("inline; FILENAME = \"a b.png\" ; size=7", "a b.png"),
            ("attachment; filename=\"a;b,\\\"c\\\".png\"", "a;b,\"c\".png"),
            ("attachment; filename*=UTF-8''%ED%9A%8C%EC%9D%98%EB%A1%9D.hwp", "회의록.hwp"),
            ("attachment; filename=\"x.hwp\"; filename*=utf-8'ko'%ED%9A%8C%EC%9D%98.hwp", "회의.hwp"),
            ("attachment; filename*=iso-8859-1''caf%E9.txt", "café.txt"), ("attachment; filename=\"회의록.hwp\"", "회의록.hwp"),
            ("attachment; filename=\"%ED%9A%8C%EC%9D%98.hwp\"", "회의.hwp"), ("attachment; filename=\"100%.txt\"", "100%.txt"),
            ("attachment; filename*=UTF-8''%ZZ; filename=\"b.txt\"", "b.txt"),
            ("attachment; filename*=klingon''a; filename=b.txt", "b.txt"),
            (
                "attachment; filename=\"\(String(String.UnicodeScalarView("회의.hwp".utf8.map { Unicode.Scalar($0) })))\"",
                "회의.hwp"
            ), ("attachment; filename=\"\u{1112}\u{116C}.hwp\"", "회.hwp"),
        ])
    func names(field: String, name: String) throws {
        let found = try #require(self.name(field))
        #expect(Array(found.unicodeScalars) == Array(name.unicodeScalars), "\(found)")
    }

    @Test(
        "A file name contains no path, hidden prefix or control character",
        arguments: [
            ("attachment; filename=\"../../etc/passwd\"", "passwd"), ("attachment; filename=\"C:\\dir\\a.txt\"", "a.txt"),
            ("attachment; filename=\"..%2F..%2Fa.txt\"", "a.txt"), ("attachment; filename=\".bashrc\"", "bashrc"),
            ("attachment; filename=\"a\u{202E}gnp.exe\"", "agnp.exe"), ("attachment; filename*=UTF-8''a%00b%0D%0A.txt", "ab.txt"),
            ("attachment; filename=\"a.exe. .\"", "a.exe"),
            ("attachment; filename=\" .. \"", nil), ("attachment; filename=\"\"", nil), ("attachment", nil), ("", nil),
            ("attachment; filename=\"/\"", nil), ("attachment; filename*=UTF-8''", nil),
            ("attachment; filename=\"unended", "unended"),
        ] as [(String, String?)])
    func safety(field: String, name: String?) { #expect(self.name(field) == name) }

    @Test("Truncates a long file name and keeps its extension") func length() throws {
        let name = try #require(self.name("attachment; filename=\"\(String(repeating: "가", count: 200)).hwp\""))
        #expect(name == String(repeating: "가", count: 83) + ".hwp")
        let endless = try #require(self.name("attachment; filename=\"a.\(String(repeating: "b", count: 300))\""))
        #expect(endless.utf8.count == 255)
    }

    @Test("Finds the next page in the Link header") func links() {
        let response = HTTPResponse(
            status: 200,
            headers: [
                "Link": "<https://host/a?page=1,2>; rel=\"prev\", </b?x=%3E>; title=\"a, b\"; rel=\"last NEXT\"",
                "link": "<c>; rel=first",
            ])
        #expect(response.link("next")?.relativeString == "/b?x=%3E" && response.link("Next") == response.link("next"))
        #expect(response.link("prev")?.absoluteString == "https://host/a?page=1,2")
        #expect(response.link("first")?.relativeString == "c")
        #expect(response.link("up") == nil && HTTPResponse(status: 200).link("next") == nil)
    }
}
