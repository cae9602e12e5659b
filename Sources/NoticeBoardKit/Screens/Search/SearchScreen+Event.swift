public import Foundation
public import NoticeBoardBase
public import NoticeBoardPaging
public import NoticeBoardSearch

extension SearchScreen.Machine {
    /// What can happen to the search.
    public enum Event: Sendable {
        /// The field was tapped: to begin, or to search for something else.
        case focus
        /// This stands in the field now.
        case type(String)
        /// What stands in the field is to be searched.
        case submit
        /// What stands in the field is to be searched in these fields.
        case choose(SearchTarget)
        /// An earlier search is to be made again.
        case reopen(SearchHistoryEntry.Key)
        /// An earlier search is to be forgotten.
        case forget(SearchHistoryEntry.Key)
        /// All earlier searches are to be forgotten.
        case forgetAll
        /// The search is over; the board is shown again.
        case cancel
        /// What failed is to be tried again, and only that.
        case retry
        /// Everything is as if nothing had been searched and no history read: somebody signed out.
        case reset
        /// Something happened to the list of results: a row came into sight, a page came, …
        case results(FeedMachine<Post>.Event)

        /// Another board is open, or none.
        case board(Board?)
        /// These are the earlier searches now.
        case history([SearchHistoryEntry])
        /// The earlier searches were read, or not.
        case historyRead(NoticeBoardError?)
        /// A change of the earlier searches was carried out, or not.
        case historyChanged(NoticeBoardError?)
        /// The pause after typing is over.
        case paused(Int)
        /// Something became of a post.
        case changed(PostChange)
        /// The reader looks in another way, or at another moment.
        case looked(PostLook)
        /// A wait for the end of the day is over, at this moment.
        case dayOver(Date)
    }

    /// What the search wants to have done.
    public enum Effect: Sendable, Hashable {
        /// What the list of results wants, of what a search finds.
        case results(FeedMachine<Post>.Effect, of: SearchQuery)
        /// Begin to follow the earlier searches, and read them.
        case readHistory
        /// Follow the earlier searches no longer.
        case leaveHistory
        /// Change the earlier searches, after every change before.
        case change(SearchHistoryChange)
        /// Wait so many seconds, then say ``Event/paused(_:)``; an earlier wait is given up.
        case wait(Double, Int)
        /// Give up waiting.
        case stopWaiting
        /// Wait so many seconds, then say ``Event/dayOver(_:)``; an earlier wait for that is given up.
        case waitForDay(Double)
    }
}

extension SearchScreen.Machine.Event: Redacted {
    /// What happened; never what is typed.
    public var description: String {
        switch self {
        case .focus: "focus"
        case .type: "type"
        case .submit: "submit"
        case .choose(let target): "choose \(target.rawValue)"
        case .reopen(let key): "reopen \(key)"
        case .forget(let key): "forget \(key)"
        case .forgetAll: "forget all"
        case .cancel: "cancel"
        case .retry: "retry"
        case .reset: "reset"
        case .results: "results"
        case .board(let board): "board \(board.map { String($0.id) } ?? "none")"
        case .history(let entries): "history of \(entries.count)"
        case .historyRead(let failure): "history read\(failure == nil ? "" : ", in vain")"
        case .historyChanged(let failure): "history changed\(failure == nil ? "" : ", in vain")"
        case .paused(let number): "paused \(number)"
        case .changed: "a post changed"
        case .looked: "looked"
        case .dayOver: "day over"
        }
    }

    /// Nothing but what ``description`` says.
    public var customMirror: Mirror { Mirror(self, children: ["event": description], displayStyle: .enum) }
}
