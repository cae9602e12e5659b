/// The smallest scripts that once had a fault, each with what was wrong.
///
/// They are played at every run and must have none, but for the classes that are arguable where a living row was removed.
struct FoundScript {
    let fault: String
    /// Whether only classes that must not occur count.
    private(set) var allowsArguable = false
    private let setup: String
    private let acts: String

    private init(_ fault: String, _ setup: String, _ acts: String) {
        self.fault = fault
        self.setup = setup
        self.acts = acts
    }

    var script: Script {
        get throws { try Script(setup: setup, acts: acts) }
    }

    static let all = failures + removedRows + keptRows + missingRows + wrongOrder + deletedRows + gapsAndEnds

    // MARK: - Failures

    private static let failures = [
        FoundScript(
            "after one deletion at the top the last row failed with placeLost, and living rows were removed",
            "moving offsets page=2 rows=4 refresh=1 prefetch=0", "answer, delete"),
        FoundScript(
            "the page that showed the whole list was answered with the failure placeLost",
            "newestFirst offsets page=2 rows=3 refresh=1 prefetch=0", "answer, pull, answer, deleteTop 7, appearLast"),
        FoundScript(
            "the last page of a gap put deleted rows below living ones; then placeLost, and a living row was removed",
            "newestFirst offsets page=2 rows=5 refresh=1 prefetch=2", "answer, deleteTop 1"),
        FoundScript(
            "two single deletions in a fixed order ended with placeLost",
            "fixed offsets page=3 rows=6 refresh=1 prefetch=0", "answer, delete 2, delete 2"),
    ]

    // MARK: - Living rows that were removed

    private static let removedRows = [
        FoundScript(
            "the page below an upper row was added below the last one, and living rows were removed",
            "fixed cursors page=2 rows=4 refresh=1 prefetch=3", "loadMore, answerAll, insertMiddle 5, insertMiddle 1"),
        FoundScript(
            "a total that was one too small removed a living row, although the page named a next one",
            "newestFirst offsets page=5 rows=11 refresh=1 prefetch=0 total=small", "loadMore, answerAll, deleteRun 10"),
        FoundScript(
            "a total that was one too small kept a row from being shown that a page showed",
            "fixed offsets page=2 rows=4 refresh=1 prefetch=0 total=small",
            "answer, appearLast, answer, arrive, insertMiddle, insertMiddle 9, deleteRun 6"),
        FoundScript(
            "a living row was removed and missing for ever: the list ended at a repeated position",
            "fixed cursors page=2 rows=4 refresh=1 prefetch=10",
            "loadMore, answerAll, arrive 16, insertMiddle 15, insertMiddle 17, insertMiddle 3"),
        FoundScript(
            "when all cursors were refused, the list began again from its top and dropped living rows",
            "newestFirst cursors page=2 rows=3 refresh=3 prefetch=5 dies=aged age=6", "answer, pull, answer, burst, launch"),
        FoundScript(
            "a row that was likely below another one was taken for its neighbor, although a page had shown its lower neighbor "
                + "elsewhere",
            "newestFirst offsets page=2 rows=4 refresh=1 prefetch=0",
            "answer, pull, answer, appearLast, answer, deleteLast 1, burst 10, answer, delete 2"),
        FoundScript(
            "a page of the device, older than the user's own row, removed it",
            "newestFirst cursors page=2 rows=1 refresh=1 prefetch=0 device", "answer, localInsert, launch, fail"),
        FoundScript(
            "a page with newer rows was taken for an older one, although the total had grown",
            "newestFirst offsets page=2 rows=4 refresh=1 prefetch=0 short",
            "answer, deleteTop, appear, answer, appearLast, answerAll, arrive 8, deleteLast 7"),
        FoundScript(
            "a refresh of a moving list removed the user's own row, which others had pushed below its first page",
            "moving offsets page=2 rows=3 refresh=1 prefetch=0", "answer, localInsert, bump 17, localInsert"),
        FoundScript(
            "the same with cursors, after a refresh that did not meet the list",
            "moving cursors page=3 rows=2 refresh=4 prefetch=0 gapsLast",
            "answer, burst 6, bump 15, deleteRun, localInsert, bump 14, localInsert, arrive"),
        FoundScript(
            "a snapshot that was trimmed lost its anchor",
            "newestFirst cursors page=4 rows=5 refresh=1 prefetch=0", "answer, burst, pull, answer, scroll 9, launchTrimmed"),
    ]

