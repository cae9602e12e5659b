import Foundation
import NoticeBoardBase
import Testing

@testable import NoticeBoardSearch

/// Tests keys, rejected keywords, equality and descriptions of entries.
@Suite("SearchHistoryEntry", .serialized, .inTurn, .timeLimit(.minutes(1))) struct HistoryEntryTests {
    private typealias Key = SearchHistoryEntry.Key

    private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    @Test(
        "A keyword is stored composed and without surrounding white space",
        arguments: [
            ("", ""), (" ", ""), ("   ", ""), ("가", "가"), (" 가", "가"), ("가 ", "가"), ("\t 가  나 \n", "가  나"),
            ("\u{3000}가\u{3000}", "가"),
            ("\u{A0}!\u{2028}", "!"), ("\u{85}~\u{1680}", "~"), ("、 가 、", "、 가 、"), ("\u{205F}\u{3001}\u{202F}", "\u{3001}"),
            ("\u{7F}가\u{7F}", "\u{7F}가\u{7F}"), ("가\u{200B}", "가\u{200B}"), (" e\u{301}", "é"),
            ("\u{1112}\u{1161}\u{11AB} ", "한"),
        ])
    func normalised(_ typed: String, _ kept: String) {
        #expect(Array(Key(typed).keyword.utf8) == Array(kept.utf8))
        #expect(Key(typed) == Key(kept))
        #expect(Key(typed).target == .all)
        #expect(Key(typed, target: .title) != Key(kept))
        #expect(Array(SearchHistoryEntry(keyword: typed, lastUsed: date(0)).keyword.utf8) == Array(kept.utf8))
    }

    @Test("A keyword needs one visible character") func invisible() {
        for scalar in [
            0x00, 0x1F, 0x20, 0x7F, 0x85, 0x9F, 0xA0, 0xAD, 0x34F, 0x115F, 0x2003, 0x200B, 0x2028, 0x2800, 0x3000, 0x3164, 0xFFF9,
            0xE0041,
        ] {
            let keyword = Unicode.Scalar(UInt32(scalar)).map { String(Character($0)) } ?? ""
            let refusal = Key(keyword + keyword, target: .all).refusal
            #expect(
                refusal == NoticeBoardError(.invalidInput, "The keyword is empty or blank.", remedy: .fixInput(.keyword)),
                "\(scalar)")
            #expect(Key(keyword + "!" + keyword, target: .all).refusal == nil)
        }
        #expect(Key("").refusal != nil)
        for scalar in [0x21, 0x7E, 0xA1, 0x301, 0x27FF, 0x2801, 0x3001, 0x3131, 0xABFF, 0xAC00, 0xD7A3, 0xD7B0, 0x1F600] {
            #expect(
                Key(Unicode.Scalar(UInt32(scalar)).map { String(Character($0)) } ?? "", target: .all).refusal == nil)
        }
    }

    @Test("A keyword has at most 32,768 bytes and a target 255") func longest() {
        func refusal(_ keyword: Int, _ target: Int) -> NoticeBoardError? {
            Key(String(repeating: "a", count: keyword), target: SearchTarget(rawValue: String(repeating: "t", count: target)))
                .refusal
        }
        #expect(refusal(32_768, 255) == nil)
        #expect(refusal(1, 0) == nil)
        #expect(refusal(32_767, 254) == nil)
        let keyword = NoticeBoardError(
            .invalidInput, "The keyword has 32769 bytes; at most 32768 are kept.", remedy: .fixInput(.keyword))
        #expect(refusal(32_769, 255) == keyword)
        #expect(refusal(32_769, 256) == keyword)
        #expect(
            refusal(32_768, 256)
                == NoticeBoardError(
                    .invalidInput, "The target's name has 256 bytes; at most 255 are kept.", remedy: .fixInput(.target)))
    }

    @Test("Keys are equal only if every byte of keyword and target is, also with equal hashes") func keys() {
        func key(_ keyword: String, _ target: String = "all") -> Key { Key(keyword, target: SearchTarget(rawValue: target)) }
        for (one, other) in [("declinate", "macallums"), ("hkcq", "qepxpqt"), ("qepxpqt", "hkcq"), ("sjamr", "ikgxcgl")] {
            #expect(key(one).hashValue == key(other).hashValue)
            #expect(key(one) != key(other))
            #expect(key(one) == key(one))
        }
        let targets = ["", "a", "title", "titles", "xitle", "titlx"]
        for one in targets {
            for other in targets { #expect((key("가", one) == key("가", other)) == (one == other), "\(one) \(other)") }
        }
        #expect("".hasSameBytes(as: ""))
        #expect(!"".hasSameBytes(as: "a"))
        #expect(!"é".hasSameBytes(as: "e\u{301}"))
    }

    @Test("Two entries are equal if everything that a user sees is equal") func equality() {
        func entry(
            _ keyword: String = "가", _ seconds: Double = 1, _ count: Int = 2, _ isPinned: Bool = false, _ sequence: UInt64 = 3,
            _ isImported: Bool = false
        )
            -> SearchHistoryEntry
        {
            SearchHistoryEntry(
                Key(keyword), date(seconds), useCount: count, isPinned: isPinned, sequence: sequence, isImported: isImported)
        }
        #expect(entry() == entry())
        #expect(entry() == entry("가", 1, 2, false, 9, true))
        #expect(entry().hashValue == entry("가", 1, 5, true).hashValue)
        for other in [entry("나"), entry("가", 5), entry("가", 1, 5), entry("가", 1, 2, true)] { #expect(entry() != other) }
        let counts: [(Int, Int)] = [(-5, 1), (0, 1), (1, 1), (2, 2), (4_294_967_295, 4_294_967_295), (.max, 4_294_967_295)]
        for (given, kept) in counts { #expect(entry("가", 1, given).useCount == kept) }
        let made = entry("가", 1, 2, true, 7, true)
        #expect(made.summary == "가#7×2*↓@1")
        #expect(made.with(sequence: 5, isImported: false).summary == "가#5×2*@1")
        #expect(made.id == Key("가"))
        #expect(made.lastUsed == date(1))
    }

    @Test("A decoded export contains everything that a user sees") func exported() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let made = SearchHistoryEntry(keyword: " 가 ", target: .title, lastUsed: date(1.5), useCount: 3, isPinned: true)
        let text = #"{"isPinned":true,"keyword":"가","lastUsed":1.5,"target":"title","useCount":3}"#
        #expect(String(decoding: try encoder.encode(made), as: UTF8.self) == text)
        let read = try JSONDecoder().decode(SearchHistoryEntry.self, from: Data(text.utf8))
        #expect(read == made)
        #expect(read.summary == "가#0×3*↓@1.5")
        #expect(read.target == .title)
        for name in ["keyword", "lastUsed", "target"] {
            let without = text.replacingOccurrences(of: "\"\(name)\":", with: "\"x\":")
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(SearchHistoryEntry.self, from: Data(without.utf8)) }
        }
        for name in ["useCount", "isPinned"] {
            for value in [#""x""#, "[]"] {
                let wrong = text.replacingOccurrences(of: "\"\(name)\":", with: "\"\(name)\":\(value),\"x\":")
                #expect(throws: DecodingError.self) { try JSONDecoder().decode(SearchHistoryEntry.self, from: Data(wrong.utf8)) }
            }
        }
    }

    @Test("Descriptions and dumps name the change and no keyword") func described() {
        let key = Key("비밀", target: .title)
        let one = SearchHistoryEntry(keyword: "비밀", target: .title, lastUsed: date(0), useCount: 2, isPinned: true)
        let policy = SearchHistoryPolicy(capacity: 3)
        let changes: [(SearchHistoryChange, String)] = [
            (.save(key), "save title: …"), (.delete([key, key]), "delete 2"),
            (.deleteEverywhere(keyword: "비밀"), "delete everywhere"),
            (.deleteAll(keepingPinned: true), "delete all, keeping pinned"), (.deleteAll(keepingPinned: false), "delete all"),
            (.deleteExpired, "delete expired"),
            (.pin(key, true), "pin title: …"), (.pin(key, false), "unpin title: …"), (.restore([one]), "restore 1"),
            (.add([one, one], source: "비밀"), "add 2 of a source"), (.erase, "erase"),
            (.record(.paused), "record paused"), (.setPolicy(policy), "set policy \(policy)"),
        ]
        for (change, text) in changes {
            #expect("\(change)" == text)
            #expect(String(reflecting: change) == text)
            #expect(Mirror(reflecting: change).children.map { "\($0.value)" } == [text])
        }
        let other = SearchHistoryEntry(keyword: "비밀", lastUsed: date(0))
        #expect("\(one)" == "title: …, used 2×, pinned")
        #expect("\(other)" == "all: …, used 1×")
        #expect("\(key)" == "title: …")
        #expect(String(reflecting: one) == "\(one)")
        #expect(String(reflecting: key) == "\(key)")
        #expect(Mirror(reflecting: one).children.map { "\($0.value)" } == ["\(one)"])
        #expect(Mirror(reflecting: key).children.map { "\($0.value)" } == ["\(key)"])
    }
}
