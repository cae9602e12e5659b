import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardSearch
import Testing

/// Searching while somebody types.
@Suite("Searching as one types", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchTypingTests {
    @Test(
        "Little waits longer than much, and what ends in half a syllable is not sent",
        arguments: [("메", 0.5), ("메일", 0.5), ("메일함", 0.3), (" 메일 ", 0.5), ("ab", 0.5), ("abc", 0.3), ("공ㅈ", nil), ("ㄱ", nil)])
    func pace(text: String, seconds: Double?) {
        var table = SearchTable.typing()
        table.send(.type(text))
        #expect(table.wait?.seconds == seconds)
        #expect(table.state.mode == .suggestions)
    }

    @Test("Every Korean letter by itself is half a syllable, and none of its neighbours is")
    func letters() {
        let letters: [ClosedRange<UInt32>] = [
            0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xFFA0...0xFFDC,
        ]
        for range in letters {
            let all = [range.lowerBound - 1] + Array(range) + [range.upperBound + 1]
            for scalar in all.compactMap(Unicode.Scalar.init) {
                var table = SearchTable.typing()
                table.send(.type(String(scalar)))
                #expect((table.wait == nil) == range.contains(scalar.value), "U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test("Only the last of what was typed is sent, once, and nothing is recorded") func settling() {
        var table = SearchTable.typing()
        table.send(.type("메"))
        let early = table.wait?.number
        table.send(.type("메일"), .paused(early ?? 0))
        #expect(table.loads.isEmpty)
        table.pauseOver()
        #expect(table.loads.map(\.query.keyword) == ["메일"])
        #expect(table.state.mode == .results)
        #expect(table.changes.isEmpty)
        table.send(.type("메일 "))
        #expect(table.loads.count == 1 && table.wait == nil)
    }

    @Test("A lone consonant gives up the wait before it") func loneJamo() {
        var table = SearchTable.typing()
        table.send(.type("공"), .type("공ㅈ"))
        #expect(table.wait == nil)
        table.send(.submit)
        #expect(table.loads.map(\.query.keyword) == ["공ㅈ"])
    }

    @Test("Submitting sends at once, a second time too, and only records what was found while typing") func submitting() {
        var table = SearchTable.typing()
        table.send(.type("메일"), .submit)
        #expect(table.wait == nil)
        #expect(table.loads.count == 1)
        table.answer([1])
        table.send(.submit)
        #expect(table.begun == 2)
        #expect(table.changes.count == 2)
        table.send(.type("메일함"))
        table.pauseOver()
        table.answer([2])
        table.send(.submit)
        #expect(table.begun == 3)
        #expect(table.changes.last == .save(.init("메일함")))
    }

    @Test("What was found stays, dimmed, until the newer answer comes") func behind() {
        var table = SearchTable.typing()
        table.send(.type("메일"), .submit)
        #expect(!table.state.isBehind)
        table.answer([1])
        table.send(.type("메일함"))
        #expect(table.state.isBehind && table.state.mode == .results)
        table.pauseOver()
        #expect(table.state.results.items.map(\.id) == [1])
        #expect(table.state.answered?.keyword == "메일" && table.state.query?.keyword == "메일함")
        #expect(table.state.isBehind)
        table.answer([2])
        #expect(table.state.results.items.map(\.id) == [2])
        #expect(table.state.answered?.keyword == "메일함")
        #expect(!table.state.isBehind)
    }

    @Test("A late answer never replaces a newer one") func late() throws {
        var table = SearchTable.typing()
        table.send(.type("메일"))
        table.pauseOver()
        let slow = try #require(table.loads.last)
        table.send(.type("공지"))
        table.pauseOver()
        table.answer([5])
        table.send(.results(.loaded(SearchTable.page([4], for: slow.query), slow.ticket)))
        #expect(table.state.results.items.map(\.id) == [5])
        #expect(table.state.answered?.keyword == "공지")
    }

    @Test("A newer search that fails does not go on showing the older hits as its own") func failing() {
        var table = SearchTable.typing()
        table.send(.type("메일"), .submit)
        table.answer([1])
        table.send(.type("공지"))
        table.pauseOver()
        table.fail(NoticeBoardError(.unreachable))
        #expect(table.state.results.display == .failure(NoticeBoardError(.unreachable)))
        #expect(!table.state.isBehind)
    }

    @Test("Without that choice nothing is sent before it is chosen") func off() {
        var table = SearchTable()
        table.send(.type("메일함"))
        #expect(table.wait == nil && table.loads.isEmpty)
    }
}
