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
        /// The earlier searches are to be changed: one forgotten or pinned, all forgotten, none recorded any more, …
        case change(SearchHistoryChange)
        /// The earlier searches that were removed last are to come back.
        case undo
        /// The search is over; the board is shown again.
        case cancel
        /// What failed is to be tried again, and only that.
        case retry
        /// Everything is as if nothing had been searched and no history read: somebody signed out.
        case reset
        /// Something happened to the list of results: a row came into sight, a page came, …
        case results(FeedMachine<Post>.Event)
        /// These posts were kept for a search: they are shown until it is answered.
        case kept(FeedSnapshot<Post>, of: SearchQuery)

        /// Another board is open, or none.
        case board(Board?)
        /// These are the earlier searches now.
        case history([SearchHistoryEntry])
        /// The earlier searches were read, or not.
        case historyRead(NoticeBoardError?)
        /// The change of this number was carried out, and gave this back.
        case historyChanged([SearchHistoryEntry], Int)
        /// The change of this number was not carried out.
        case historyNotChanged(NoticeBoardError, Int)
        /// Searches are recorded, or not.
        case recording(SearchHistoryPolicy.Recording)
        /// Another history is followed from now on: that of another account.
        case otherHistory
        /// The pause after typing is over.
        case paused(Int)
        /// Something became of a post.
        case changed(PostChange)
        /// The reader looks in another way, or at another moment.
        case looked(PostRowBuilder)
        /// A wait for the end of the day is over, at this moment.
        case dayOver(Date)
    }

    /// What the search wants to have done.
    public enum Effect: Sendable, Hashable {
        /// What the list of results wants, of what a search finds.
        case results(FeedMachine<Post>.Effect, of: SearchQuery)
        /// Begin to follow the earlier searches, and read them.
        case readHistory
        /// Follow the earlier searches no longer, and let go of changes that have not begun.
        case leaveHistory
        /// Change the earlier searches, after every change before, and say what became of it under this number:
        /// ``Event/historyChanged(_:_:)`` or ``Event/historyNotChanged(_:_:)``.
        case change(SearchHistoryChange, Int)
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
        case .change(let change): "change the history: \(change)"
        case .undo: "undo"
        case .cancel: "cancel"
        case .retry: "retry"
        case .reset: "reset"
        case .results: "results"
        case .kept(let kept, _): "\(kept.items.count) kept"
        case .board(let board): "board \(board.map { String($0.id) } ?? "none")"
        case .history(let entries): "history of \(entries.count)"
        case .historyRead(let failure): "history read\(failure == nil ? "" : ", in vain")"
        case .historyChanged(let removed, let number): "history changed by \(number), without \(removed.count)"
        case .historyNotChanged(_, let number): "history not changed by \(number)"
        case .recording(let recording): "recording \(recording)"
        case .otherHistory: "another history"
        case .paused(let number): "paused \(number)"
        case .changed: "a post changed"
        case .looked: "looked"
        case .dayOver: "day over"
        }
    }

    /// Nothing but what ``description`` says.
    public var customMirror: Mirror { Mirror(self, children: ["event": description], displayStyle: .enum) }
}
