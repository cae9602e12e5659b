extension FaultClass {
    /// Whether the class must never occur in lists of a kind.
    ///
    /// The others are arguable: `knownReasons` says why.
    func isForbidden(in setup: Setup) -> Bool {
        switch self {
        case .rowTwice, .livingRowRemoved, .removedRowReturned, .editUndone, .anchorNotKept, .anchorLost, .anchorFarAway: true
        case .snapshotTooLarge, .restoredOtherwise, .stuck, .tooManyRequests: true
        case .errorWithoutCause: setup.service.total == .exact || setup.service.total == .missing
        case .ownRowLost: setup.kind.order != .fixed
        case .differs(.rowTwice, _, _): true
        case .orderAgainstPage, .rowLeftOut, .differs, .gapStays, .endNotFound, .noEnd: false
        }
    }

    /// Why the arguable classes occur.
    ///
    /// This is what is known of them; `Documentation/Feed.md`, "Limitations", says it to users.
    static let knownReasons = """
        Classes that must not occur, and end this program with 1:
          row twice; living row removed; own row lost; removed row returned; edit undone; anchor not kept, lost, far away;
          snapshot too large; restored otherwise; error without a cause; stuck; too many requests

        Arguable classes, which are counted:
          error without a cause, wrong total       a total that is too large says that rows are missing, so an empty page fails
          own row lost, in a fixed order           the app inserted the row at the head; the service has it elsewhere, and the
                                                   list cannot tell that from a deletion before a page shows the row
          order against a page                     as many rows came as were deleted between two offsets, and the list has not
                                                   noticed: wrong until the next refresh (an overlap of 1 would notice)
          row left out                             the page was read for the rows around the anchor, and more cannot be told
                                                   from it; the row comes when its neighbors appear
          late, very late, for ever: X             X is wrong although everything was read once, until the second round, until
                                                   the third or fourth, or still after the last. A list that has just shown a
                                                   row does not ask for it again, and a refresh reads few pages
            deleted row                            it goes once a page shows its two neighbors next to each other; with pages
                                                   of one or two rows and with offsets that move, that may take rounds
            missing row, order, old version        with cursors a row has no position of its own to be read from
            gap                                    pages are not longer than their overlap, which is three rows without a total
            proven / unread                        a page of this round showed what is right / no page did
            bottom / middle                        all deleted rows are below the last living one / some are above it
            gaps last                              the reader filled the gaps after all rows; a row below a gap had no
                                                   position before that
          gap stays, end not found, no end         as for a gap; or the requests of each act are spent on rows that are gone
        """
}
