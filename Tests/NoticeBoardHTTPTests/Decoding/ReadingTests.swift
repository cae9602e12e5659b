import Foundation
import NoticeBoardBase
import NoticeBoardHTTP
import Testing

@Suite("Descriptions of decoding errors", .serialized, .inTurn, .timeLimit(.minutes(1))) struct ReadingTests {
    private struct Field<Value: Decodable>: Decodable { let value: Value }
    private struct Page: Decodable {
        let list: LossyList<Entry>
    }
    private struct Entry: Decodable, Equatable {
        let name: String
        let tags: [Int]
    }

    /// Returns the error of decoding `json` as an object with one field of `type`.
    private func error(_ type: (some Decodable).Type, _ json: String) -> NoticeBoardError? {
        func read<Value: Decodable>(_ type: Value.Type) -> NoticeBoardError? {
            #expect(throws: NoticeBoardError.self) { try JSONCoding().value(Field<Value>.self, in: Data(json.utf8)) }
        }
        return read(type)
    }

    @Test("Names the expected JSON type and never the actual value") func types() {
        let wrong = #"{"value": {"planted": true}}"#
        #expect(error(String.self, wrong)?.detail == "At value: not a text.")
        #expect(error(Bool.self, wrong)?.detail == "At value: not true or false.")
        #expect(error(Int.self, wrong)?.detail == "At value: not a whole number.")
        #expect(error(UInt8.self, wrong)?.detail == "At value: not a whole number.")
        #expect(error(Double.self, wrong)?.detail == "At value: not a number.")
        #expect(error(Float.self, wrong)?.detail == "At value: not a number.")
        #expect(error([Int].self, wrong)?.detail == "At value: not a list.")
        #expect(error([String: Int].self, #"{"value": [1]}"#)?.detail == "At value: not an object.")
        #expect(error(Date.self, #"{"value": "planted"}"#)?.detail == "At value: not a date.")
        #expect(error(Date.self, #"{"value": 7}"#)?.detail == "At value: not a text.")
        #expect(error(String.self, #"{"value": null}"#)?.detail == "At value: null where a text must be.")
        #expect(error(String.self, "{}")?.detail == "The body: the key value is missing.")
        #expect(error(String.self, "[]")?.detail == "The body: not an object.")
        #expect(error(URL.self, #"{"value": ""}"#)?.detail == "At value: not a value that can be read.")
        #expect(error(String.self, "{")?.detail == "The body: not valid JSON.")
    }

    @Test("Valid JSON of the wrong shape asks to update, invalid JSON asks to retry") func remedies() {
        for json in [#"{"value": 7}"#, "{}", "[]", #"{"value": null}"#] {
            #expect(error(String.self, json)?.remedy == .updateApp, "\(json)")
        }
        for json in ["{", "", "planted", #"{"value": "a"#, "\u{FEFF}"] {
            let error = error(String.self, json)
            #expect(error?.remedy == .retry(after: nil), "\(json)")
            #expect(error?.code == .unreadableResponse, "\(json)")
        }
        #expect(error(String.self, "")?.detail == "The body is empty.")
        #expect(error(String.self, "\u{FEFF}")?.detail == "The body is empty.")
    }

    @Test("Recognizes a web page by its first character after whitespace") func pages() {
        for text in ["<", " <p>", "\t<p>", "\r\n <p>}", "\u{FEFF}<p>"] {
            let error = error(String.self, text)
            #expect(error?.code == .networkSignIn, "\(text)")
            #expect(error?.detail == "The body is a web page and not JSON; the network may want a sign-in of its own.")
        }
        for text in ["{<", "x <p>", "\u{B}<p>", " \t\r\n", "{\"value\": 1 <"] {
            #expect(error(String.self, text)?.code == .unreadableResponse, "\(text)")
        }
    }

    @Test("Skips exactly one byte order mark") func mark() throws {
        let json = JSONCoding()
        let body = Data([0x20, 0xEF, 0xBB, 0xBF]) + Data("[1,22,333]".utf8)
        #expect(try json.value([Int].self, in: body.dropFirst()) == [1, 22, 333])
        #expect(try json.value([Int].self, in: Data("[1,22,333]".utf8)) == [1, 22, 333])
        #expect(try json.value(Int?.self, in: Data()) == nil)
        #expect(try json.value(Int?.self, in: Data([0xEF, 0xBB, 0xBF])) == nil)
        #expect(throws: NoticeBoardError.self) { try json.value([Int].self, in: body) }
        #expect(throws: EncodingError.self) { try json.data(of: [Date(timeIntervalSince1970: 1e14)]) }
        #expect(try json.data(of: [Date(timeIntervalSince1970: 0.5)]) == Data(#"["1970-01-01T00:00:00.500Z"]"#.utf8))
    }

    @Test("A lossy list reports its unreadable elements by index") func lossy() throws {
        let json = """
            {"list": [{"name": "a", "tags": [1]}, {"name": "b", "tags": [1, "x"]}, 7, {"name": "c", "tags": []},
            {"tags": []}, null]}
            """
        let list = try JSONCoding().value(Page.self, in: Data(json.utf8)).list
        #expect(list.elements == [Entry(name: "a", tags: [1]), Entry(name: "c", tags: [])])
        #expect(
            list.skipped.prefix(4) == [
                SkippedElement(index: 1, path: "tags[1]", reason: "not a whole number"),
                SkippedElement(index: 2, path: "", reason: "not an object"),
                SkippedElement(index: 4, path: "", reason: "the key name is missing"),
                SkippedElement(index: 5, path: "", reason: "null where an object must be"),
            ])
        #expect(list.rawCount == 6)
        #expect(list.skipped.count == 4)
    }

    @Test("Skips an element that throws its own error") func ownError() throws {
        struct Odd: Error {}
        struct Throwing: Decodable, Sendable { init(from decoder: any Decoder) throws { throw Odd() } }
        let list = try JSONCoding().value(LossyList<Throwing>.self, in: Data("[1]".utf8))
        #expect(list.elements.isEmpty)
        #expect(list.skipped.map(\.index) == [0])
        #expect(throws: NoticeBoardError.self) { try JSONCoding().value(LossyList<Int>.self, in: Data("{}".utf8)) }
    }

    @Test(
        "Skips only the element that Foundation cannot decode",
        arguments: [#""x\ud83d""#, "1.5", "9223372036854775808", "1e999", "-1e400", "null", "[]", "{}"])
    func unreadableElement(json: String) throws {
        let body = Data(#"[1, \#(json), 3]"#.utf8)
        let list = try JSONCoding().value(LossyList<Int>.self, in: body)
        #expect(list.elements == [1, 3])
        #expect(list.skipped.map(\.index) == [1])
    }

    @Test("A title cut within an emoji skips only its post") func loneSurrogate() throws {
        struct Post: Decodable, Sendable { let title: String }
        let body = Data(#"[{"title": "a"}, {"title": "cut \ud83d"}, {"title": "c"}]"#.utf8)
        let list = try JSONCoding().value(LossyList<Post>.self, in: body)
        #expect(list.elements.map(\.title) == ["a", "c"])
    }

    @Test("A number that does not fit asks to update the app", arguments: ["1.5", "9223372036854775808"])
    func numberDoesNotFit(number: String) {
        struct Post: Decodable { let id: Int }
        let error = #expect(throws: NoticeBoardError.self) {
            try JSONCoding().value(Post.self, in: Data(#"{"id": \#(number)}"#.utf8))
        }
        #expect(error?.code == .unreadableResponse)
        #expect(error?.remedy == .updateApp)
    }
}
