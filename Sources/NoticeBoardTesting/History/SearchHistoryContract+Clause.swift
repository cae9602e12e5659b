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
        // What was saved last stands first, also when the clock goes back.
        Clause(name: "newestFirst") { try await $0.newestFirst() },
        // Among equal dates the one saved last stands first.
        Clause(name: "equalDatesKeepTheirOrder") { try await $0.equalDatesKeepTheirOrder() },
        // Dates come back bit for bit.
        Clause(name: "datesAreExact") { try await $0.datesAreExact() },
        // An empty or blank keyword, or one of invisible characters, is refused as `invalidInput`, and nothing changes.
        Clause(name: "blankIsRefused") { try await $0.blankIsRefused() },
        // Ten thousand characters, control characters and NUL are kept whole, or refused as `invalidInput`.
        Clause(name: "oddKeywordsAreWholeOrRefused") { try await $0.oddKeywordsAreWholeOrRefused() },
        // Of too many the oldest goes.
        Clause(name: "capacityHolds") { try await $0.capacityHolds() },
        // What is too old is not listed.
        Clause(name: "ageHolds") { try await $0.ageHolds() },
        // Pinned entries outlive the capacity and deleting all others, and can be unpinned.
        Clause(name: "pinsHold") { try await $0.pinsHold() },
        // What was typed on the way to a keyword is one with it when the policy says so.
        Clause(name: "typedPrefixesMerge") { try await $0.typedPrefixesMerge() },
        // A history that is paused records nothing and shows its list.
        Clause(name: "pausedRecordsNothing") { try await $0.pausedRecordsNothing() },
        // A history that is off is empty and records nothing, and what was stored is there again when it is on.
        Clause(name: "offRecordsNothing") { try await $0.offRecordsNothing() },
        // Erasing removes every entry, pinned or not, and returns none; new searches are recorded.
        Clause(name: "eraseRemovesEverything") { try await $0.eraseRemovesEverything() },
        // Erasing keeps the names of finished imports, so that no import brings erased entries back.
        Clause(name: "eraseKeepsDoneImports") { try await $0.eraseKeepsDoneImports() },
        // Erasing keeps a recording that is off or paused.
        Clause(name: "eraseKeepsRecording") { try await $0.eraseKeepsRecording() },
        // Erasing keeps the rules.
        Clause(name: "eraseKeepsRules") { try await $0.eraseKeepsRules() },
        // A delete removes what it names and nothing else.
        Clause(name: "deleteRemovesWhatItNames") { try await $0.deleteRemovesWhatItNames() },
        // Deleting all removes every entry, or every entry that is not pinned.
        Clause(name: "deleteAllRemovesTheRest") { try await $0.deleteAllRemovesTheRest() },
        // What was removed is given back, newest first, and restoring it restores everything.
        Clause(name: "removalsCanBeUndone") { try await $0.removalsCanBeUndone() },
        // Adding entries twice is the same as once; the newer date and the higher count win.
        Clause(name: "addingTwiceIsOnce") { try await $0.addingTwiceIsOnce() },
        // A source is imported once, so that what was deleted since stays deleted.
        Clause(name: "sourcesAreImportedOnce") { try await $0.sourcesAreImportedOnce() },
        // A history that is off still deletes, and what it deleted is gone when it is on again.
        Clause(name: "offStillDeletes") { try await $0.offStillDeletes() },
        // Nothing can be imported into or restored to a history that is off: that is `historyOff`, and can be done later.
        Clause(name: "offTakesNothingIn") { try await $0.offTakesNothingIn() },
        // It says whether it records.
        Clause(name: "recordingIsTold") { try await $0.recordingIsTold() },
        // A delete without a target deletes in every target.
        Clause(name: "deleteWithoutTarget") { try await $0.deleteWithoutTarget() },
        // What a restoring could not bring back, since newer entries took its place, is said.
        Clause(name: "noRoomIsSaid") { try await $0.noRoomIsSaid() },
        // What is imported stands below what was saved here, whatever its dates.
        Clause(name: "importsStandBelow") { try await $0.importsStandBelow() },
        // What is too old leaves the store when two looks a day apart found it so, and not before.
        Clause(name: "tooOldLeavesTheStore") { try await $0.tooOldLeavesTheStore() },
        // Deleting expired entries removes those that are too old now.
        Clause(name: "deleteExpiredRemovesTheTooOld") { try await $0.deleteExpiredRemovesTheTooOld() },
        // A clock that leapt ahead and was put right has wiped nothing.
        Clause(name: "leapingClockWipesNothing") { try await $0.leapingClockWipesNothing() },
        // A subscriber gets the list that there is first.
        Clause(name: "updatesBeginWithNow") { try await $0.updatesBeginWithNow() },
        // A subscriber gets each change.
        Clause(name: "updatesFollow") { try await $0.updatesFollow() },
        // A subscriber that is slow gets the newest list only.
        Clause(name: "slowSubscribersGetTheNewest") { try await $0.slowSubscribersGetTheNewest() },
        // Many saves at once lose none.
        Clause(name: "savesAtOnceAreAllKept") { try await $0.savesAtOnceAreAllKept() },
    ]

    /// The promises of a history that keeps its entries.
    package static let ofPersistence: [Clause] = [
        // A store that is opened again holds what it held, in its order.
        Clause(name: "openingAgainFindsAll") { try await $0.openingAgainFindsAll() },
        // Two that have one store open lose no change of each other.
        Clause(name: "twoOnOneStoreLoseNothing") { try await $0.twoOnOneStoreLoseNothing() },
        // Rules that one opener named hold for one that names none, and for those after it.
        Clause(name: "rulesAreKept") { try await $0.rulesAreKept() },
        // The recording is stored: it holds for every user of the store, and after opening again.
        Clause(name: "recordingIsKept") { try await $0.recordingIsKept() },
        // A refresh sees what another that has the store open wrote.
        Clause(name: "refreshSeesOthers") { try await $0.refreshSeesOthers() },
        // What erasing keeps and removes is the same for another that has the store open, and after opening again.
        Clause(name: "erasingIsKept") { try await $0.erasingIsKept() },
    ]
}
