import NoticeBoardSearch

extension SearchHistoryContract {
    /// One promise: a name for reports, and steps after each of which a history must agree with the rules.
    package struct Clause: Sendable {
        package let name: String
        let policy: SearchHistoryPolicy
        let steps: [ContractStep]

        init(_ name: String, policy: SearchHistoryPolicy = SearchHistoryPolicy(), _ steps: ContractStep...) {
            self.name = name
            self.policy = policy
            self.steps = steps
        }
    }

    private static let capacityOfTwo = SearchHistoryPolicy(capacity: 2)
    private static let ageOf100 = SearchHistoryPolicy(maximumAge: 100)
    private static let anyAge = SearchHistoryPolicy(maximumAge: .infinity)

    /// The promises of every history.
    package static let everywhere: [Clause] = [
        // Searching again moves the entry to the top, counts it, and repeats nothing.
        Clause("oneEntryForAKeyword", .saves("가", "나", "가")),
        // Composed and decomposed spellings are one entry, and outer white space does not count.
        Clause("spellingsAreOne", .saves("각", "\u{1100}\u{1161}\u{11A8}", " 각\n", "\u{3000}각")),
        // Capital and small letters are two entries.
        Clause("caseCounts", .saves("Swift", "swift")),
        // One keyword in two targets is two entries; an unknown target is kept.
        Clause("targetsAreApart", .savesInTargets("all", "title", "attachments")),
        // The newest save is first, also when the clock goes back.
        Clause("newestFirst", .savesAt(100.25, 100.75, 100.5, -5)),
        // Among equal dates the last save is first.
        Clause("equalDatesKeepTheirOrder", .make(.save(.init("나"))), .make(.save(.init("다"))), .make(.save(.init("가")))),
        // Dates come back bit for bit.
        Clause("datesAreExact", .savesAt(-978_307_200.5, -0.000_1, 0.1 + 0.2, 1.0.nextUp, 700_000_000.123_456_7)),
        // An empty or blank keyword, or one of invisible characters, is refused as `invalidInput`, and nothing changes.
        Clause("blankIsRefused", .saves("", " ", "\t\n", "\u{3000}", "\u{200B}", "\u{FEFF}\u{3164}", "\0")),
        // Ten thousand characters, control characters and NUL are kept whole, or refused as `invalidInput`.
        Clause(
            "oddKeywordsAreWholeOrRefused",
            .saveOrRefuse(String(repeating: "가", count: 10_000)), .saveOrRefuse("a\0b"), .saveOrRefuse("\u{1B}[31m"),
            .saveOrRefuse("줄\n바꿈"), .saveOrRefuse("👨‍👩‍👧‍👦"), .saveOrRefuse(String(repeating: "a", count: 300))),
        // Above the capacity the oldest entry is removed.
        Clause("capacityHolds", policy: SearchHistoryPolicy(capacity: 3), .saves("가", "나", "다", "라")),
        // Entries above the maximum age are not listed.
        Clause("ageHolds", policy: ageOf100, .saves("가"), .wait(60), .saves("나"), .wait(50)),
        // Pinned entries outlive the capacity and deleting all others, and can be unpinned.
        Clause(
            "pinsHold", policy: capacityOfTwo, .saves("가"), .pin("가", true), .saves("나", "다", "라"),
            .make(.deleteAll(keepingPinned: true)), .pin("가", false), .make(.deleteAll(keepingPinned: true))),
        // Prefixes typed before a keyword merge with it if the policy says so.
        Clause(
            "typedPrefixesMerge", policy: SearchHistoryPolicy(merging: 60), .saves("메", "메일", "메일플"), .wait(100), .saves("메일플러그")),
        // A paused history records nothing and shows its list.
        Clause("pausedRecordsNothing", .saves("가"), .record(.paused), .saves("나"), .record(.on), .saves("다")),
        // A history that is off is empty and records nothing; its entries reappear when it is on.
        Clause("offRecordsNothing", .saves("가"), .record(.off), .saves("나"), .record(.on)),
        // Erasing removes every entry, pinned or not, and returns none; new searches are recorded.
        Clause("eraseRemovesEverything", .saves("가", "나"), .pin("나", true), .make(.erase), .saves("다")),
        // Erasing keeps the names of finished imports, so that no import brings erased entries back.
        Clause("eraseKeepsDoneImports", .add("UserDefaults", ("가", 40)), .make(.erase), .add("UserDefaults", ("가", 40))),
        // Erasing keeps a recording that is off or paused.
        Clause(
            "eraseKeepsRecording", .saves("가"), .record(.paused), .make(.erase), .record(.on), .saves("가"), .record(.off),
            .make(.erase), .record(.on)),
        // Erasing keeps the rules.
        Clause("eraseKeepsRules", policy: capacityOfTwo, .saves("가"), .make(.erase), .saves("나", "다", "라")),
        // A delete removes the named entries and no others.
        Clause("deleteRemovesWhatItNames", .saves("가", "나", "다"), .delete("나"), .delete("없는"), .delete("다", "가")),
        // Deleting all removes every entry, or every entry that is not pinned.
        Clause(
            "deleteAllRemovesTheRest", .saves("가", "나"), .pin("나", true), .make(.deleteAll(keepingPinned: true)),
            .make(.deleteAll(keepingPinned: false))),
        // A removal returns the removed entries, newest first, and restoring them restores everything.
        Clause(
            "removalsCanBeUndone", .saves("가", "나"), .wait(-950), .saves("다"), .delete("나"), .restoreRemoved,
            .make(.deleteAll(keepingPinned: true))),
        // Adding entries twice is the same as once; the newer date and the higher count win.
        Clause("addingTwiceIsOnce", .saves("가"), .restoreOlder, .restoreOlder),
        // A source is imported once, so that entries deleted since stay deleted.
        Clause(
            "sourcesAreImportedOnce", .add("Core Data", ("가", 40), ("나", 30)), .delete("나"),
            .add("Core Data", ("가", 40), ("나", 30)), .add("Realm", ("다", 50))),
        // A history that is off still deletes; the deleted entries do not reappear when it is on.
        Clause("offStillDeletes", .saves("가", "나"), .record(.off), .delete("가"), .record(.on)),
        // Importing or restoring while the history is off throws `historyOff`, and works later.
        Clause(
            "offTakesNothingIn", .record(.off), .add("Core Data", ("가", 40)), .restoreOlder, .record(.on),
            .add("Core Data", ("가", 40))),
        // `recording()` returns whether the history records.
        Clause("recordingIsTold", .record(.paused), .record(.off), .record(.on)),
        // A delete without a target deletes in every target.
        Clause(
            "deleteWithoutTarget", .savesInTargets("all", "title", "contents", "writer"),
            .make(.delete([.init("메일", target: .title)])), .make(.deleteEverywhere(keyword: " 메일"))),
        // A restore returns the entries that had no room because of newer ones.
        Clause(
            "noRoomIsSaid", .make(.setPolicy(capacityOfTwo)), .saves("가", "나"), .delete("나"), .delete("가"), .saves("다"),
            .restoreRemoved, .restoreRemoved),
        // Imported entries are below saved ones, regardless of their dates.
        Clause("importsStandBelow", .saves("가"), .add("Core Data", ("나", 30), ("다", 1_000_000))),
        // An entry above the maximum age leaves the store only after two reads a day apart found it too old.
        Clause(
            "tooOldLeavesTheStore", .make(.setPolicy(ageOf100)), .saves("가"), .wait(150), .saves("나"), .make(.setPolicy(anyAge)),
            .make(.setPolicy(ageOf100)), .wait(86_500), .saves("다"), .make(.setPolicy(anyAge))),
        // Deleting expired entries removes all that are too old now.
        Clause(
            "deleteExpiredRemovesTheTooOld", .make(.setPolicy(ageOf100)), .saves("가"), .wait(150), .make(.deleteExpired),
            .make(.setPolicy(anyAge))),
        // A clock that was ahead for a while removes nothing.
        Clause(
            "leapingClockWipesNothing", .make(.setPolicy(ageOf100)), .saves("가"), .wait(1e9), .saves("나"), .wait(-1e9),
            .saves("다")),
        // A subscriber first gets the current list.
        Clause("updatesBeginWithNow", .saves("가"), .nextUpdate),
        // A subscriber gets each change.
        Clause("updatesFollow", .nextUpdate, .saves("나"), .nextUpdate, .delete("나"), .nextUpdate),
        // A slow subscriber gets only the newest list.
        Clause("slowSubscribersGetTheNewest", .nextUpdate, .saves("가", "나", "다"), .nextUpdate),
        // Concurrent saves are all kept.
        Clause("savesAtOnceAreAllKept", .saveAtOnce(50)),
    ]

