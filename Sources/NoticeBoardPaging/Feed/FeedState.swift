public import Foundation
public import NoticeBoardBase

/// What is to be seen of a feed.
///
/// A plain value that can be made by hand, for a preview or a test.
public struct FeedState<Item: Identifiable & Equatable & Sendable>: Sendable, Equatable where Item.ID: Sendable {
    /// The items in the order in which they are shown.
    public var items = FeedItems<Item>()
    /// How the loading of the list's head stands: the first load and every refresh.
    public var refresh = LoadPhase.idle
    /// How the loading of further pages stands.
    public var older = LoadPhase.idle
    /// Whether the list was asked for.
    public var wasRequested = false
    /// Whether it was answered, so that an empty list is known to be empty.
    public var isLoaded = false
    /// Whether the items were kept on the device and not refreshed since.
    public var isStale = false
    /// When the stale items were stored, if that is known; `nil` once a refresh replaced them.
    public var storedAt: Date?
    /// Whether it is being loaded to its end.
    public var isLoadingAll = false
    /// How many items are known to have come above what is shown: a refresh brings them.
    public var newItemCount = 0
    /// How many items there are, when the service tells.
    public var total: Int?
    /// Why the list goes on no further, when it does not.
    ///
    /// A service that repeats itself ends it too; ``progress`` says then that items are missing.
    public var end: PageEnd?
    /// How many elements could not be read; after a refresh that joined on, at least so many.
    public var skipped = 0
    /// Where items may be missing: more came than a refresh reads, or the list changed too fast.
    public var gaps: [PageGap<Item.ID>] = []
    /// The gaps that are being loaded, or could not be.
    public var gapPhases: [PageGap<Item.ID>: LoadPhase] = [:]

    /// How many items the filter hides, by reason.
    public var hidden: [HiddenReason: Int] = [:]
    /// The visible rows above which gaps are shown whose own row is hidden; `nil` at the end of the list.
    var gapPlaces: [PageGap<Item.ID>: Item.ID?] = [:]

    /// The state of a feed that was not asked for yet.
    public init() {}

    /// How much of the list has been loaded.
    public var progress: PageProgress { PageProgress(loaded: items.count + hiddenCount, total: total) }
    /// How many items the filter hides.
    public var hiddenCount: Int { hidden.values.reduce(0, +) }

    /// Whether a load is under way.
    public var isLoading: Bool { refresh.isLoading || older.isLoading || gapPhases.values.contains(where: \.isLoading) }

    /// The items and the gaps between them, in the order in which they are shown.
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

    /// Returns how many items are hidden as a sentence, where nothing else is to be seen.
    package func hiddenText(in language: Language) -> String? {
        guard items.isEmpty, !hidden.isEmpty else { return nil }
        return language.text(
            "empty.hiddenCount", [hiddenCount], korean: "숨긴 게시글 \(hiddenCount)개", english: "\(hiddenCount) hidden")
    }

    /// Why the last load failed, when it did.
    public var failure: NoticeBoardError? { refresh.failure ?? older.failure }

    /// The one thing that the list's place shows.
    ///
    /// Content stays visible under a failure: ``refresh`` and ``older`` tell of it.
    public var display: FeedDisplay {
        if !items.isEmpty { return .items }
        if let failure = refresh.failure, !isLoaded { return .failure(failure) }
        guard isLoaded else { return .placeholder }
        if end != nil || !hidden.isEmpty && older == .idle { return .empty }
        return older.failure.map(FeedDisplay.failure) ?? .placeholder
    }
}
