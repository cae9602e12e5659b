extension SearchHistoryContract {
    /// One promise.
    public enum Clause: String, Sendable, Hashable, CaseIterable {
        /// Searching again moves the entry to the top, counts it, and repeats nothing.
        case oneEntryForAKeyword
        /// Composed and decomposed spellings are one entry, and outer white space does not count.
        case spellingsAreOne
        /// Capital and small letters are two entries.
        case caseCounts
        /// One keyword in two targets is two entries; an unknown target is kept.
        case targetsAreApart
        /// What was saved last stands first, also when the clock goes back.
        case newestFirst
        /// Among equal dates the one saved last stands first.
        case equalDatesKeepTheirOrder
        /// Dates come back bit for bit.
        case datesAreExact
        /// An empty or blank keyword, or one of invisible characters, is refused as `invalidInput`, and nothing changes.
        case blankIsRefused
        /// Ten thousand characters, control characters and NUL are kept whole, or refused as `invalidInput`.
        case oddKeywordsAreWholeOrRefused
        /// Of too many the oldest goes.
        case capacityHolds
        /// What is too old is not listed.
        case ageHolds
        /// Pinned entries outlive the capacity and deleting all others, and can be unpinned.
        case pinsHold
        /// What was typed on the way to a keyword is one with it when the policy says so.
        case typedPrefixesMerge
        /// A history that is paused records nothing and shows its list.
        case pausedRecordsNothing
        /// A history that is off is empty and records nothing, and what was stored is there again when it is on.
        case offRecordsNothing
        /// Erasing removes every entry, pinned or not, and returns none; new searches are recorded.
        case eraseRemovesEverything
        /// Erasing keeps the names of finished imports, so that no import brings erased entries back.
        case eraseKeepsDoneImports
        /// Erasing keeps a recording that is off or paused.
        case eraseKeepsRecording
        /// Erasing keeps the rules.
        case eraseKeepsRules
        /// A delete removes what it names and nothing else.
        case deleteRemovesWhatItNames
        /// Deleting all removes every entry, or every entry that is not pinned.
        case deleteAllRemovesTheRest
        /// What was removed is given back, newest first, and restoring it restores everything.
        case removalsCanBeUndone
        /// Adding entries twice is the same as once; the newer date and the higher count win.
        case addingTwiceIsOnce
        /// A source is imported once, so that what was deleted since stays deleted.
        case sourcesAreImportedOnce
        /// A history that is off still deletes, and what it deleted is gone when it is on again.
        case offStillDeletes
        /// Nothing can be imported into or restored to a history that is off: that is `historyOff`, and can be done later.
        case offTakesNothingIn
        /// It says whether it records.
        case recordingIsTold
        /// A delete without a target deletes in every target.
        case deleteWithoutTarget
        /// What a restoring could not bring back, since newer entries took its place, is said.
        case noRoomIsSaid
        /// What is imported stands below what was saved here, whatever its dates.
        case importsStandBelow
        /// What is too old leaves the store when two looks a day apart found it so, and not before.
        case tooOldLeavesTheStore
        /// Deleting expired entries removes those that are too old now.
        case deleteExpiredRemovesTheTooOld
        /// A clock that leapt ahead and was put right has wiped nothing.
        case leapingClockWipesNothing
        /// A subscriber gets the list that there is first.
        case updatesBeginWithNow
        /// A subscriber gets each change.
        case updatesFollow
        /// A subscriber that is slow gets the newest list only.
        case slowSubscribersGetTheNewest
        /// Many saves at once lose none.
        case savesAtOnceAreAllKept
        /// A store that is opened again holds what it held, in its order.
        case openingAgainFindsAll
        /// Two that have one store open lose no change of each other.
        case twoOnOneStoreLoseNothing
        /// Rules that one opener named hold for one that names none, and for those after it.
        case rulesAreKept
        /// The recording is stored: it holds for every user of the store, and after opening again.
        case recordingIsKept
        /// A refresh sees what another that has the store open wrote.
        case refreshSeesOthers
        /// What erasing keeps and removes is the same for another that has the store open, and after opening again.
        case erasingIsKept

        /// Whether it can only be asked of what keeps its entries.
        public var needsPersistence: Bool {
            switch self {
            case .openingAgainFindsAll, .twoOnOneStoreLoseNothing, .rulesAreKept, .recordingIsKept, .refreshSeesOthers,
                .erasingIsKept:
                true
            default: false
            }
        }
    }
}

