/// One thing that happens: to the list, at the service, or in the network.
struct Act: Equatable, Sendable {
    /// What happens.
    ///
    /// `number` and `length` are those of the act; a number that chooses a row, a gap or a request counts from 0, modulo their count,
    /// and the act has no effect if there is none.
    enum Kind: String, CaseIterable, Sendable {
        // The reader

        /// The user pulls to refresh.
        case pull
        /// The row `number` appears.
        case appear
        /// The last row appears.
        case appearLast
        /// The user taps "more".
        case loadMore
        /// The user taps the gap `number`.
        case gap
        /// The user loads the gap `number` from its lower end.
        case gapBelow
        /// The user scrolls to the row `number`.
        case scroll
        /// Rows are hidden: those whose ID is a multiple of 2, 3, 1 or 4, as `number` says.
        case filterOn
        case filterOff
        /// The user taps "try again".
        case retry
        case reload
        /// The list disappears and appears again.
        case closeOpen
        /// Four seconds pass.
        case wait

        // The user's app

        /// The app writes a row to the service, at the index `number` in a fixed order, and inserts it into the list.
        case localInsert
        /// The app changes the row `number` at the service and in the list.
        case localPatch
        /// The app removes the row `number` at the service and from the list.
        case localRemove
        /// The app starts again from its snapshot.
        case launch
        /// The app starts again from its snapshot, trimmed to a page and up to seven rows more.
        case launchTrimmed

        // The service

        /// One to three rows arrive at the top.
        case arrive
        /// More rows arrive at the top than a refresh loads.
        case burst
        /// A row is inserted below the first one, in a fixed order.
        case insertMiddle
        /// The row `number` is deleted.
        case delete
        /// One to three rows at the top are deleted.
        case deleteTop
        /// Two rows or more are deleted from the row `number` on; `length` says how many more.
        case deleteRun
        /// One to three rows at the end are deleted.
        case deleteLast
        /// The row `number` is edited.
        case edit
        /// The row `number` moves to the top.
        case bump

        // The network

        /// The request `number` is answered.
        case answer
        /// The service computes its answer to the request `number`, which is delivered by a later act: changes in between are not
        /// in it.
        case compute
        /// The request `number` fails.
        case fail
        /// All requests are answered, also those that follow.
        case answerAll
    }

    var kind: Kind
    var number = 0
    var length = 0

    /// The text of the act: its name and its numbers, without zeros at the end.
    var text: String {
        if length != 0 { return "\(kind) \(number) \(length)" }
        return number == 0 ? "\(kind)" : "\(kind) \(number)"
    }
}
