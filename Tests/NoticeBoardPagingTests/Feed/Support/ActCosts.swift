@testable import NoticeBoardPaging

/// The requests that acts of a user cause until the list is quiet, compared with what the guide promises.
///
/// Acts that begin while the list loads share one account: together they cost at most the sum of their limits.
struct ActCosts: Sendable {
    /// The acts that have a limit.
    enum Act: String, Sendable, CaseIterable, Hashable {
        case launch, pull, row, filter, gap, retry, change
    }

    private let refreshPages: Int
    private let hidesRows: Bool
    /// The most requests of each act that ran alone.
    private(set) var most: [Act: Int] = [:]
    /// The first account with more requests than promised.
    private(set) var excess: String?
    private var acts: [Act] = []
    private var requests = 0
    /// Whether the user asked for more, or for everything, which has no limit.
    private var isUnlimited = false

    init(refreshPages: Int, hidesRows: Bool) {
        self.refreshPages = refreshPages
        self.hidesRows = hidesRows
    }

    /// The most requests that an act may cause.
    func limit(of act: Act) -> Int {
        switch act {
        case .launch: 1 + refreshPages
        case .pull: refreshPages
        case .filter, .retry: max(2, refreshPages)
        // A filter may hide all that comes.
        case .row, .gap, .change: hidesRows ? max(2, refreshPages) : 2
        }
    }

    /// Begins an act, which joins those that still load.
    mutating func begin(_ event: FeedMachineDriver.Machine.Event, whileLoading isLoading: Bool) {
        switch event {
        case .loaded, .failed, .gaveUp, .waited, .followed, .live, .liveEvent, .fresher: return
        case .request, .edited, .filtered, .restored: break
        }
        if !isLoading {
            acts = []
            requests = 0
            isUnlimited = false
        }
        if event.asksForMore { isUnlimited = true }
        if let act = Self.act(of: event) { acts.append(act) }
    }

    /// Adds the requests that an event or an answer caused; a list without items reads on until it has some.
    mutating func add(_ count: Int, isLoadingAll: Bool, isEmpty: Bool) {
        requests += count
        if isLoadingAll || isEmpty { isUnlimited = true }
        guard count > 0, !isUnlimited else { return }
        if acts.count == 1 { most[acts[0]] = max(most[acts[0]] ?? 0, requests) }
        let limit = acts.reduce(0) { $0 + self.limit(of: $1) }
        if requests > limit, excess == nil { excess = "\(requests) requests for \(acts), not \(limit)" }
    }

    private static func act(of event: FeedMachineDriver.Machine.Event) -> Act? {
        switch event {
        case .request(let request):
            switch request {
            case .open, .openAt: .launch
            case .refresh, .reload: .pull
            case .rowAppeared: .row
            case .showHidden: .filter
            case .gap: .gap
            case .retry: .retry
            case .older, .all, .stopAll, .close, .reset, .scrolled: nil
            }
        case .edited: .change
        case .filtered: .filter
        case .restored, .loaded, .failed, .gaveUp, .waited, .followed, .live, .liveEvent, .fresher: nil
        }
    }
}

extension FeedMachine.Event {
    /// Whether the user asks for older rows, however many requests these take.
    fileprivate var asksForMore: Bool {
        switch self {
        case .request(.older), .request(.all): true
        default: false
        }
    }
}
