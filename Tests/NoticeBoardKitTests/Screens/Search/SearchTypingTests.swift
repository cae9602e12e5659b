import Foundation
import NoticeBoardBase
import NoticeBoardPaging
import NoticeBoardSearch
import TestSupport
import Testing

@testable import NoticeBoardKit

/// Tests searching while the user types.
@MainActor @Suite("Search while typing", .serialized, .inTurn, .timeLimit(.minutes(1))) struct SearchTypingTests {
    @Test(
        "Delays a search by the length of the typed text",
        arguments: [("메", 0.5), ("메일", 0.5), ("메일함", 0.3), (" 메일 ", 0.5), ("ab", 0.5), ("abc", 0.3), ("공ㅈ", nil), ("ㄱ", nil)])
    func pace(text: String, seconds: Double?) async {
        let table = ScriptedSearch.typing()
        await table.send(.type(text))
        #expect(await table.wait() == seconds)
        #expect(table.state.mode == .suggestions)
    }

    @Test("Treats every single Hangul jamo as a partial syllable")
    func letters() async {
        let letters: [ClosedRange<UInt32>] = [
            0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97F, 0xD7B0...0xD7FF, 0xFFA0...0xFFDC,
        ]
        for range in letters {
            let all = [range.lowerBound - 1] + Array(range) + [range.upperBound + 1]
            for scalar in all.compactMap(Unicode.Scalar.init) {
                let table = ScriptedSearch.typing()
                await table.send(.type(String(scalar)))
                #expect((table.screen.delay == nil) == range.contains(scalar.value), "U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    @Test("Searches only the last typed text, once, without recording it") func settling() async {
        let table = ScriptedSearch.typing()
        await table.send(.type("메"))
        await table.send(.type("메일"))
        #expect(table.loads.isEmpty)
        await table.endTypingDelay()
        #expect(table.loads.map(\.query.keyword) == ["메일"])
        #expect(table.state.mode == .results)
        #expect(table.changes.isEmpty)
        await table.send(.type("메일 "))
        #expect(table.loads.count == 1)
        #expect(await table.wait() == nil)
    }

    @Test("Cancels the pending search for a partial syllable") func loneJamo() async {
        let table = ScriptedSearch.typing()
        await table.send(.type("공"), .type("공ㅈ"))
        #expect(await table.wait() == nil)
        await table.send(.submit)
        #expect(table.loads.map(\.query.keyword) == ["공ㅈ"])
    }

    @Test("Searches at once on submit") func submitting() async {
        let table = ScriptedSearch.typing()
        await table.send(.type("메일"), .submit)
        #expect(await table.wait() == nil)
        #expect(table.loads.count == 1)
        await table.answer([1])
        await table.send(.submit)
        #expect(table.begun == 2)
        #expect(table.changes.count == 2)
        await table.send(.type("메일함"))
        await table.endTypingDelay()
        await table.answer([2])
        await table.send(.submit)
        #expect(table.begun == 3)
        #expect(table.changes.last == .save(.init("메일함")))
    }

    @Test("Keeps former results as outdated until the new search answers") func behind() async {
        let table = ScriptedSearch.typing()
        await table.send(.type("메일"), .submit)
        #expect(!table.state.showsPreviousResults)
        await table.answer([1])
        await table.send(.type("메일함"))
        #expect(table.state.showsPreviousResults)
        #expect(table.state.mode == .results)
        await table.endTypingDelay()
        #expect(table.state.results.items.map(\.id) == [1])
        #expect(table.state.resultsQuery?.keyword == "메일")
        #expect(table.state.query?.keyword == "메일함")
        #expect(table.state.showsPreviousResults)
        await table.answer([2])
        #expect(table.state.results.items.map(\.id) == [2])
        #expect(table.state.resultsQuery?.keyword == "메일함")
        #expect(!table.state.showsPreviousResults)
    }

    @Test("Ignores a late answer to a former search") func late() async throws {
        let table = ScriptedSearch.typing()
        await table.send(.type("메일"))
        await table.endTypingDelay()
        let slow = try #require(table.loads.last)
        await table.send(.type("공지"))
        await table.endTypingDelay()
        await table.answer([5])
        await table.finish(slow, .success(ScriptedSearch.page([4], for: slow.query)))
        await letOtherTasksRun()
        #expect(table.state.results.items.map(\.id) == [5])
        #expect(table.state.resultsQuery?.keyword == "공지")
    }

    @Test("Shows the former results without a request when the text returns to them") func returning() async {
        let table = ScriptedSearch.typing()
        await table.send(.type("메일"), .submit)
        await table.answer([1])
        await table.send(.type("공지"))
        await table.endTypingDelay()
        await table.send(.type("메일"))
        await table.endTypingDelay()
        #expect(table.state.results.items.map(\.id) == [1])
        #expect(table.state.resultsQuery?.keyword == "메일")
        #expect(!table.state.showsPreviousResults)
        #expect(table.begun == 2)
    }

    @Test("Shows the failure of a new search instead of the former results") func failing() async {
        let table = ScriptedSearch.typing()
        await table.send(.type("메일"), .submit)
        await table.answer([1])
        await table.send(.type("공지"))
        await table.endTypingDelay()
        await table.fail(NoticeBoardError(.unreachable))
        #expect(table.state.results.display == .failure(NoticeBoardError(.unreachable)))
        #expect(!table.state.showsPreviousResults)
    }

    @Test("Does not search while typing by default") func off() async {
        let table = ScriptedSearch()
        await table.send(.type("메일함"))
        #expect(await table.wait() == nil)
        #expect(table.loads.isEmpty)
    }
}
