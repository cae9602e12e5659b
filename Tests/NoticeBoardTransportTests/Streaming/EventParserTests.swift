import Foundation
import NoticeBoardBase
import NoticeBoardTesting
import Testing

@testable import NoticeBoardHTTP

@Suite("Event parser", .serialized, .inTurn, .timeLimit(.minutes(1))) struct EventParserTests {
    /// Streams that exercise each rule of the standard.
    static let corpus = [
        "data: one\n\n", "data: one\r\n\r\n", "data: one\r\r", "data: one\n\r\n", "data: one\r\n\n", "data\n\n", "data:\n\n",
        "data\ndata\n\n", "data:  two spaces\n\n", "data:none\n\n", "data:\tx\n\n", "data: a:b\n\n", " data: x\n\n",
        "data : x\n\n",
        "data: a\r\ndata: b\r\ndata: c\r\n\r\n", "data: a\rdata: b\r\r", "data: a\ndata: b", "data: a\n", "data: cut",
        "event: kind\ndata: x\n\ndata: y\n\n", "event: kind\n\ndata: y\n\n", "event\nevent: k\nevent\ndata: x\n\n",
        "id: 1\ndata: x\n\ndata: y\n\n", "id: 1\n\ndata: x\n\n", "id: 7\n\n", "id: 7\n", "id: 1\ndata: x\n\nid\ndata: y\n\n",
        "id: a\0b\ndata: x\n\n", "id: 1\n\nid: 2\0\ndata: x\n\n", "data: a\0b\n\n", "id: 1\ndata: x\n\nid: 2\ndata: cut",
        "retry: 15\n\n", "retry: 15", "retry:\n\n", "retry: -1\n\n", "retry: 1.5\n\n", "retry: 99999999999999999999\n\n",
        "retry: 10\nretry: x\n\n", "retry: 700000\n\n", "retry: ٣\n\n", ": comment\n\n", ":\n\n", ":data: x\n\n",
        "\u{FEFF}data: x\n\n", "\u{FEFF}\u{FEFF}data: x\n\n", "data: x\n\n\u{FEFF}data: y\n\n", "\u{FEFF}\n\ndata: x\n\n",
        "data: 😀\ndata: e\u{301}\n\n", "data:\u{301}x\n\n", "data: x\n\n\n\n\ndata: y\n\n", "\n\n\n", "", "\r", "\r\n\r\n",
        "foo: bar\ndata: x\n\n", "DATA: x\n\n", "data: x\u{2028}y\n\n", "data: x\u{85}data: y\n\n", "dataa: x\n\ndat: y\n\n",
    ]

    /// Parses a stream that arrives in these pieces.
    private func parsed(_ pieces: [ArraySlice<UInt8>]) throws -> ReferenceEvents {
        var parser = EventParser(limit: 1 << 20)
        let events = pieces.flatMap { parser.parse(Data($0)) }
        if let failure = parser.failure { throw failure }
        return ReferenceEvents(events: events, lastID: parser.lastID, retry: parser.retry)
    }

    @Test("Every cut of a stream gives the same events", arguments: corpus)
    func cuts(text: String) throws {
        let bytes = Array(text.utf8)
        let expected = ReferenceEvents(bytes)
        #expect(try parsed([bytes[...]]) == expected)
        #expect(try parsed(bytes.indices.map { bytes[$0...$0] }) == expected)
        for first in bytes.indices {
            for second in first...bytes.count {
                let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
                guard try parsed(pieces) == expected else {
                    Issue.record("Other events when cut at \(first) and \(second)")
                    return
                }
            }
        }
    }

    @Test("Random streams give the same events at every cut") func random() throws {
        let trials = RandomTrials()
        var random = trials.random
        let parts = [
            "\r", "\n", "\r\n", "\n\n", "\r\r", "data", "data:", "data: ", "event: ", "id: ", "id", "retry: ", "15", ":", " ",
            "x",
            "\u{FEFF}", "\0", "😀", "e\u{301}", "data: a\r\ndata: b\r\n",
        ]
        for _ in 0..<trials.count(1500) {
            var bytes = Array((0..<random.number(1...14)).map { _ in random.pick(parts) }.joined().utf8)
            // A byte that is not valid UTF-8 on its own.
            if random.chance(10) { bytes.insert(UInt8(random.number(128...255)), at: random.number(0...bytes.count)) }
            let expected = ReferenceEvents(bytes)
            for cut in 0...bytes.count {
                guard try parsed([bytes[..<cut], [], bytes[cut...]]) == expected else {
                    Issue.record("Other events of \(bytes) when cut at \(cut), \(trials)")
                    return
                }
            }
        }
    }

    @Test("A carriage return ends a line without a following byte") func silentServer() {
        var splitter = LineSplitter(limit: 100)
        #expect(splitter.split(Data("data: x\r\r".utf8)).count == 2)
    }

    @Test("A line over the limit is not buffered") func longLine() {
        var splitter = LineSplitter(limit: 1 << 20)
        let piece = Data(repeating: 120, count: 16 << 10)
        var taken = 0
        while splitter.failure == nil, taken < 100 << 20 {
            #expect(splitter.split(piece).isEmpty)
            taken += piece.count
        }
        #expect(splitter.failure?.code == .responseTooLarge)
        #expect(taken <= (1 << 20) + piece.count)
    }

    @Test("Reads a line of 20 MB if the limit allows it") func allowedLine() {
        var splitter = LineSplitter(limit: 40 << 20)
        let piece = Data(repeating: 120, count: 1 << 20)
        var lengths: [Int] = []
        for _ in 0..<20 { lengths += splitter.split(piece).map(\.count) }
        lengths += splitter.split(Data([10])).map(\.count)
        #expect(lengths == [20 << 20])
    }
}
