import Foundation
import NoticeBoardSearch

/// A step of a clause: a change, or another way to look at a history.
enum ContractStep: Sendable {
    /// Saves keywords, one second apart.
    case save([SearchHistoryEntry.Key])
    /// Saves a keyword whose refusal as `invalidInput` is allowed.
    case saveOrRefuse(String)
    /// Saves a keyword at each date, in seconds.
    case saveAt([Double])
    /// Saves that many keywords at the same time; ends the clause.
    case saveAtOnce(Int)
    /// Makes a change.
    case make(SearchHistoryChange)
    /// Restores the entries that the deletes removed, or those that found no room the last time.
    case restoreRemoved
    /// Turns the clock by seconds.
    case wait(Double)
    /// Continues with the opener of this number, which opens the store when it is new; compares nothing.
    case use(Int)
    /// Changes nothing.
    case look
    /// Reads the changes of other openers.
    case refresh
    /// Waits for the next update; the first step subscribes, and gets the current list.
    case nextUpdate

    static func saves(_ keywords: String...) -> Self { .save(keywords.map { .init($0) }) }

    static func savesInTargets(_ targets: String...) -> Self {
        .save(targets.map { .init("메일", target: SearchTarget(rawValue: $0)) })
    }

    static func savesAt(_ seconds: Double...) -> Self { .saveAt(seconds) }
    static func delete(_ keywords: String...) -> Self { .make(.delete(keywords.map { .init($0) })) }
    static func pin(_ keyword: String, _ isPinned: Bool) -> Self { .make(.pin(.init(keyword), isPinned)) }
    static func record(_ recording: SearchHistoryPolicy.Recording) -> Self { .make(.record(recording)) }

    static func add(_ source: String, _ entries: (keyword: String, seconds: Double)...) -> Self {
        .make(.add(entries.map { entry($0.keyword, at: $0.seconds) }, source: source))
    }

    static let restoreOlder = Self.make(
        .restore([entry("나", at: 40, count: 5), entry("가", at: 30, count: 7), entry("다", at: 50), entry(" ", at: 60)]))

    private static func entry(_ keyword: String, at seconds: Double, count: Int = 1) -> SearchHistoryEntry {
        SearchHistoryEntry(keyword: keyword, lastUsed: Date(timeIntervalSinceReferenceDate: seconds), useCount: count)
    }
}
