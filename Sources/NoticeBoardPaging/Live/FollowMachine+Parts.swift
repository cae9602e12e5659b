import Foundation
import NoticeBoardBase

/// The stream that a list follows.
struct FollowConnection: Sendable {
    /// The number of the current stream.
    private(set) var stream = 0
    var isOpen = false
    var isConnected = false
    /// The number of streams that failed since the list was caught up.
    var failures = 0
    /// Why the stream ended; `nil` once it is connected.
    var failure: NoticeBoardError?

    /// Numbers streams from the one after `number`.
    mutating func number(after number: Int) { stream = number }

    mutating func open() {
        stream += 1
        isOpen = true
        isConnected = false
    }

    mutating func close() {
        isOpen = false
        isConnected = false
    }
}

/// The read of the head that shows what a list has missed.
struct FollowCatchUp: Sendable {
    /// Only a read with a higher number shows what was missed; `nil` if nothing was.
    private(set) var missedUpTo: Int?
    /// The read that may show what was missed.
    var attempt: Int?
    /// The number of reads that failed.
    var failures = 0
    /// The number of reads because of undecodable events, on this connection.
    var extraReads = 0
    /// When the list was last caught up.
    private(set) var readAt: Date?

    /// Requires a read with a higher number.
    mutating func require(after number: Int) {
        missedUpTo = number
        attempt = nil
    }

    mutating func end(at date: Date) {
        missedUpTo = nil
        attempt = nil
        failures = 0
        readAt = date
    }
}

/// The wait of a list that follows its service, of which there is one at a time.
struct FollowTimer: Sendable {
    /// What follows a wait: another stream, another read, or the next read of an interval.
    enum Purpose { case open, read, tick }

    /// What follows the running wait; `nil` if none runs.
    private(set) var purpose: Purpose?
    /// The number of the last wait.
    private var number = 0

    /// Begins a wait in place of the running one, and returns its number.
    mutating func begin(_ purpose: Purpose) -> Int {
        number += 1
        self.purpose = purpose
        return number
    }

    /// Ends the wait with a number, and returns what follows it; `nil` for a former wait.
    mutating func end(_ number: Int) -> Purpose? {
        guard number == self.number else { return nil }
        defer { purpose = nil }
        return purpose
    }

    /// Stops the running wait; returns whether there was one.
    mutating func stop() -> Bool {
        defer { purpose = nil }
        return purpose != nil
    }
}