extension SearchHistoryContract.Clause {
    func check(_ bench: ContractBench) async throws {
        switch self {
        case .oneEntryForAKeyword: try await bench.oneEntryForAKeyword()
        case .spellingsAreOne: try await bench.spellingsAreOne()
        case .caseCounts: try await bench.caseCounts()
        case .targetsAreApart: try await bench.targetsAreApart()
        case .newestFirst: try await bench.newestFirst()
        case .equalDatesKeepTheirOrder: try await bench.equalDatesKeepTheirOrder()
        case .datesAreExact: try await bench.datesAreExact()
        case .blankIsRefused: try await bench.blankIsRefused()
        case .oddKeywordsAreWholeOrRefused: try await bench.oddKeywordsAreWholeOrRefused()
        case .capacityHolds: try await bench.capacityHolds()
        case .ageHolds: try await bench.ageHolds()
        case .pinsHold: try await bench.pinsHold()
        case .typedPrefixesMerge: try await bench.typedPrefixesMerge()
        case .pausedRecordsNothing: try await bench.pausedRecordsNothing()
        case .offRecordsNothing: try await bench.offRecordsNothing()
        case .eraseRemovesEverything: try await bench.eraseRemovesEverything()
        case .eraseKeepsDoneImports: try await bench.eraseKeepsDoneImports()
        case .eraseKeepsRecording: try await bench.eraseKeepsRecording()
        case .eraseKeepsRules: try await bench.eraseKeepsRules()
        case .erasingIsKept: try await bench.erasingIsKept()
        case .deleteRemovesWhatItNames: try await bench.deleteRemovesWhatItNames()
        case .deleteAllRemovesTheRest: try await bench.deleteAllRemovesTheRest()
        case .removalsCanBeUndone: try await bench.removalsCanBeUndone()
        case .addingTwiceIsOnce: try await bench.addingTwiceIsOnce()
        case .sourcesAreImportedOnce: try await bench.sourcesAreImportedOnce()
        case .updatesBeginWithNow: try await bench.updatesBeginWithNow()
        case .updatesFollow: try await bench.updatesFollow()
        case .slowSubscribersGetTheNewest: try await bench.slowSubscribersGetTheNewest()
        case .savesAtOnceAreAllKept: try await bench.savesAtOnceAreAllKept()
        case .openingAgainFindsAll: try await bench.openingAgainFindsAll()
        case .twoOnOneStoreLoseNothing: try await bench.twoOnOneStoreLoseNothing()
        case .offStillDeletes: try await bench.offStillDeletes()
        case .offTakesNothingIn: try await bench.offTakesNothingIn()
        case .recordingIsTold: try await bench.recordingIsTold()
        case .deleteWithoutTarget: try await bench.deleteWithoutTarget()
        case .noRoomIsSaid: try await bench.noRoomIsSaid()
        case .importsStandBelow: try await bench.importsStandBelow()
        case .tooOldLeavesTheStore: try await bench.tooOldLeavesTheStore()
        case .deleteExpiredRemovesTheTooOld: try await bench.deleteExpiredRemovesTheTooOld()
        case .leapingClockWipesNothing: try await bench.leapingClockWipesNothing()
        case .rulesAreKept: try await bench.rulesAreKept()
        case .recordingIsKept: try await bench.recordingIsKept()
        case .refreshSeesOthers: try await bench.refreshSeesOthers()
        }
    }
}
