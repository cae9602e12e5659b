import Foundation
import NoticeBoardBase
import Testing

@Suite("StoredJSON", .serialized, .inTurn, .timeLimit(.minutes(1))) struct StoredJSONTests {
    private struct Note: Codable, Equatable {
        var text = "a/b"
        var format = 2
        var count: Int?
    }

    private func read(_ text: String, newest: Int = 2) throws -> Note? {
        try StoredJSON.value(in: Data(text.utf8), newest: newest, "A note")
    }

    @Test("Encodes equal values to equal bytes with sorted keys and plain slashes") func bytes() throws {
        let data = try StoredJSON.data(of: Note(count: 3))
        #expect(String(decoding: data, as: UTF8.self) == #"{"count":3,"format":2,"text":"a/b"}"#)
        #expect(try StoredJSON.value(Note.self, in: data, newest: 2, "A note") == Note(count: 3))
    }

    @Test("Tells data of a newer format from unreadable data") func newer() throws {
        #expect(try read(#"{"format":1,"text":"old"}"#) == Note(text: "old", format: 1))
        for text in [#"{"format":3,"text":"new"}"#, #"{"format":3}"#] {
            let error = #expect(throws: NoticeBoardError.self) { try read(text) }
            #expect(error?.code == .storeTooNew)
            #expect(error?.remedy == .updateApp)
            #expect(error?.description.contains("A note: format 3.") == true)
        }
        #expect(try read(#"{"format":3,"text":"new"}"#, newest: 3)?.text == "new")
        for text in ["", "[]", "{", #"{"format":2}"#, #"{"text":"a"}"#, #"{"format":"3","text":"a"}"#] {
            #expect(try read(text) == nil)
        }
    }
}
