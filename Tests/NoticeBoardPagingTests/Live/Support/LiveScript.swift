/// A script of a list that follows an unreliable stream, which ``LivePlayer`` plays.
struct LiveScript: Sendable, Equatable {
    /// What the stream does with a change of the service.
    enum Sending: Sendable { case lost, once, twice }

    /// A step; one that is not possible at its time does nothing.
    enum Step: Sendable, Equatable {
        /// The service's list gets a row at its top.
        case insert(Sending)
        /// The service deletes the row at an index.
        case delete(Int, Sending)
        /// The service changes the row at an index.
        case edit(Int, Sending)
        /// The service sends an event that cannot be decoded.
        case garbage(Sending)
        /// The pending event at an index arrives.
        case deliver(Int)
        /// The pending load fails.
        case fail
        /// The service makes the page of the pending load, which arrives later.
        case makePage
        /// The page of the pending load arrives.
        case answer
        /// The stream loses its connection, and connects again by itself.
        case disconnect
        /// The stream ends, by a failure that may pass or without one.
        case endStream(fails: Bool)
        /// The stream connects, and repeats so many of the last events.
        case connect(repeating: Int)
        /// The user asks for something.
        case refresh, older, retry
        /// The network returns.
        case networkReturned
        /// The running wait is over.
        case endWait
        /// The list is closed.
        case close
        /// The app goes to the background, or returns.
        case changePlace
        /// The list is opened, in the foreground.
        case use
        /// The row at an index appears.
        case appear(Int)
    }

    var usesCursors = false
    var pageSize = 4
    var prefetchDistance = 1
    var refreshPages = 1
    /// The number of the service's rows at the beginning.
    var count = 0
    var steps: [Step] = []
}