    /// Scripts after which the list is still wrong for a while, but keeps its living rows.
    private static let keptRows = [
        FoundScript(
            "a refresh that showed a likely row below a newer one made it the neighbor of an older one, and a living row was removed",
            "newestFirst offsets page=2 rows=6 refresh=1 prefetch=0",
            "answer, deleteRun 2, burst 10, appearLast, deleteRun 6, answer, pull, answer, delete"),
        FoundScript(
            "a row was taken for confirmed below another row than the page showed, and a living row was removed",
            "fixed offsets page=2 rows=2 refresh=4 prefetch=0",
            "answer, arrive 8, insertMiddle, pull, insertMiddle, deleteLast 2, answer, arrive 1, insertMiddle 8"),
        FoundScript(
            "a row of a wrong order rose above the head, and the next page of the head removed it",
            "newestFirst offsets page=2 rows=4 refresh=3 prefetch=0",
            "answer, burst 1, arrive, pull, answer, deleteTop, answerAll, deleteTop 4"),
        FoundScript(
            "the last page of a gap removed a row that was shown since the refresh",
            "fixed cursors page=2 rows=7 refresh=1 prefetch=0 gapsLast",
            "answer, deleteRun, pull, answer, delete 1, insertMiddle, deleteRun 22, insertMiddle"),
        FoundScript(
            "a row below one from beyond a gap was linked to the row that its page followed, and removed with it",
            "fixed cursors page=2 rows=16 refresh=1 prefetch=5",
            "delete, delete, answer, deleteRun 1 2, pull, answer, gap, answer, insertMiddle 21"),
    ].map { found in
        var found = found
        found.allowsArguable = true
        return found
    }

    // MARK: - Missing rows

    private static let missingRows = [
        FoundScript(
            "a row that a gap's page showed below the last one was dropped, and the list said that it had ended",
            "fixed cursors page=2 rows=1 refresh=1 prefetch=0", "answer, insertMiddle, insertMiddle, burst 21, deleteTop"),
        FoundScript(
            "a row was missing for ever: the list went on at the cursor of a row that the user had removed",
            "fixed cursors page=2 rows=3 refresh=1 prefetch=0", "answer, insertMiddle, arrive, localRemove 1"),
        FoundScript(
            "the same with a row that the user had inserted",
            "fixed cursors page=3 rows=4 refresh=2 prefetch=0 gapsLast",
            "answer, burst 6, localRemove, localRemove 1, localInsert 9"),
        FoundScript(
            "a row was missing for ever, although each refresh showed it below the last one",
            "fixed cursors page=2 rows=4 refresh=1 prefetch=0 lazyEnd",
            "answer, deleteLast 2, pull, appearLast, answerAll, insertMiddle, arrive, insertMiddle"),
    ]

    // MARK: - Rows in a wrong order

    private static let wrongOrder = [
        FoundScript(
            "each refresh showed another order, and the list kept the wrong one",
            "fixed cursors page=2 rows=5 refresh=1 prefetch=2 short",
            "loadMore, answer, answer, appearLast, answerAll, delete 16, insertMiddle 6"),
        FoundScript(
            "everything was read, every row appeared, and two pairs were in a wrong order",
            "fixed cursors page=2 rows=5 refresh=1 prefetch=5", "deleteTop, loadMore, answerAll, insertMiddle 21, insertMiddle 6"),
    ]

    // MARK: - Deleted rows that stayed

    private static let deletedRows = [
        FoundScript(
            "one deleted row sank below the last page of the service and stayed",
            "newestFirst cursors page=3 rows=7 refresh=1 prefetch=0", "answer, delete 16"),
        FoundScript(
            "the same with offsets: two deleted rows stayed, and no request was sent when they appeared",
            "newestFirst offsets page=2 rows=3 refresh=3 prefetch=0", "answer, delete, appearLast, deleteTop, burst"),
        FoundScript(
            "the last page closed a gap, and a deleted row stayed below it",
            "newestFirst offsets page=2 rows=1 refresh=1 prefetch=0 gapsLast", "answer, delete, arrive 2"),
        FoundScript(
            "a deleted row stayed between two rows that a page showed next to each other",
            "newestFirst offsets page=2 rows=13 refresh=1 prefetch=0 gapsLast", "answer, burst 10, deleteRun 22"),
        FoundScript(
            "a refresh that went on at a row's cursor proved nothing about the row below it",
            "newestFirst cursors page=2 rows=6 refresh=2 prefetch=0", "answer, arrive 2, deleteRun 4, pull"),
        FoundScript(
            "a deleted row sank by two rows with every page",
            "fixed cursors page=2 rows=21 refresh=4 prefetch=10", "answer, deleteRun 22"),
        FoundScript(
            "a deleted row moved up by one row in each round",
            "newestFirst offsets page=2 rows=6 refresh=1 prefetch=0",
            "answer, deleteRun, appearLast, answer, answer, deleteTop, burst"),
    ]

    // MARK: - Gaps and ends

    private static let gapsAndEnds = [
        FoundScript(
            "the deleted rows of the end were put above the newest ones, and a gap opened again",
            "newestFirst offsets page=3 rows=8 refresh=1 prefetch=0 gapsLast",
            "answer, appearLast, answer, appearLast, answer, deleteLast 16, deleteLast, deleteRun 8, burst"),
        FoundScript(
            "the end was looked for with two requests at each appearance, because of rows that were gone",
            "newestFirst offsets page=2 rows=11 refresh=2 prefetch=0", "answer, deleteRun, burst, pull"),
    ]
}
