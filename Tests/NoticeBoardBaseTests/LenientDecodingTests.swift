import Foundation
import NoticeBoardBase
import Testing

@Suite("Lenient decoding", .serialized, .inTurn, .timeLimit(.minutes(1))) struct LenientDecodingTests {
    private enum Key: String, CodingKey { case value, other }

    /// The results of all accessors for one value.
    private struct Reading: Decodable, Equatable {
        var number: Int?
        var count = 0
        var text: String?
        var flag: Bool?
        var holds = true
        var list: [Int]?

        init(
            number: Int? = nil, count: Int = 0, text: String? = nil, flag: Bool? = nil, holds: Bool = true, list: [Int]? = nil
        ) {
            (self.number, self.count, self.text, self.flag, self.holds, self.list) = (number, count, text, flag, holds, list)
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            (number, count, text) = (container.number(.value), container.count(.value), container.text(.value))
            (flag, holds, list) = (container.flag(.value), container.holds(.value), container.value(.value))
        }
    }

    private static let cases: [(String, Reading)] = [
        ("12", Reading(number: 12, count: 12, text: "12")), ("-3", Reading(number: -3, text: "-3")),
        ("0", Reading(number: 0, text: "0", flag: false)), ("1", Reading(number: 1, count: 1, text: "1", flag: true)),
        ("2", Reading(number: 2, count: 2, text: "2")), ("12.5", Reading()), ("12.0", Reading(number: 12, count: 12, text: "12")),
        ("1e30", Reading()), (#""12""#, Reading(number: 12, count: 12, text: "12")), (#""-3""#, Reading(number: -3, text: "-3")),
        (#"" 12""#, Reading(text: " 12")), (#""12.5""#, Reading(text: "12.5")), (#""""#, Reading(text: "")),
        (#""9223372036854775808""#, Reading(text: "9223372036854775808")), ("9223372036854775808", Reading()),
        (#""0""#, Reading(number: 0, text: "0", flag: false)), (#""1""#, Reading(number: 1, count: 1, text: "1", flag: true)),
        ("true", Reading(flag: true)), ("false", Reading(flag: false)), (#""true""#, Reading(text: "true", flag: true)),
        (#""FALSE""#, Reading(text: "FALSE", flag: false)), (#""yes""#, Reading(text: "yes")), ("null", Reading(holds: false)),
        ("[1, 2]", Reading(list: [1, 2])), ("[]", Reading(list: [])), (#"["1"]"#, Reading()), ("{}", Reading()),
    ]

    @Test(
        "Converts between JSON numbers, strings and booleans only when unambiguous", arguments: cases.map(\.0))
    func readings(json: String) throws {
        let reading = try #require(Self.cases.first { $0.0 == json }?.1)
        #expect(try JSONDecoder().decode(Reading.self, from: Data(#"{"value": \#(json), "other": 7}"#.utf8)) == reading)
    }

    @Test("Returns nil or a default for an absent key") func absent() throws {
        #expect(try JSONDecoder().decode(Reading.self, from: Data(#"{"other": 7}"#.utf8)) == Reading(holds: false))
    }

    private struct Needy: Decodable {
        let value: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            value = try container.required(.value, container.number(.value))
        }
    }

    @Test("A required value fails as missing or as unreadable, with its coding path") func required() throws {
        func error(_ json: String) -> DecodingError? {
            do {
                _ = try JSONDecoder().decode([Needy].self, from: Data(json.utf8))
                return nil
            } catch { return error as? DecodingError }
        }
        #expect(try JSONDecoder().decode([Needy].self, from: Data(#"[{"value": "5"}]"#.utf8)).map(\.value) == [5])
        if case .keyNotFound(let key, let context) = error(#"[{"other": 5}]"#) {
            #expect(key.stringValue == "value")
            #expect(context.debugDescription == "missing")
            #expect(context.codingPath.count == 1)
        } else {
            Issue.record("nothing is said to be missing")
        }
        for json in [#"[{"value": "five"}]"#, #"[{"value": null}]"#] {
            guard case .typeMismatch(let type, let context) = error(json) else {
                Issue.record("nothing is said to be unreadable")
                continue
            }
            #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
            #expect(context.debugDescription == "unreadable")
            #expect(context.codingPath.count == 2)
            #expect(context.codingPath.last?.stringValue == "value")
        }
    }
}