    /// The promises of a history that keeps its entries.
    package static let ofPersistence: [Clause] = [
        // A reopened store has the same entries in the same order.
        Clause("openingAgainFindsAll", .saves("가", "나", "다", "가"), .pin("나", true), .delete("다"), .saves("라"), .use(1), .look),
        // Two openers of one store lose none of each other's changes.
        Clause(
            "twoOnOneStoreLoseNothing", .use(1), .use(0), .saves("가"), .use(1), .saves("나"), .use(0), .saves("다"), .use(1),
            .delete("가"), .use(0), .saves("라")),
        // Rules set by one opener hold for openers that set none, and for later ones.
        Clause(
            "rulesAreKept", policy: capacityOfTwo, .saves("가"), .use(1), .saves("나", "다"), .use(0), .saves("라"), .use(2), .look),
        // The recording state is stored: it holds for every opener, and after reopening.
        Clause(
            "recordingIsKept", .use(1), .use(0), .saves("가"), .record(.off), .use(1), .saves("나"), .use(2), .look, .use(1),
            .record(.on), .use(3), .look),
        // A refresh sees the changes of another opener.
        Clause(
            "refreshSeesOthers", .use(1), .use(0), .saves("가"), .use(1), .refresh, .use(0), .saves("나"), .use(1), .refresh),
        // Erasing has the same effect for another opener, and after reopening.
        Clause(
            "erasingIsKept", policy: capacityOfTwo, .use(1), .use(0), .add("Realm", ("가", 40)), .use(1), .saves("나"), .use(0),
            .record(.off), .make(.erase), .use(1), .refresh, .use(2), .record(.on), .add("Realm", ("가", 40)),
            .saves("다", "라", "마"), .use(3), .look),
    ]
}
