extension SearchHistoryContract {
    /// One promise: a name for reports, and what breaks when it does not hold.
    package struct Clause: Sendable {
        package let name: String
        let check: @Sendable (ClauseContext) async throws -> Void
    }

    /// The promises of every history.
    package static let everywhere: [Clause] = [
        // Searching again moves the entry to the top, counts it, and repeats nothing.
        Clause(name: "oneEntryForAKeyword") { try await $0.oneEntryForAKeyword() },
        // Composed and decomposed spellings are one entry, and outer white space does not count.
        Clause(name: "spellingsAreOne") { try await $0.spellingsAreOne() },
        // Capital and small letters are two entries.
        Clause(name: "caseCounts") { try await $0.caseCounts() },
        // One keyword in two targets is two entries; an unknown target is kept.
        Clause(name: "targetsAreApart") { try await $0.targetsAreApart() },
        // The newest save is first, also when the clock goes back.
        Clause(name: "newestFirst") { try await $0.newestFirst() },
        // Among equal dates the last save is first.
        Clause(name: "equalDatesKeepTheirOrder") { try await $0.equalDatesKeepTheirOrder() },
        // Dates come back bit for bit.
        Clause(name: "datesAreExact") { try await $0.datesAreExact() },
        // An empty or blank keyword, or one of invisible characters, is refused as `invalidInput`, and nothing changes.
        Clause(name: "blankIsRefused") { try await $0.blankIsRefused() },
        // Ten thousand characters, control characters and NUL are kept whole, or refused as `invalidInput`.
        Clause(name: "oddKeywordsAreWholeOrRefused") { try await $0.oddKeywordsAreWholeOrRefused() },
        // Above the capacity the oldest entry is removed.
        Clause(name: "capacityHolds") { try await $0.capacityHolds() },
        // Entries above the maximum age are not listed.
        Clause(name: "ageHolds") { try await $0.ageHolds() },
        // Pinned entries outlive the capacity and deleting all others, and can be unpinned.
        Clause(name: "pinsHold") { try await $0.pinsHold() },
        // Prefixes typed before a keyword merge with it if the policy says so.
        Clause(name: "typedPrefixesMerge") { try await $0.typedPrefixesMerge() },
        // A paused history records nothing and shows its list.
        Clause(name: "pausedRecordsNothing") { try await $0.pausedRecordsNothing() },
        // A history that is off is empty and records nothing; its entries reappear when it is on.
        Clause(name: "offRecordsNothing") { try await $0.offRecordsNothing() },
        // Erasing removes every entry, pinned or not, and returns none; new searches are recorded.
        Clause(name: "eraseRemovesEverything") { try await $0.eraseRemovesEverything() },
        // Erasing keeps the names of finished imports, so that no import brings erased entries back.
        Clause(name: "eraseKeepsDoneImports") { try await $0.eraseKeepsDoneImports() },
        // Erasing keeps a recording that is off or paused.
        Clause(name: "eraseKeepsRecording") { try await $0.eraseKeepsRecording() },
        // Erasing keeps the rules.
        Clause(name: "eraseKeepsRules") { try await $0.eraseKeepsRules() },
        // A delete removes the named entries and no others.
        Clause(name: "deleteRemovesWhatItNames") { try await $0.deleteRemovesWhatItNames() },
        // Deleting all removes every entry, or every entry that is not pinned.
        Clause(name: "deleteAllRemovesTheRest") { try await $0.deleteAllRemovesTheRest() },
        // A removal returns the removed entries, newest first, and restoring them restores everything.
        Clause(name: "removalsCanBeUndone") { try await $0.removalsCanBeUndone() },
        // Adding entries twice is the same as once; the newer date and the higher count win.
        Clause(name: "addingTwiceIsOnce") { try await $0.addingTwiceIsOnce() },
        // A source is imported once, so that entries deleted since stay deleted.
        Clause(name: "sourcesAreImportedOnce") { try await $0.sourcesAreImportedOnce() },
        // A history that is off still deletes; the deleted entries do not reappear when it is on.
        Clause(name: "offStillDeletes") { try await $0.offStillDeletes() },
        // Importing or restoring while the history is off throws `historyOff`, and works later.
        Clause(name: "offTakesNothingIn") { try await $0.offTakesNothingIn() },
        // `recording()` returns whether the history records.
        Clause(name: "recordingIsTold") { try await $0.recordingIsTold() },
        // A delete without a target deletes in every target.
        Clause(name: "deleteWithoutTarget") { try await $0.deleteWithoutTarget() },
        // A restore returns the entries that had no room because of newer ones.
        Clause(name: "noRoomIsSaid") { try await $0.noRoomIsSaid() },
        // Imported entries are below saved ones, regardless of their dates.
        Clause(name: "importsStandBelow") { try await $0.importsStandBelow() },
        // An entry above the maximum age leaves the store only after two reads a day apart found it too old.
        Clause(name: "tooOldLeavesTheStore") { try await $0.tooOldLeavesTheStore() },
        // Deleting expired entries removes all that are too old now.
        Clause(name: "deleteExpiredRemovesTheTooOld") { try await $0.deleteExpiredRemovesTheTooOld() },
        // A clock that was ahead for a while removes nothing.
        Clause(name: "leapingClockWipesNothing") { try await $0.leapingClockWipesNothing() },
        // A subscriber first gets the current list.
        Clause(name: "updatesBeginWithNow") { try await $0.updatesBeginWithNow() },
        // A subscriber gets each change.
        Clause(name: "updatesFollow") { try await $0.updatesFollow() },
        // A slow subscriber gets only the newest list.
        Clause(name: "slowSubscribersGetTheNewest") { try await $0.slowSubscribersGetTheNewest() },
        // Concurrent saves are all kept.
        Clause(name: "savesAtOnceAreAllKept") { try await $0.savesAtOnceAreAllKept() },
    ]

    /// The promises of a history that keeps its entries.
    package static let ofPersistence: [Clause] = [
        // A reopened store has the same entries in the same order.
        Clause(name: "openingAgainFindsAll") { try await $0.openingAgainFindsAll() },
        // Two openers of one store lose none of each other's changes.
        Clause(name: "twoOnOneStoreLoseNothing") { try await $0.twoOnOneStoreLoseNothing() },
        // Rules set by one opener hold for openers that set none, and for later ones.
        Clause(name: "rulesAreKept") { try await $0.rulesAreKept() },
        // The recording state is stored: it holds for every opener, and after reopening.
        Clause(name: "recordingIsKept") { try await $0.recordingIsKept() },
        // A refresh sees the changes of another opener.
        Clause(name: "refreshSeesOthers") { try await $0.refreshSeesOthers() },
        // Erasing has the same effect for another opener, and after reopening.
        Clause(name: "erasingIsKept") { try await $0.erasingIsKept() },
    ]
}
