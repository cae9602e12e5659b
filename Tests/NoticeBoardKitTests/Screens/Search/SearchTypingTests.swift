import Foundation
import NoticeBoardBase
import NoticeBoardKit
import NoticeBoardPaging
import NoticeBoardSearch
import Testing

/// Tests searching while the user types.
@Suite("Search while typing", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchTypingTests {
    @Test(
        "Delays a search by the length of the typed text",
        arguments: [("메", 0.5), ("메일", 0.5), ("메일함", 0.3), (" 메일 ", 0.5), ("ab", 0.5), ("abc", 0.3), ("공ㅈ", nil), ("ㄱ", nil)])
    func pace(text: String, seconds: Double?) {
        var table = SearchTable.typing()
        table.send(.type(text))
        #expect(table.wait == seconds)
        #expect(table.state.mode == .suggestions)
    }

    @Test("Treats every single Hangul jamo as a partial syllable")
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

    @Test("Searches only the last typed text, once, without recording it") func settling() {
        var table = SearchTable.typing()
        table.send(.type("메"))
        table.send(.type("메일"))
        #expect(table.loads.isEmpty)
        table.pauseOver()
        #expect(table.loads.map(\.query.keyword) == ["메일"])
        #expect(table.state.mode == .results)
        #expect(table.changes.isEmpty)
        table.send(.type("메일 "))
        #expect(table.loads.count == 1)
        #expect(table.wait == nil)
    }

    @Test("Cancels the pending search for a partial syllable") func loneJamo() {
        var table = SearchTable.typing()
        table.send(.type("공"), .type("공ㅈ"))
        #expect(table.wait == nil)
        table.send(.submit)
        #expect(table.loads.map(\.query.keyword) == ["공ㅈ"])
    }

    @Test("Searches at once on submit") func submitting() {
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

    @Test("Keeps former results as outdated until the new search answers") func behind() {
        var table = SearchTable.typing()
        table.send(.type("메일"), .submit)
        #expect(!table.state.isBehind)
        table.answer([1])
        table.send(.type("메일함"))
        #expect(table.state.isBehind)
        #expect(table.state.mode == .results)
        table.pauseOver()
        #expect(table.state.results.items.map(\.id) == [1])
        #expect(table.state.answered?.keyword == "메일")
        #expect(table.state.query?.keyword == "메일함")
        #expect(table.state.isBehind)
        table.answer([2])
        #expect(table.state.results.items.map(\.id) == [2])
        #expect(table.state.answered?.keyword == "메일함")
        #expect(!table.state.isBehind)
    }

    @Test("Ignores a late answer to a former search") func late() throws {
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

    @Test("Shows the failure of a new search instead of the former results") func failing() {
        var table = SearchTable.typing()
        table.send(.type("메일"), .submit)
        table.answer([1])
        table.send(.type("공지"))
        table.pauseOver()
        table.fail(NoticeBoardError(.unreachable))
        #expect(table.state.results.display == .failure(NoticeBoardError(.unreachable)))
        #expect(!table.state.isBehind)
    }

    @Test("Does not search while typing by default") func off() {
        var table = SearchTable()
        table.send(.type("메일함"))
        #expect(table.wait == nil)
        #expect(table.loads.isEmpty)
    }
}
