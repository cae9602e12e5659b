public import Foundation
public import NoticeBoardBase

/// The state of a feed, to show on screen.
///
/// Create one by hand for previews and tests.
public struct FeedState<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable, FailingState where Item.ID: Sendable {
    /// The visible items, in display order.
    public var items = FeedItems<Item>()
    /// The phase of loading the list's head: first load and refreshes.
    public var refresh = LoadPhase.idle
    /// The phase of loading older pages.
    public var older = LoadPhase.idle
    /// The phase of reloading rows that appeared, because they may be changed or deleted: a refresh leaves the rows below the head
    /// as they are.
    ///
    /// It never fails: the rows are reloaded when they appear again. The rows that a refresh reloads around ``Feed/anchor``
    /// are part of ``refresh``.
    public var reread = LoadPhase.idle
    /// Whether the list was requested.
    public var wasRequested = false
    /// Whether the list was loaded, so that an empty list is known to be empty.
    public var isLoaded = false
    /// Whether the items come from the device, and no refresh from the network replaced them.
    public var isStale = false
    /// When the stale items were stored, if known; `nil` after a refresh from the network.
    public var storedAt: Date?
    /// Why the last page came from the device: no network, a timeout, a network that wants a sign-in; `nil` if it came from the
    /// network.
    ///
    /// A refresh or ``FeedScreen/retry()`` asks the network again.
    public var networkFailure: NoticeBoardError?
    /// Whether the list is being loaded to its end.
    public var isLoadingAll = false
    /// The number of items known to be above the loaded ones; a refresh loads them.
    public var newItemCount = 0
    /// The total, if the service reports one.
    public var total: Int?
    /// Why the list does not continue; `nil` if it does.
    ///
    /// A service that repeats a position ends it, too; then ``progress`` shows that items are missing.
    public var end: PageEnd?
    /// The number of elements that could not be decoded; a lower bound after a refresh.
    public var skipped = 0
    /// Where items may be missing: more arrived than a refresh loads, or the list changed too fast.
    public var gaps: [PageGap<Item.ID>] = []
    /// The phases of gaps that are loading or failed.
    public var gapPhases: [PageGap<Item.ID>: LoadPhase] = [:]
    /// The numbers of items that are missing in gaps; only for services with offsets and a total.
    public var gapSizes: [PageGap<Item.ID>: Int] = [:]

    /// How well the list follows its service; `nil` if it does not, or was not opened.
    public var live: LiveStatus?
    /// Why the stream of changes has ended; ``FeedScreen/retry()`` opens it again.
    public var liveFailure: NoticeBoardError?
    /// The number of events that could not be decoded; each leads to a read of the head.
    public var unreadableEvents = 0

    /// The number of hidden items, by reason.
    public var hidden: [HiddenReason: Int] = [:]
    /// For each gap with a hidden row below it: the next visible row, or `nil` at the end of the list.
    var gapPlaces: [PageGap<Item.ID>: Item.ID?] = [:]

    /// Creates the state of a feed that was not requested yet.
    public init() {}

    /// The number of items loaded, and the total.
    public var progress: PageProgress { PageProgress(loaded: items.count + hiddenCount, total: total) }
    /// The number of hidden items.
    public var hiddenCount: Int { hidden.values.reduce(0, +) }

    /// Whether a load is running.
    public var isLoading: Bool {
        [refresh, older, reread].contains(where: \.isLoading) || gapPhases.values.contains(where: \.isLoading)
    }

    /// Whether the list was loaded, and comes from the network.
    ///
    /// It stays so during a refresh, and after one that failed.
    public var isFresh: Bool { isLoaded && !isStale }

    /// The items and the gaps between them, in display order.
    public var entries: [FeedEntry<Item>] {
        let places = gaps.map { (gapPlaces[$0] ?? $0.before, $0) }
        let gapAbove = Dictionary(places, uniquingKeysWith: { first, _ in first })
        var entries: [FeedEntry<Item>] = []
        entries.reserveCapacity(items.count + gaps.count)
        for item in items {
            if let gap = gapAbove[item.id] { entries.append(.gap(gap)) }
            entries.append(.item(item))
        }
        if let gap = gapAbove[nil] { entries.append(.gap(gap)) }
        return entries
    }

    /// Returns a sentence with the number of hidden items if no item is visible.
    package func hiddenText(in language: Language) -> String? {
        guard items.isEmpty, !hidden.isEmpty else { return nil }
        return language.text(
            "empty.hiddenCount", [hiddenCount], korean: "숨긴 게시글 \(hiddenCount)개", english: "\(hiddenCount) hidden")
    }

    /// The error of the last refresh or older page.
    public var failure: NoticeBoardError? { refresh.failure ?? older.failure }

    /// Why the list has stopped; `nil` while it loads, and if nothing failed.
    package var restingFailure: NoticeBoardError? {
        isLoading ? nil : failure ?? gapPhases.values.lazy.compactMap(\.failure).first
    }

    /// The content to show in the list's area.
    ///
    /// Items stay visible after an error: check ``refresh`` and ``older``.
    public var display: FeedDisplay {
        if !items.isEmpty { return .items }
        if let failure = refresh.failure, !isLoaded { return .failure(failure) }
        guard isLoaded else { return .placeholder }
        if end != nil || !hidden.isEmpty && older == .idle { return .empty }
        return older.failure.map(FeedDisplay.failure) ?? .placeholder
    }
}
